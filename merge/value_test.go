package merge_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// parse reads one YAML document; an empty text is a version that does not have
// the value.
func parse(t testing.TB, text string) *yaml.Node {
	t.Helper()
	n, err := parseText(text)
	if err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	return n
}

func parseText(text string) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var n yaml.Node
	switch err := decoder.Decode(&n); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, err
	}
	switch err := decoder.Decode(new(yaml.Node)); {
	case err == nil:
		return nil, errors.New("more than one document")
	case !errors.Is(err, io.EOF):
		return nil, fmt.Errorf("more than one document: %w", err)
	}
	return &n, nil
}

// encode writes a node as the YAML library does; nothing for nil.
func encode(t testing.TB, n *yaml.Node) string {
	t.Helper()
	text, err := encodeText(n)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func encodeText(n *yaml.Node) (string, error) {
	if n == nil {
		return "", nil
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	e.CompactSeqIndent()
	if err := e.Encode(n); err != nil {
		return "", err
	}
	return b.String(), e.Close()
}

// valueText writes what a node means, without how it is spelled: a line for
// each scalar with its resolved type, the fields of maps in the order of their
// names, lists in theirs, aliases and merge keys looked through. Two nodes are
// equal by value when their texts are. It knows nothing of the engine.
func valueText(n *yaml.Node) string {
	var b strings.Builder
	writeValue(&b, n, "", 0)
	return b.String()
}

func writeValue(b *strings.Builder, n *yaml.Node, indent string, depth int) {
	if depth > 2000 {
		fmt.Fprintf(b, "%stoo deep\n", indent)
		return
	}
	if n == nil {
		fmt.Fprintf(b, "%sabsent\n", indent)
		return
	}
	if tag := ownTag(n); tag != "" {
		fmt.Fprintf(b, "%stagged %s\n", indent, tag)
	}
	switch n.Kind {
	case yaml.DocumentNode:
		if len(n.Content) == 0 {
			fmt.Fprintf(b, "%sabsent\n", indent)
			return
		}
		writeValue(b, n.Content[0], indent, depth+1)
	case yaml.AliasNode:
		writeValue(b, n.Alias, indent, depth+1)
	case yaml.ScalarNode:
		fmt.Fprintf(b, "%s%s\n", indent, scalarText(n))
	case yaml.SequenceNode:
		if len(n.Content) == 0 {
			fmt.Fprintf(b, "%s[]\n", indent)
		}
		for _, e := range n.Content {
			fmt.Fprintf(b, "%s-\n", indent)
			writeValue(b, e, indent+"  ", depth+1)
		}
	case yaml.MappingNode:
		fields := map[string]*yaml.Node{}
		collectFields(fields, n, depth)
		names := make([]string, 0, len(fields))
		for name := range fields {
			names = append(names, name)
		}
		slices.Sort(names)
		if len(names) == 0 {
			fmt.Fprintf(b, "%s{}\n", indent)
		}
		for _, name := range names {
			fmt.Fprintf(b, "%s%s:\n", indent, name)
			writeValue(b, fields[name], indent+"  ", depth+1)
		}
	default:
		fmt.Fprintf(b, "%snode of kind %d\n", indent, n.Kind)
	}
}

// ownTag is the tag of a map or list, "" if it is the one that all have.
func ownTag(n *yaml.Node) string {
	if n.Kind != yaml.MappingNode && n.Kind != yaml.SequenceNode || n.Tag == "" || n.Tag == "!" || n.ShortTag() == "!!map" || n.ShortTag() == "!!seq" {
		return ""
	}
	return n.ShortTag()
}

// collectFields gathers the fields of a map, its own before those of its merge
// keys, and of those the first that has it.
func collectFields(fields map[string]*yaml.Node, n *yaml.Node, depth int) {
	if depth > 2000 {
		return
	}
	for n != nil && n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n == nil {
		return
	}
	if n.Kind == yaml.SequenceNode {
		for _, e := range n.Content {
			collectFields(fields, e, depth+1)
		}
		return
	}
	var merged []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind == yaml.ScalarNode && key.ShortTag() == "!!merge" {
			merged = append(merged, value)
			continue
		}
		name := keyText(key)
		if _, ok := fields[name]; !ok {
			fields[name] = value
		}
	}
	for _, m := range merged {
		collectFields(fields, m, depth+1)
	}
}

// keyText is the name of a field as JSON has it, where it is a number, true or false.
func keyText(key *yaml.Node) string {
	var v any
	switch tag := key.ShortTag(); {
	case key.Kind == yaml.ScalarNode && (tag == "!!int" || tag == "!!bool") && key.Decode(&v) == nil:
		return fmt.Sprintf("string %q", fmt.Sprint(v))
	}
	return strings.TrimSuffix(strings.ReplaceAll(valueText(key), "\n", ","), ",")
}

// scalarText is a scalar's type and value. Where readers of YAML 1.1 and 1.2
// disagree (on, 0644), the spelling is part of the value.
func scalarText(n *yaml.Node) string {
	tag := n.ShortTag()
	plain := n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle|yaml.TaggedStyle) == 0
	switch tag {
	case "!!null":
		return "null"
	case "!!bool":
		return "bool " + strings.ToLower(n.Value)
	case "!!int":
		digits := strings.TrimLeft(n.Value, "+-")
		if len(digits) > 1 && digits[0] == '0' && '0' <= digits[1] && digits[1] <= '9' {
			return "int spelled " + n.Value
		}
		var v any
		if err := n.Decode(&v); err == nil {
			return fmt.Sprintf("int %v", v)
		}
	case "!!float":
		var v float64
		if err := n.Decode(&v); err == nil {
			return fmt.Sprintf("float %v", v)
		}
	case "!!str":
		if plain {
			switch n.Value {
			case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "n", "N", "no", "No", "NO", "off", "Off", "OFF":
				return "plain " + n.Value
			}
		}
		return fmt.Sprintf("string %q", n.Value)
	}
	return fmt.Sprintf("%s %q", tag, n.Value)
}

// snapshot is everything a node holds: values, spelling, comments, positions
// and which node is which, so that no change of an input goes unseen.
func snapshot(n *yaml.Node) string {
	var b strings.Builder
	writeSnapshot(&b, n)
	return b.String()
}

func writeSnapshot(b *strings.Builder, n *yaml.Node) {
	if n == nil {
		b.WriteString("nil\n")
		return
	}
	fmt.Fprintf(b, "%p %d %d %q %q %q %p %q %q %q %d:%d %d\n", n, n.Kind, n.Style, n.Tag, n.Value, n.Anchor, n.Alias,
		n.HeadComment, n.LineComment, n.FootComment, n.Line, n.Column, len(n.Content))
	for _, c := range n.Content {
		writeSnapshot(b, c)
	}
}
