package marks

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Side is a text with one side of its marks everywhere. It finds the places that labels name.
// Each map and list is looked through once, however many places are asked for.
type Side struct {
	// Resources are those of the text by what labels call them, the first of each name.
	Resources map[string]*resource.Resource
	finders   map[*resource.Resource]*Finder
}

// Place is what a side has at a place.
type Place struct {
	// Resource holds it, nil where the side has no such resource.
	Resource *resource.Resource
	// Value is nil where there is nothing.
	Value *yaml.Node
	// From and To are its lines in the text, counted from 0, To behind the last one. What is not
	// there has none.
	From, To int
	// Line is that of its key or value, counted from 1.
	Line int
}

// ReadSide reads a text. The error is that it cannot be parsed, or repeats a key; then it can be
// looked through all the same. The cost is that of parsing.
func ReadSide(text []byte, name string) (*Side, error) {
	s := &Side{map[string]*resource.Resource{}, map[*resource.Resource]*Finder{}}
	docs, err := source.Parse(text)
	if err != nil {
		return nil, err
	}
	for i, doc := range docs {
		root := node.Root(doc)
		if wrong := merge.Check(root); merge.RepeatsKey(wrong) {
			err = wrong
		} else if wrong != nil {
			return nil, wrong
		}
		s.add(&resource.Resource{Node: root, Path: name, Name: name, Index: i})
		for _, item := range node.Items(root) {
			s.add(&resource.Resource{Node: item, Path: name, Name: name, Index: i})
		}
	}
	return s, err
}

func (s *Side) add(r *resource.Resource) {
	if name := r.At().Called(); s.Resources[name] == nil {
		s.Resources[name], s.finders[r] = r, NewFinder(r.Node)
	}
}

// Secret reports whether it holds a resource whose values nobody must see.
func (s *Side) Secret() bool {
	for _, r := range s.Resources {
		if r.Secret() {
			return true
		}
	}
	return false
}

// Find finds a place of the resource that labels call so. A nil side has none.
func (s *Side) Find(name string, at merge.Path) Place {
	if s == nil || s.Resources[name] == nil {
		return Place{}
	}
	p := Place{Resource: s.Resources[name]}
	spot, rest := s.finders[p.Resource].Find(at)
	if text := node.Target(spot.Value); len(rest) == 0 {
		p.is(spot)
	} else if text != nil && text.Kind == yaml.ScalarNode {
		p.isIn(text, rest)
	}
	return p
}

// is puts it where a spot is.
func (p *Place) is(spot merge.Spot) {
	p.From = max(0, spot.Line()-1)
	if spot.Key != nil && spot.Key.HeadComment != "" {
		p.From = max(0, p.From-1-strings.Count(spot.Key.HeadComment, "\n"))
	}
	p.Value, p.To, p.Line = spot.Value, max(p.From, lastLine(spot.Value)), spot.Line()
}

// isIn puts it inside of a document that stands in a text: on its own lines where that is a block whose
// lines are those of the document, else on those of the text.
func (p *Place) isIn(text *yaml.Node, at merge.Path) {
	docs, err := source.Parse([]byte(text.Value))
	if err != nil || len(docs) != 1 {
		return
	}
	switch spot, whole := at.Find(docs[0]); {
	case whole && text.Style&yaml.LiteralStyle != 0:
		p.is(spot)
		p.From, p.To, p.Line = p.From+text.Line, p.To+text.Line, p.Line+text.Line
	case whole:
		p.is(merge.Spot{Value: text})
	}
}

// lastLine is the last line of a value, counted from 1. Of a scalar on several lines only that
// of a block is known; else it is the first one.
func lastLine(n *yaml.Node) int {
	if n == nil {
		return 0
	}
	last := n.Line
	if n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		last += strings.Count(strings.TrimSuffix(n.Value, "\n"), "\n") + 1
	}
	if len(n.Content) > 0 { // It stands in order.
		last = max(last, lastLine(n.Content[len(n.Content)-1]))
	}
	return last
}
