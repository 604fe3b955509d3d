package decisions

import (
	"slices"

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
	s.Entries, s.Open = merged(was.Entries, is.Entries, s.Entries), merged(was.Open, is.Open, s.Open)
	return s.Text()
}

// merged are the questions of ours, without those that theirs dropped, and with those that they added.
func merged(original, theirs, ours []*Question) []*Question {
	in := func(all []*Question) map[string]bool {
		has := make(map[string]bool, len(all))
		for _, q := range all {
			has[merge.Digest(q.node)] = true
		}
		return has
	}
	was, is, here := in(original), in(theirs), in(ours)
	kept := slices.DeleteFunc(slices.Clone(ours), func(q *Question) bool {
		id := merge.Digest(q.node)
		return was[id] && !is[id]
	})
	for _, q := range theirs {
		if id := merge.Digest(q.node); !was[id] && !here[id] {
			kept = append(kept, q)
		}
	}
	slices.SortStableFunc(kept, (*Question).compare)
	return kept
}
