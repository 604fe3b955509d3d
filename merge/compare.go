package merge

import "go.yaml.in/yaml/v3"

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
