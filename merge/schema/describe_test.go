package schema

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

func parsed(t testing.TB, text string) *yaml.Node { return node.Target(golden.Document(t, text)) }

// describe walks a schema in step with a value and gives a line for each list
// of the value: its path and how it merges.
func describe(s merge.Schema, n *yaml.Node) []string {
	var lines []string
	var walk func(path string, s merge.Schema, n *yaml.Node)
	walk = func(path string, s merge.Schema, n *yaml.Node) {
		mustBeNilOrPlace(s)
		n = node.Target(n)
		switch n.Kind {
		case yaml.DocumentNode, yaml.AliasNode, yaml.ScalarNode:
		case yaml.MappingNode:
			for i := 0; i+1 < len(n.Content); i += 2 {
				name := n.Content[i].Value
				walk(strings.TrimPrefix(path+"."+name, "."), fieldOf(s, name), n.Content[i+1])
			}
		case yaml.SequenceNode:
			list := merge.ListType{}
			if s != nil {
				list = s.List()
			}
			lines = append(lines, path+": "+rowText(list))
			for i, e := range n.Content {
				if i == 0 || e.Kind != yaml.ScalarNode {
					walk(path+"[*]", elemOf(s), e)
				}
			}
		}
	}
	walk("", s, n)
	return lines
}

// mustBeNilOrPlace panics at an interface that holds a nil pointer.
func mustBeNilOrPlace(s merge.Schema) {
	if s != nil && reflect.ValueOf(s).IsNil() {
		panic(fmt.Sprintf("%T(nil) in an interface", s))
	}
}

// rowText writes a list type as gitopsTable does.
func rowText(list merge.ListType) string {
	if list.Kind != merge.ListKeyed {
		return list.Kind.String()
	}
	var b strings.Builder
	for i, k := range list.Keys {
		b.WriteString([]string{"by ", ","}[min(i, 1)])
		for at := &k; at != nil; at = at.Else {
			b.WriteString(at.Field)
			if at.Image {
				b.WriteString(":")
			}
			if at.Default != nil {
				b.WriteString("=" + at.Default.Value)
			}
			if at.Else != nil {
				b.WriteString("|")
			}
		}
	}
	if list.Repeats {
		b.WriteString(" repeated")
	}
	if list.Fallback == merge.ListSet {
		b.WriteString(" else set")
	}
	return b.String()
}

// at descends a path of names, [*] for elements.
func at(s merge.Schema, path ...string) merge.Schema {
	for _, name := range path {
		if name == "[*]" {
			s = elemOf(s)
		} else {
			s = fieldOf(s, name)
		}
		mustBeNilOrPlace(s)
	}
	return s
}

func rowAt(s merge.Schema, path ...string) string {
	p := at(s, path...)
	if p == nil {
		return "nil"
	}
	return rowText(p.List())
}
