package decisions

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// Merge merges three versions of one file of decisions, as two branches of a repository
// have it: an entry or question that one of them added, changed or dropped is so in the
// result, which else has the bytes of ours. Where both decided one question differently,
// both entries are there, so that none answers and it is asked again. The error is that a
// version cannot be read, as of Read. The cost is that of merging two sets.
func Merge(original, ours, theirs []byte, name string) ([]byte, error) {
	var sets [3]*Set
	for side, text := range [...][]byte{merge.Original: original, merge.Updated: theirs, merge.Dest: ours} {
		var err error
		if sets[side], err = Read(text, name); err != nil {
			return nil, err
		}
	}
	was, is, s := sets[merge.Original], sets[merge.Updated], sets[merge.Dest]
	entry, open := func(e *Entry) *yaml.Node { return e.node }, func(o *Open) *yaml.Node { return o.node }
	s.Entries = merged(was.Entries, is.Entries, s.Entries, entry)
	s.Open = merged(was.Open, is.Open, s.Open, open)
	slices.SortStableFunc(s.Entries, (*Entry).compare)
	slices.SortStableFunc(s.Open, (*Open).compare)
	return s.Text()
}

// merged are the elements of ours, without those that theirs dropped, and with those that they added.
func merged[E any](original, theirs, ours []E, written func(E) *yaml.Node) []E {
	in := func(all []E) map[string]bool {
		has := make(map[string]bool, len(all))
		for _, e := range all {
			has[merge.Digest(written(e))] = true
		}
		return has
	}
	was, is, here := in(original), in(theirs), in(ours)
	kept := slices.DeleteFunc(slices.Clone(ours), func(e E) bool {
		id := merge.Digest(written(e))
		return was[id] && !is[id]
	})
	for _, e := range theirs {
		if id := merge.Digest(written(e)); !was[id] && !here[id] {
			kept = append(kept, e)
		}
	}
	return kept
}
