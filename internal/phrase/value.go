package phrase

import (
	"bytes"
	"encoding/json"
	"strings"

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
	case n == nil || node.IsNull(n):
		b.WriteString("null")
	case n.Kind == yaml.MappingNode:
		b.WriteByte('{')
		seen := map[string]bool{}
		for key, value := range node.Fields(n) { // Behind its own those that merge keys bring in.
			if name := keyText(key); !seen[name] {
				if len(seen) > 0 {
					b.WriteByte(',')
				}
				seen[name] = true
				b.Write(encoded(name))
				b.WriteByte(':')
				writeJSON(b, value)
			}
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
	_ = enc.Encode(text) // A text can be.
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// keyText is a key as the text that JSON wants.
func keyText(key *yaml.Node) string {
	if key = node.Target(key); key.Kind == yaml.ScalarNode {
		return key.Value
	}
	return string(JSON(key))
}

// YAML is a value that is given as JSON as people write it: in block style, strings
// without quotes where they stay strings, several lines as several lines. It is the JSON
// itself if that cannot be. The cost is linear.
func YAML(value json.RawMessage) string {
	var doc yaml.Node
	if err := yaml.Unmarshal(value, &doc); err != nil || len(doc.Content) == 0 {
		return string(value)
	}
	if root := doc.Content[0]; root.Kind == yaml.ScalarNode && root.Tag == "!!str" && strings.Contains(root.Value, "\n") {
		return root.Value
	}
	for n := range node.All(&doc) {
		n.Style = 0 // Not that of JSON.
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if e.Encode(&doc) != nil || e.Close() != nil {
		return string(value)
	}
	return b.String()
}
