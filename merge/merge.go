package merge

import (
	"errors"

	"go.yaml.in/yaml/v3"
)

// Options are what a merge needs to know beside the versions.
type Options struct {
	// Schema says what the root is; nil if nothing is known about it.
	Schema Schema
	// Policy decides what the rules leave open.
	Policy Policy
	// Rules are settings for single places; the first that matches wins.
	Rules []Rule
	// ModeKey is the key under which maps hold their mode, "" if none do.
	ModeKey string
	// CommentSchema reads a schema that somebody wrote in a comment of a field,
	// nil if the comment holds none. It comes before Schema. It may be nil.
	CommentSchema func(comment string) Schema
	// Newer compares two scalars as versions for TakeNewest: positive if a is
	// the higher, negative if b is; false if they are no versions of one thing.
	// It may be nil.
	Newer func(a, b string) (order int, versions bool)
	// Documents reads and writes what strings hold whose name ends in .yaml,
	// .yml or .json, so that they merge by structure under TextLines. Without
	// it, nil, they merge line by line as other strings do.
	Documents Documents
}

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
// Each version is a value or a document of any kind, nil if the version has
// none; none is modified. A version that Check refuses is an *InputError. The
// cost is linear in the size of the versions.
//
// It implements the 3-way merge of the published merge documents; what they
// leave open is decided in docs/rules.md.
func ThreeWay(original, updated, dest *yaml.Node, opts Options) (Result, error) {
	w := newWalker(threeWay, opts)
	return w.run(opts.Schema, original, updated, dest)
}

// TwoWay applies source, which is a patch, to dest.
//
// Both are values or documents of any kind, nil if there is none; neither is
// modified. A null in source removes; the directives of strategic merge patch
// ($patch, $retainKeys, $setElementOrder/…, $deleteFromPrimitiveList/…) are
// obeyed and never part of the result. There are no conflicts: source has its
// way. The node is nil if source deletes the whole. A value that Check refuses,
// an unknown directive, and an element of a list keyed by its schema that lacks
// a key or repeats one are an *InputError. The cost is linear.
//
// It implements the 2-way merge of the published merge documents and the
// multi-field merge keys of strategic merge patch; see docs/rules.md.
func TwoWay(source, dest *yaml.Node, opts Options) (Result, error) {
	w := newWalker(twoWay, opts)
	return w.run(opts.Schema, nil, source, dest)
}

// run checks the versions and merges them.
func (w *walker) run(s Schema, original, updated, dest *yaml.Node) (Result, error) {
	for _, v := range []struct {
		side Side
		node *yaml.Node
	}{{Original, original}, {Updated, updated}, {Dest, dest}} {
		t, err := inspect(v.node)
		if err != nil {
			var in *InputError
			if errors.As(err, &in) {
				in.Side = v.side
			}
			return Result{}, err
		}
		w.traits = w.traits.or(t)
	}
	r := w.root(s, original, updated, dest)
	if w.err != nil {
		return Result{}, w.err
	}
	return r, nil
}

// root merges whole documents: their values, and the comments around them.
func (w *walker) root(s Schema, original, updated, dest *yaml.Node) Result {
	o, u, d := content(original), content(updated), content(dest)
	r := w.value(s, o, u, d)
	_, r = w.comments(spot{nil, r}, spot{nil, o}, spot{nil, u}, spot{nil, d})
	r = w.settle(r)
	return Result{Node: w.document(r, original, updated, dest), Conflicts: w.conflicts, Notes: w.notes}
}

// content is the value of a document; other nodes are values themselves.
func content(n *yaml.Node) *yaml.Node {
	if n == nil || n.Kind == 0 {
		return nil
	}
	if n.Kind != yaml.DocumentNode {
		return n
	}
	if len(n.Content) == 0 {
		return nil
	}
	return n.Content[0]
}

// document puts the merged value back into a document, if dest (else updated)
// came in one, with the merged comments around it.
func (w *walker) document(r, original, updated, dest *yaml.Node) *yaml.Node {
	like := dest
	if like == nil {
		like = updated
	}
	if r == nil || like == nil || like.Kind != yaml.DocumentNode {
		return r
	}
	doc := like
	if r != content(like) {
		n := *like
		n.Content = []*yaml.Node{r}
		doc = &n
	}
	_, doc = w.comments(spot{nil, doc}, around(original), around(updated), around(dest))
	return doc
}

// around is where the comments around a document stand.
func around(n *yaml.Node) spot {
	if n == nil || n.Kind != yaml.DocumentNode {
		return spot{}
	}
	return spot{nil, n}
}
