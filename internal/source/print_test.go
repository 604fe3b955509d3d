package source

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// What cannot be printed right is an error that names the document; there is
// no output then.
func TestPrintErrors(t *testing.T) {
	text := "a: 1\n---\nb: 2\n"
	docs, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	other, err := Parse([]byte("\n\n\n\n\n\n\nx: 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	scalar := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: "x"}
	cycle := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	cycle.Content = []*yaml.Node{{Kind: yaml.AliasNode, Value: "gone"}}
	for _, c := range []struct {
		name string
		docs []Change
		want string
	}{
		{"a document is missing", []Change{{Old: docs[0], New: scalar}}, "document 1 (line 1)"},
		{"of another text", []Change{{Old: other[0], New: scalar}}, "document 1"},
		{"not a document", []Change{{Old: docs[0].Content[0], New: scalar}}, "document 1"},
		{"alias of nothing", []Change{{Old: docs[0], New: docs[0]}, {Old: docs[1], New: cycle}}, "document 2 (line 2)"},
		{"nil inside", []Change{{Old: docs[0], New: docs[0]}, {Old: docs[1], New: &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{nil, nil}}}}, "cannot be"},
		{"key without value", []Change{{Old: docs[0], New: docs[0]}, {Old: docs[1], New: &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{scalar}}}}, "cannot be"},
		{"node of no kind", []Change{{Old: docs[0], New: docs[0]}, {Old: docs[1], New: &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{{}}}}}, "cannot be"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := Print([]byte(text), c.docs)
			if err == nil || out != nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q, %v", out, err)
			}
		})
	}
	if _, err := Parse([]byte("a: 1\n---\nb: [\n")); err == nil || !strings.Contains(err.Error(), "document 2") || !strings.Contains(err.Error(), "line ") {
		t.Errorf("parsing gave %v", err)
	}
}
