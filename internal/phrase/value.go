package phrase

import (
	"bytes"
	"encoding/json"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// JSON is a value as JSON on one line, nil for none. Aliases and merge keys are
// written out; keys of maps are text. The cost is linear in what is written.
func JSON(n *yaml.Node) json.RawMessage {
	if n = node.Target(n); n == nil {
		return nil
	}
	var b bytes.Buffer
	writeJSON(&b, n)
	return b.Bytes()
}

func writeJSON(b *bytes.Buffer, n *yaml.Node) {
	switch n = node.Target(n); {
	case n == nil || n.Kind == yaml.ScalarNode && n.Tag == "!!null":
		b.WriteString("null")
	case n.Kind == yaml.MappingNode:
		b.WriteByte('{')
		for i, f := range fieldsOf(n) {
			if i > 0 {
				b.WriteByte(',')
			}
			b.Write(encoded(keyText(f.key)))
			b.WriteByte(':')
			writeJSON(b, f.value)
		}
		b.WriteByte('}')
	case n.Kind == yaml.SequenceNode:
		b.WriteByte('[')
		for i, e := range n.Content {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, e)
		}
		b.WriteByte(']')
	case n.Tag != "!!str" && json.Valid([]byte(n.Value)):
		b.WriteString(n.Value)
	default:
		b.Write(encoded(n.Value))
	}
}

func encoded(text string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(text) != nil {
		return nil
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// keyText is a key as the text that JSON wants.
func keyText(key *yaml.Node) string {
	if key = node.Target(key); key.Kind == yaml.ScalarNode {
		return key.Value
	}
	return string(JSON(key))
}

type entry struct{ key, value *yaml.Node }

// fieldsOf are the fields of a map, behind its own those that merge keys bring in.
func fieldsOf(n *yaml.Node) []entry {
	var own, inherited []entry
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if !node.IsMergeKey(key) {
			own = append(own, entry{key, value})
			continue
		}
		for _, f := range node.Merged(value) {
			if f = node.Target(f); f != nil && f.Kind == yaml.MappingNode {
				inherited = append(inherited, fieldsOf(f)...)
			}
		}
	}
	if inherited == nil {
		return own
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(append(own, inherited...), func(e entry) bool {
		name := keyText(e.key)
		again := seen[name]
		seen[name] = true
		return again
	})
}
