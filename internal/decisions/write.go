package decisions

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
)

// head is the text of a file without entries. Argo CD would send the resource to a cluster, if not
// for the comment, which it looks for anywhere in a file.
const head = `# +argocd:skip-file-rendering
apiVersion: ` + apiVersion + `
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
	if s.root == nil && s.IsEmpty() {
		return s.text, nil
	}
	in, err := s.begun()
	if err != nil {
		return nil, err
	}
	out, err := source.Print(in.text, []source.Change{{Old: in.doc, New: node.InDocument(in.doc, in.value(in.root))}})
	if err != nil {
		return nil, fmt.Errorf("%s cannot be written: %w", FileName, err)
	}
	return out, nil
}

// Node is the root value of the resource with the entries and questions that the set has
// now: the one that it was read from, with them in place of its own. That is not
// modified.
func (s *Set) Node() (*yaml.Node, error) {
	in, err := s.begun()
	return in.value(in.root), err
}

// begun is the set with a document, a new one at the end of its text where it was read from none.
func (s Set) begun() (Set, error) {
	if s.root != nil {
		return s, nil
	}
	s.text = append(slices.Clone(s.text), head...)
	docs, err := source.Parse(s.text)
	if err != nil {
		return s, fmt.Errorf("the head of %s cannot be written: %w", FileName, err)
	}
	s.doc = docs[len(docs)-1]
	s.root = node.Root(s.doc)
	return s, nil
}

func (s *Set) value(root *yaml.Node) *yaml.Node {
	return withList(withList(root, "decisions", s.Entries), "open", s.Open)
}

// withList is a map with a list of questions in place of the one it has there, without it if there are none.
func withList(root *yaml.Node, name string, questions []*Question) *yaml.Node {
	list, elements := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}, make([]*yaml.Node, len(questions))
	for i, q := range questions {
		elements[i] = q.node
	}
	old := node.FieldAt(root, name)
	switch {
	case old == nil && len(elements) == 0, old != nil && old.Kind == yaml.SequenceNode && slices.Equal(old.Content, elements):
		return root
	case len(elements) == 0:
		return node.With(root, name, nil)
	case len(node.Elements(old)) > 0:
		*list = *old
	}
	list.Content = elements
	return node.With(root, name, list)
}

// spelled is the question as an element of a list: its values stand for themselves.
func (q *Question) spelled() *Question {
	c := *q
	c.Original, c.Updated, c.Dest, c.Theirs, c.Value = plain(q.Original), plain(q.Updated), plain(q.Dest), plain(q.Theirs), plain(q.Value)
	c.node = &yaml.Node{}
	if err := c.node.Encode(c); err != nil {
		panic(err) // There are texts, numbers, truth values and plain values in it.
	}
	return &c
}

// plain is a copy of a value that stands for itself: aliases and merge keys are written
// out, comments are left out; nil for none.
func plain(n *yaml.Node) *yaml.Node {
	if n == nil {
		return nil
	}
	if n = node.Target(n); n == nil {
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
