package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/excerpt"
)

// valueOf is a value as JSON on one line, nil for none.
func valueOf(n *yaml.Node) json.RawMessage {
	if n = resolved(n); n == nil {
		return nil
	}
	var v any
	switch {
	case n.Kind != yaml.ScalarNode:
		if n.Decode(&v) != nil {
			return nil
		}
	case n.Tag != "!!str" && json.Valid([]byte(n.Value)):
		return json.RawMessage(n.Value)
	case n.Tag == "!!null":
		return json.RawMessage("null")
	default:
		v = n.Value
	}
	if text := encoded(v); text != nil {
		return text
	}
	// JSON has no map with keys that are no strings.
	text, err := yaml.Marshal(n)
	if err != nil {
		return nil
	}
	return encoded(string(text))
}

func encoded(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return nil
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// OneLine keeps control characters of the input out of the report: they could
// forge lines of it, or drive the terminal.
func OneLine(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c < ' ' || 0x7f <= c && c <= 0x9f:
			return ' '
		case 0x202a <= c && c <= 0x202e, 0x2066 <= c && c <= 0x2069:
			// Would show the text in another order.
			return -1
		}
		return c
	}, s)
}

// Counted is a number with its noun.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// at is a file and a line in it, as far as they are known.
func at(file string, line int) string {
	switch {
	case line <= 0:
		return file
	case file == "":
		return fmt.Sprintf("line %d", line)
	}
	return fmt.Sprintf("%s:%d", file, line)
}

// field gives the value of a map's own field, nil if there is none.
func field(n *yaml.Node, name string) *yaml.Node {
	if n = resolved(n); n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Kind == yaml.ScalarNode && n.Content[i].Value == name {
			return n.Content[i+1]
		}
	}
	return nil
}

// scalar is the text of a scalar, "" for anything else.
func scalar(n *yaml.Node) string {
	if n = resolved(n); n == nil || n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return ""
	}
	return n.Value
}

// resolved looks through an alias.
func resolved(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// ValueText is a value on one line, cut off after so many characters.
func ValueText(n *yaml.Node, most int) string { return excerpt.Cut(string(valueOf(n)), most) }
