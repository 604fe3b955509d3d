package fn

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

const (
	// longest is how much of a value a result shows: kpt keeps results in files
	// that people read.
	longest = 120
	// before is how much of it stands in front of the first difference.
	before = 16
	// farthest is how far differences are looked for.
	farthest = 1 << 16
)

// shown is a value as a result's field holds it: numbers and truth values as
// such, anything else as text.
func shown(n *yaml.Node, text string) any {
	if t := target(n); t != nil && t.Kind == yaml.ScalarNode && (t.Tag == "!!int" || t.Tag == "!!bool" || t.Tag == "!!float") {
		var v any
		if err := t.Decode(&v); err == nil {
			return v
		}
	}
	return text
}

// excerpts spells values without line breaks of its own, "" for nil. Of long ones it
// shows the same stretch, which begins shortly before they differ.
func excerpts(values ...*yaml.Node) []string {
	texts := make([]string, len(values))
	from := 0
	for i, v := range values {
		var b strings.Builder
		spell(&b, v, 0)
		texts[i] = b.String()
		from = max(from, len(texts[i]))
	}
	if from <= longest {
		return texts
	}
	from = max(0, commonStart(texts)-before)
	for i, text := range texts {
		texts[i] = stretch(text, from)
	}
	return texts
}

// commonStart counts the bytes in which texts begin alike; empty ones do not count.
func commonStart(texts []string) int {
	first, n := "", 0
	for _, text := range texts {
		switch {
		case text == "":
		case first == "":
			first, n = text, len(text)
		default:
			n = min(n, len(text))
			for i := range n {
				if text[i] != first[i] {
					n = i
					break
				}
			}
		}
	}
	return n
}

// stretch cuts a text off in front and behind, between characters.
func stretch(text string, from int) string {
	from = min(from, len(text))
	for from > 0 && from < len(text) && !utf8.RuneStart(text[from]) {
		from--
	}
	to := min(from+longest, len(text))
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	cut := text[from:to]
	if from > 0 {
		cut = "…" + cut
	}
	if to < len(text) {
		cut += "…"
	}
	return cut
}

func spell(b *strings.Builder, n *yaml.Node, depth int) {
	if n = target(n); n == nil || b.Len() > farthest || depth > 20 {
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
