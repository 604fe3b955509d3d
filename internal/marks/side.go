package marks

import (
	"path"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Side is a text with one side of its marks everywhere. It finds the places that labels name.
// Each map, list and string is looked through once, however many places are asked for.
type Side struct {
	// Resources are those of the text by what labels call them, the first of each name.
	Resources map[string]*resource.Resource
	finders   map[*yaml.Node]*merge.Finder
	// documents are those in strings.
	documents map[*yaml.Node]*yaml.Node
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
	s := &Side{map[string]*resource.Resource{}, map[*yaml.Node]*merge.Finder{}, map[*yaml.Node]*yaml.Node{}}
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
	if name := Called(r); s.Resources[name] == nil {
		s.Resources[name] = r
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

// Find finds a place of the resource that labels call so, also in documents that strings hold.
// A nil side has none.
func (s *Side) Find(name string, at merge.Path) Place {
	if s == nil || s.Resources[name] == nil {
		return Place{}
	}
	r := s.Resources[name]
	p := s.find(r.Node, at)
	p.Resource = r
	return p
}

func (s *Side) find(root *yaml.Node, at merge.Path) Place {
	for n := len(at); n >= 0; n-- {
		spot, whole := s.finder(root).Find(at[:n])
		value := node.Target(spot.Value)
		switch {
		case whole && n == len(at):
			from := max(0, spot.Line()-1)
			if spot.Key != nil && spot.Key.HeadComment != "" {
				from = max(0, from-1-strings.Count(spot.Key.HeadComment, "\n"))
			}
			return Place{Value: spot.Value, From: from, To: max(from, lastLine(spot.Value)), Line: spot.Line()}
		case whole && value != nil && value.Kind == yaml.ScalarNode:
			return s.within(value, at[n:])
		}
	}
	return Place{}
}

// within finds a place of the document that a string holds. Only a literal block has the
// lines of its text.
func (s *Side) within(text *yaml.Node, at merge.Path) Place {
	root, read := s.documents[text]
	if !read {
		root = documentIn(text.Value)
		s.documents[text] = root
	}
	if value := node.Target(root); value == nil || value.Kind == yaml.ScalarNode {
		return Place{} // Of plain text every document is that text again.
	}
	p := s.find(root, at)
	switch {
	case p.Value == nil:
	case text.Style&yaml.LiteralStyle != 0:
		p.From, p.To, p.Line = p.From+text.Line, p.To+text.Line, p.Line+text.Line
	default:
		p.From, p.To, p.Line = max(0, text.Line-1), lastLine(text), text.Line
	}
	return p
}

func (s *Side) finder(root *yaml.Node) *merge.Finder {
	if s.finders[root] == nil {
		s.finders[root] = merge.NewFinder(root)
	}
	return s.finders[root]
}

// documentIn is the document that a string holds, a list of several ones, nil for none.
func documentIn(text string) *yaml.Node {
	docs, err := source.Parse([]byte(text))
	if err != nil || len(docs) == 0 {
		return nil
	}
	if len(docs) == 1 {
		return node.Root(docs[0])
	}
	list := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	for _, doc := range docs {
		list.Content = append(list.Content, node.Root(doc))
	}
	return list
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

// Called is what labels call a resource that was parsed.
func Called(r *resource.Resource) string { return nameOf(r, r.Meta()) }

// nameOf is what labels call a resource, or a file that is merged whole; a document without a
// name of a file is called by its number, but the first.
func nameOf(r *resource.Resource, meta *resource.Meta) string {
	switch ref := meta.Ref(); {
	case r.Node == nil && r.Deferred == nil:
		return path.Base(r.Path)
	case ref.Kind != "" && ref.APIVersion != "":
		return ref.String()
	case r.Index > 0:
		return "#" + strconv.Itoa(r.Index+1)
	}
	return ""
}
