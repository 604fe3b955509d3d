package merge

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// Options are what a merge needs besides the versions.
type Options struct {
	// Schema is the schema of the root; nil if nothing is known about it.
	Schema Schema
	// Policy decides what the rules leave open.
	Policy Policy
	// Rules are settings for single places; the first that matches wins.
	Rules []Rule
	// Mirrors are the registries that dest changed; they count where Policy.Images is
	// ImagesByParts.
	Mirrors []Mirror
	// ModeKey is the key under which maps hold their mode, "" if none do.
	ModeKey string
	// CommentSchema reads a schema that somebody wrote in a comment of a field,
	// nil if the comment holds none. It comes before Schema. It may be nil.
	CommentSchema func(comment string) Schema
	// Newer compares two scalars as versions for TakeNewest: positive if a is the
	// higher, negative if b is; false if they are not versions of the same. It may be
	// nil.
	Newer func(a, b string) (order int, versions bool)
	// Answers is asked about each conflict that no comment, rule or mode decides, before
	// the policy is; a merge asks the same whenever it runs. It may be nil.
	Answers func(*Conflict) (Answer, bool)
}

// Versions are what a 3-way merge takes: values or documents of any kind, nil
// where a version has none.
type Versions struct {
	// Original is the upstream version that Dest was made from.
	Original *yaml.Node
	// Updated is the new upstream version.
	Updated *yaml.Node
	// Dest is the local version, the one that is merged into.
	Dest *yaml.Node
}

// all are the versions by their sides.
func (v Versions) all() [3]*yaml.Node { return [3]*yaml.Node{v.Original, v.Updated, v.Dest} }

// Result is what a merge gives.
type Result struct {
	// Node is the merged value, nil if nothing is left. It is dest itself if
	// nothing changed. It shares nodes with the inputs, so it must not be
	// modified.
	Node *yaml.Node
	// Conflicts stand in the order of dest; at each level those about what dest
	// does not have come last.
	Conflicts []Conflict
	Notes     []Note
}

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
	like := v.Dest
	if like == nil {
		like = v.Updated
	}
	if r == nil || like == nil || like.Kind != yaml.DocumentNode {
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
