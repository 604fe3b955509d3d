package decisions

import (
	"fmt"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
)

// head is the text of a file without entries.
const head = "apiVersion: " + apiVersion + `
kind: ` + kind + `
metadata:
  name: merge-decisions
  annotations:
    config.kubernetes.io/local-config: "true"
`

// Text is the text with the entries and questions that the set has now: every byte of
// those that were read stays, and so does all around them. It is nil if nothing is left
// of a file that was not read. The cost is linear in the size of the text.
func (s *Set) Text() ([]byte, error) {
	text, doc := s.text, s.doc
	if doc == nil {
		if len(s.Entries)+len(s.Open) == 0 {
			return s.text, nil
		}
		text = append(slices.Clone(s.text), head...)
		docs, err := source.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("the head of %s cannot be written: %w", FileName, err)
		}
		doc = docs[len(docs)-1]
	}
	out, _, err := source.Print(text, []source.Change{{Old: doc, New: node.InDocument(doc, s.value(node.Root(doc)))}})
	if err != nil {
		return nil, fmt.Errorf("%s cannot be written: %w", FileName, err)
	}
	return out, nil
}

// Node is the root value of the resource with the entries and questions that the set has
// now: the one that it was read from, with them in place of its own. That is not
// modified.
func (s *Set) Node() (*yaml.Node, error) {
	root := s.root
	if root == nil {
		docs, err := source.Parse([]byte(head))
		if err != nil {
			return nil, err
		}
		root = node.Root(docs[0])
	}
	return s.value(root), nil
}

func (s *Set) value(root *yaml.Node) *yaml.Node {
	entries := make([]*yaml.Node, len(s.Entries))
	for i, e := range s.Entries {
		if entries[i] = e.node; entries[i] == nil {
			entries[i] = e.written()
		}
	}
	open := make([]*yaml.Node, len(s.Open))
	for i, o := range s.Open {
		if open[i] = o.node; open[i] == nil {
			open[i] = o.written()
		}
	}
	return withList(withList(root, "decisions", entries), "open", open)
}

// withList is a map with a list in place of the one it has there, without it if the list
// is empty.
func withList(root *yaml.Node, name string, elements []*yaml.Node) *yaml.Node {
	old := node.FieldAt(root, name)
	switch {
	case old == nil && len(elements) == 0, old != nil && old.Kind == yaml.SequenceNode && slices.Equal(old.Content, elements):
		return root
	case len(elements) == 0:
		return node.With(root, name, nil)
	}
	list := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	if old != nil && old.Kind == yaml.SequenceNode && len(old.Content) > 0 {
		copied := *old
		list = &copied
	}
	list.Content = elements
	return node.With(root, name, list)
}

// written spells the entry.
func (e *Entry) written() *yaml.Node {
	m := e.Place.written()
	set(m, "original", e.Original)
	set(m, "updated", e.Updated)
	set(m, "dest", e.Dest)
	set(m, "mark", e.Mark)
	if e.Secret {
		add(m, "secret", flag())
	}
	set(m, "taken", e.Taken.String())
	if e.Value != nil {
		add(m, "value", plain(e.Value))
	}
	set(m, "when", e.When)
	return m
}

// written spells the question.
func (o *Open) written() *yaml.Node {
	m := o.Place.written()
	add(m, "conflict", node.String(o.Conflict))
	set(m, "at", o.At)
	if o.Removes {
		add(m, "removes", flag())
	}
	if o.Link {
		add(m, "link", flag())
	}
	if o.Secret {
		add(m, "secret", flag())
	}
	for _, v := range []struct {
		name  string
		value *yaml.Node
	}{{"original", o.Original}, {"updated", o.Updated}, {"dest", o.Dest}, {"theirs", o.Theirs}} {
		if v.value != nil && !o.Secret {
			add(m, v.name, plain(v.value))
		}
	}
	return m
}

func (p *Place) written() *yaml.Node {
	m, r := node.Map(), node.Map()
	r.Style = yaml.FlowStyle
	set(r, "apiVersion", p.Resource.APIVersion)
	set(r, "kind", p.Resource.Kind)
	set(r, "namespace", p.Resource.Namespace)
	set(r, "name", p.Resource.Name)
	if len(r.Content) > 0 {
		add(m, "resource", r)
	}
	set(m, "file", p.File)
	if p.Document > 0 {
		add(m, "document", number(p.Document))
	}
	set(m, "path", p.Path)
	return m
}

func add(m *yaml.Node, name string, value *yaml.Node) {
	m.Content = append(m.Content, node.String(name), value)
}

// set adds a field with a text, if that is not empty.
func set(m *yaml.Node, name, text string) {
	if text != "" {
		add(m, name, node.String(text))
	}
}

// plain is a copy of a value that stands for itself: aliases and merge keys are written
// out, comments are left out.
func plain(n *yaml.Node) *yaml.Node {
	n = node.Target(n)
	if n == nil {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}
	}
	c := &yaml.Node{Kind: n.Kind, Tag: n.Tag, Value: n.Value, Style: n.Style}
	switch n.Kind {
	case yaml.MappingNode:
		seen := map[string]bool{}
		for key, value := range node.Fields(n) {
			if id := key.Tag + "\x00" + key.Value; key.Kind != yaml.ScalarNode || !seen[id] {
				seen[id] = true
				c.Content = append(c.Content, plain(key), plain(value))
			}
		}
	case yaml.SequenceNode:
		for _, e := range n.Content {
			c.Content = append(c.Content, plain(e))
		}
	}
	return c
}

func flag() *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"} }

func number(n int) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: strconv.Itoa(n)}
}
