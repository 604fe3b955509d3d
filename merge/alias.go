package merge

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
)

// alias gives the result of a place back the alias that dest (else updated) has there.
// The alias is provisional: writeAliases keeps it if its anchor precedes it with an equal
// value, and else writes it out.
//
// rule: alias/*, twoway/alias/*
func (w *walker) alias(u, d, r *yaml.Node) *yaml.Node {
	if !w.traits.aliases || r == nil {
		return r
	}
	switch {
	case d != nil && d.Kind == yaml.AliasNode:
		if target(d) == r {
			return d
		}
		n := *d
		n.Alias = r
		return &n
	case d != nil && d.Anchor != "" && r.Anchor != d.Anchor && r.Kind != yaml.AliasNode:
		n := *r
		n.Anchor = d.Anchor
		w.moveInheritance(r, &n)
		return &n
	case u != nil && u.Kind == yaml.AliasNode && target(u) == r:
		return u
	}
	return r
}

// inherit remembers that dest's map has a merge key, so that the result, whose fields
// are all written out, can have it again.
func (w *walker) inherit(result, dest *yaml.Node) {
	var m mergeKey
	for k, v := range node.Pairs(dest.Content) {
		switch {
		case node.IsMergeKey(k):
			m.key, m.value, m.next = k, v, nil
		default:
			if m.key != nil && m.next == nil {
				m.next = k
			}
			m.own.nodes = append(m.own.nodes, k, v)
		}
	}
	if w.inherits == nil {
		w.inherits = map[*yaml.Node]mergeKey{}
	}
	w.inherits[result] = m
}

// writeAliases goes through the result in document order. It keeps each alias and merge key
// that is still valid, because the anchor before it has its value, and writes out the
// others.
func (w *walker) writeAliases(root *yaml.Node) *yaml.Node {
	if root == nil || !w.traits.aliases {
		return root
	}
	s := aliasWriter{walker: w, anchors: map[string]*yaml.Node{}}
	return s.node(root)
}

type aliasWriter struct {
	*walker
	// anchors are the anchors defined so far.
	anchors map[string]*yaml.Node
	// copying: inside something written out, which must not define its
	// anchors again.
	copying bool
}

func (s *aliasWriter) node(n *yaml.Node) *yaml.Node {
	switch {
	case n.Kind == yaml.AliasNode:
		return s.aliasNode(n)
	case !s.copying:
		s.anchors[n.Anchor] = nil // Inside of it an alias would stand for the whole, not for an earlier anchor of the name.
	}
	switch n.Kind {
	case yaml.MappingNode:
		n = s.mapping(n)
	case yaml.SequenceNode:
		n = rebuilt(n, func(i int, e []*yaml.Node) []*yaml.Node {
			s.enter(place{index: i})
			defer s.leave()
			return []*yaml.Node{s.node(e[0])}
		})
	}
	switch {
	case n.Anchor == "":
	case s.copying:
		bare := *n
		bare.Anchor = ""
		n = &bare
	case s.anchors[n.Anchor] == nil: // Else one inside of it has the name.
		s.anchors[n.Anchor] = n
	}
	return n
}

func (s *aliasWriter) aliasNode(n *yaml.Node) *yaml.Node {
	anchor := s.anchors[n.Value]
	if anchor != nil && Equal(anchor, n.Alias) {
		if anchor == n.Alias {
			return n
		}
		alias := *n
		alias.Alias = anchor
		return &alias
	}
	s.note(terms.NoteAlias, "alias *"+n.Value+" was written out, because its anchor is gone or has another value now")
	outer := s.copying
	s.copying = true
	value := *s.node(target(n))
	s.copying = outer
	value.HeadComment, value.LineComment, value.FootComment = n.HeadComment, n.LineComment, n.FootComment
	return &value
}

func (s *aliasWriter) mapping(n *yaml.Node) *yaml.Node {
	m, provisional := s.inherits[n]
	if f := fieldsOf(n); !provisional && f.inherits && !s.trueMergeKeys(n) {
		flat := withContent(n, f.nodes)
		s.inherit(flat, n)
		m, provisional, n = s.inherits[flat], true, flat
	}
	if provisional {
		n = s.withMergeKey(n, m)
	}
	return rebuilt(n, func(_ int, field []*yaml.Node) []*yaml.Node {
		s.enter(place{key: field[0]})
		defer s.leave()
		if key, value := s.node(field[0]), s.node(field[1]); key != field[0] || value != field[1] {
			return []*yaml.Node{key, value}
		}
		return field
	})
}

// trueMergeKeys reports whether all merge keys of a map mean what they meant.
func (s *aliasWriter) trueMergeKeys(n *yaml.Node) bool {
	for key, value := range node.Pairs(n.Content) {
		if !node.IsMergeKey(key) {
			continue
		}
		if now := s.current(value); now == nil || !Equal(now, value) {
			return false
		}
	}
	return true
}

// withMergeKey gives a map, whose fields are all written out, dest's merge key
// back, if what it inherits now is part of the map.
func (s *aliasWriter) withMergeKey(n *yaml.Node, m mergeKey) *yaml.Node {
	all := fieldsOf(n)
	value, now := s.current(m.value), children{}
	if value != nil {
		now = fieldsOf(&yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{m.key, value}})
	}
	if value == nil || !all.holds(&now) {
		s.note(terms.NoteAlias, "the merge key << was written out, because what it merges in has changed")
		return n
	}
	out := *n
	out.Content = nil
	// What dest did not spell out itself stands behind the merge key: to
	// Kubernetes' reader, a merge key that comes later has the last word.
	var behind []*yaml.Node
	placed := false
	place := func() {
		out.Content = append(append(out.Content, m.key, value), behind...)
		behind, placed = nil, true
	}
	for i := range all.len() {
		k, v := all.key(i), all.value(i)
		if !placed && m.next != nil && sameKey(k, m.next) {
			place()
		}
		own, j := m.own.find(&all, i) >= 0, now.find(&all, i)
		switch {
		case !own && j >= 0 && Equal(now.value(j), v):
		case own || placed:
			out.Content = append(out.Content, k, v)
		default:
			behind = append(behind, k, v)
		}
	}
	if !placed {
		place()
	}
	return &out
}

// current is the value of a merge key with its aliases pointing to the anchors
// of the result, nil if one of them is gone or names no map.
func (s *aliasWriter) current(v *yaml.Node) *yaml.Node {
	if v.Kind == yaml.AliasNode {
		anchor := s.anchors[v.Value]
		if anchor == nil || anchor.Kind != yaml.MappingNode {
			return nil
		}
		alias := *v
		alias.Alias = anchor
		return &alias
	}
	if v.Kind != yaml.SequenceNode {
		return v
	}
	out := *v
	out.Content = make([]*yaml.Node, len(v.Content))
	for i, e := range v.Content {
		if out.Content[i] = s.current(e); out.Content[i] == nil {
			return nil
		}
	}
	return &out
}

// value merges one place: whatever the three versions have there.
func (w *walker) value(s Schema, o, u, d *yaml.Node) *yaml.Node {
	if r, settled := w.null(s, &o, u, d); settled {
		return r
	}
	return w.alias(u, d, w.walk(w, s, target(o), target(u), target(d)))
}
