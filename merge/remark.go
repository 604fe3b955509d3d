package merge

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// remarked reports whether there are other comments in a version of a value.
func (w *walker) remarked(o, version *yaml.Node) bool {
	return w.traits.comments && version != nil && (hasOwn(spot{nil, version}, spot{nil, o}) || hasOwn(spot{nil, o}, spot{nil, version}))
}

// remark gives r, a value that equals each of o, u and d that is not nil, the
// merged comments of everything in it: the values are merged once more, and dest's
// is what they come to. Nulls are values there.
func (w *walker) remark(r, o, u, d *yaml.Node) *yaml.Node {
	if !w.traits.comments || d == nil || u == nil || r == nil || r.Kind == yaml.AliasNode {
		return r
	}
	nulls := w.traits.nulls
	w.traits.nulls = false
	r = w.value(nil, o, u, d)
	w.traits.nulls = nulls
	return r
}

// paired merges the comments of the elements of an atomic list, which pair by
// equal value in order. r is the list of the result.
func (w *walker) paired(r, o, u, d *yaml.Node) *yaml.Node {
	if !w.traits.comments || r == nil || r.Kind != yaml.SequenceNode || u == nil || d == nil {
		return r
	}
	counts := map[string]int{}
	count(counts, 1, o, u, d)
	if len(counts) == 0 {
		return r
	}
	co, cu, cd, cr := occurrences(o), occurrences(u), occurrences(d), occurrences(r)
	out := rebuilt(r, func(i int, e []*yaml.Node) []*yaml.Node {
		eo, eu, ed := co.at(co.find(&cr, i)), cu.at(cu.find(&cr, i)), cd.at(cd.find(&cr, i))
		w.enter(place{index: i})
		_, v := w.comments(spot{nil, w.remark(e[0], eo, eu, ed)}, spot{nil, eo}, spot{nil, eu}, spot{nil, ed})
		w.leave()
		return []*yaml.Node{v}
	})
	if Equal(o, d) && cd.lostRemark(&co, &cr) {
		w.note(terms.NoteComment, terms.CommentGone)
	}
	if Equal(o, u) && cu.lostRemark(&co, &cr) {
		w.note(terms.NoteComment, "a comment of updated is not taken: dest has something else there")
	}
	return out
}

// lostRemark reports whether an element that a result does not have has a comment of its
// own.
//
// See resource/testdata/merge/comments-gone.txtar.
func (c *children) lostRemark(original, result *children) bool {
	for i, e := range c.nodes {
		if result.at(result.find(c, i)) == nil && hasOwn(spot{nil, e}, spot{nil, original.at(original.find(c, i))}) {
			return true
		}
	}
	return false
}

// occurrences takes a list apart by value: the first element of a value is one, the
// second another.
func occurrences(list *yaml.Node) children {
	c := membersOf(list)
	inOrderOfKeys(c.ids, nil)
	return c
}
