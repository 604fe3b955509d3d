package merge

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
)

func newWalker(s system, opts Options) *walker {
	w := &walker{walk: (*walker).present, system: s, opts: opts, ruled: ruled{leading: all(len(opts.Rules))}}
	w.policy = w.ruledPolicy()
	return w
}

// present merges a place after nulls and aliases are looked through.
func (w *walker) present(s Schema, o, u, d *yaml.Node) *yaml.Node {
	if w.system.patches() {
		u = tagged(u, d)
	}
	both, form := u != nil && d != nil, shapeOf(u)
	if u == nil {
		form = shapeOf(d)
	}
	switch {
	case u == nil && d == nil:
		return nil
	case both && shapeOf(d) != form, !both && o != nil && shapeOf(o) != form:
		return w.takenWhole(s, u, w.ofKinds(s, o, u, d))
	case o != nil && shapeOf(o) != form:
		// Both sides turned the place into one kind: original does not matter any more.
		o = nil
	case o != nil || both:
	case u == nil:
		return w.kept(s, d)
	case w.system == freeForm:
		return u
	case !w.system.patches():
		return w.cleared(s, u)
	}
	// What only a patch has is taken apart, too, for what it must not have and
	// what it removes.
	if form.kind == yaml.MappingNode {
		return w.fields(s, o, u, d)
	}
	was, is := w.mirrored(o, u, d)
	var r *yaml.Node
	if form.kind == yaml.SequenceNode {
		r = w.list(s, was, is, d)
	} else {
		r = w.scalar(was, is, d)
	}
	if is != u {
		return w.ofMirror(is, d, r)
	}
	return r
}

// scalar merges a place that holds one value: in parts, if it is a text or an image.
func (w *walker) scalar(o, u, d *yaml.Node) *yaml.Node {
	if r, merged := w.text(o, u, d); merged {
		return r
	}
	if r, merged := w.image(o, u, d); merged && !w.holdsPinned(o, u, d) {
		if r != u && r != d {
			w.note(terms.NoteImage, imageParts)
		}
		return r
	}
	return w.whole(BothChanged, o, u, d)
}

// ofKinds decides about values of different kinds.
//
// rule: kind/*, twoway/kind/*
func (w *walker) ofKinds(s Schema, o, u, d *yaml.Node) *yaml.Node {
	switch {
	case w.same(s, o, u), w.holdsPinned(o, u, d):
		return d
	case w.same(s, o, d):
		return u
	}
	return w.whole(KindChanged, o, u, d)
}
