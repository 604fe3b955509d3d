package merge

import "go.yaml.in/yaml/v3"

// Difference is a place in which two versions differ.
type Difference struct {
	Path Path
	// From and To are the place in the versions; its value is nil where one has none.
	From, To Spot
}

// Compare gives the places in which a version differs from another by value, in the order
// of the walk: fields, elements and members that one of them lacks, and values that are
// taken whole. Lists are taken apart as a merge does it; comments, spelling and the order of fields do not count; that of lists that are sets or
// have keys does with OrderUpdated. Of the other options those count that say what a place
// is. No version is modified; one that Check refuses is an
// *InputError. The cost is linear in the size of the versions, and in their depth.
func Compare(from, to *yaml.Node, opts Options) ([]Difference, error) {
	w := newWalker(threeWay, Options{
		Schema: opts.Schema, CommentSchema: opts.CommentSchema,
		Policy: Policy{KeepNulls: true, UpdatedOrder: opts.Policy.UpdatedOrder},
	})
	w.compares = true
	if _, err := w.run(opts.Schema, Versions{Original: from, Updated: to, Dest: from}); err != nil {
		return nil, err
	}
	return w.differences, nil
}

// differs records the place at hand, of which the merge made the value: if it is taken
// whole, instead of what is in it and was recorded since then.
func (w *walker) differs(since int, u, d spot, value *yaml.Node) {
	if !w.compares || value == d.value {
		return
	}
	whole := value == nil || d.value == nil || target(value) == target(u.value)
	if !whole && len(w.differences) > since || Equal(value, d.value) {
		return
	}
	w.differences = append(w.differences[:since], Difference{Path: pathOf(w.at), From: Spot{d.key, d.value}, To: Spot{u.key, u.value}})
}
