package fn

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/excerpt"
	"github.com/krm-merge/krm-merge/internal/node"
)

const (
	// longest is how much of a value a result shows: kpt keeps results in files
	// that people read.
	longest = 120
	// farthest is how far differences are looked for.
	farthest = 1 << 16
)

// shown is a value as a result's field holds it: numbers and truth values as
// such, anything else as text.
func shown(n *yaml.Node, text string) any {
	if t := node.Target(n); t != nil && t.Kind == yaml.ScalarNode && (t.Tag == "!!int" || t.Tag == "!!bool" || t.Tag == "!!float") {
		var v any
		if err := t.Decode(&v); err == nil {
			return v
		}
	}
	return text
}

// excerpts spells values without line breaks of its own, "" for nil. Of long ones it
// shows what differs.
func excerpts(values ...*yaml.Node) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		var b strings.Builder
		spell(&b, v, 0)
		texts[i] = b.String()
	}
	return excerpt.Of(longest, texts...)
}

func spell(b *strings.Builder, n *yaml.Node, depth int) {
	if n = node.Target(n); n == nil || b.Len() > farthest || depth > 20 {
		return
	}
	switch n.Kind {
	case yaml.MappingNode:
		b.WriteByte('{')
		for i := 0; i+1 < len(n.Content); i += 2 {
			if i > 0 {
				b.WriteString(", ")
			}
			spell(b, n.Content[i], depth+1)
			b.WriteString(": ")
			spell(b, n.Content[i+1], depth+1)
		}
		b.WriteByte('}')
	case yaml.SequenceNode:
		b.WriteByte('[')
		for i, e := range n.Content {
			if i > 0 {
				b.WriteString(", ")
			}
			spell(b, e, depth+1)
		}
		b.WriteByte(']')
	default:
		b.WriteString(n.Value)
	}
}
