package merge

import (
	"cmp"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// ThreeWay carries what changed from original to updated over to dest.
//
// No version is modified. One that Check refuses is an *InputError. The cost is
// linear in the size of the versions.
//
// It implements the 3-way merge of the published merge documents; what they
// leave open is decided in docs/rules.md.
//
// rule: whole/*
func ThreeWay(v Versions, opts Options) (Result, error) {
	return newWalker(threeWay, opts).run(opts.Schema, v)
}

// TwoWay applies source, which is a patch, to dest.
//
// Both are values or documents of any kind, nil if there is none; neither is modified.
// A null in source removes; the directives of strategic merge patch ($patch,
// $retainKeys, $setElementOrder/…, $deleteFromPrimitiveList/…) are obeyed and never
// part of the result. There are no conflicts: source wins. The node is nil if source
// deletes the whole. A value that Check refuses, an unknown directive, and an element
// of a list keyed by its schema that lacks a key or repeats one are an *InputError. The
// cost is linear.
//
// It implements the 2-way merge of the published merge documents and the
// multi-field merge keys of strategic merge patch; see docs/rules.md.
//
// rule: twoway/*
func TwoWay(source, dest *yaml.Node, opts Options) (Result, error) {
	w := newWalker(twoWay, opts)
	return w.run(opts.Schema, Versions{Updated: source, Dest: dest})
}

// run checks the versions and merges them.
func (w *walker) run(s Schema, v Versions) (Result, error) {
	for side, n := range v.all() {
		if err := w.traits.inspect(n); err != nil {
			err.Side = Side(side)
			return Result{}, err
		}
	}
	if w.compares {
		w.traits.comments = false
	}
	r := w.root(s, v)
	w.differs(0, spot{nil, node.Root(v.Updated)}, spot{nil, node.Root(v.Dest)}, node.Root(r.Node))
	if w.err != nil {
		return Result{}, w.err
	}
	return r, nil
}

// root merges whole documents: their values, and the comments around them.
func (w *walker) root(s Schema, v Versions) Result {
	o, u, d := node.Root(v.Original), node.Root(v.Updated), node.Root(v.Dest)
	w.versions, w.gaps = v, [3]*gaps{}
	r := w.value(s, o, u, d)
	_, r = w.comments(spot{nil, r}, spot{nil, o}, spot{nil, u}, spot{nil, d})
	r = w.document(w.writeAliases(r), v)
	return Result{Node: r, Conflicts: w.conflicts, Notes: w.notes}
}

// document puts the merged value back into a document, if dest (else updated)
// came in one, with the merged comments around it.
func (w *walker) document(r *yaml.Node, v Versions) *yaml.Node {
	like := cmp.Or(v.Dest, v.Updated)
	if r == nil || like.Kind != yaml.DocumentNode {
		return r
	}
	_, doc := w.comments(spot{nil, node.InDocument(like, r)}, around(v.Original), around(v.Updated), around(v.Dest))
	return doc
}

// around is where the comments around a document stand.
func around(n *yaml.Node) spot {
	if n == nil || n.Kind != yaml.DocumentNode {
		return spot{}
	}
	return spot{nil, n}
}
