package resource

import (
	"iter"
	"path"

	"github.com/krm-merge/krm-merge/merge"
)

// deletedWhole are the files and directories of original of which dest has nothing any more, under whatever
// name. What upstream adds in them would come back alone, as a fragment.
func (p *pkg) deletedWhole() map[string]bool {
	if !p.opts.NoFragments {
		return nil
	}
	gone := map[string]bool{}
	for _, m := range p.members[merge.Original] {
		for at := range above(m.Path) {
			gone[at] = true
		}
	}
	for _, d := range p.members[merge.Dest] {
		for _, m := range []*member{d, d.triple.o()} {
			if m == nil {
				continue
			}
			for at := range above(m.Path) {
				delete(gone, at)
			}
		}
	}
	return gone
}

// above are a file and the directories that it lies in but the root, the innermost first.
func above(file string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := file; at != "" && at != "." && at != "/" && yield(at); {
			at = path.Dir(at)
		}
	}
}

// DeletedWith is the outermost directory that dest deleted whole, or file, in which a file is; "" for none.
func (o *Outcome) DeletedWith(file string) (top string) {
	for at := range above(file) {
		if o.deletedWhole[at] {
			top = at
		}
	}
	return top
}
