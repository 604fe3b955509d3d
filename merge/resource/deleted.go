package resource

import "github.com/krm-merge/krm-merge/merge"

// deletedWhole are the files and directories of original of which dest has nothing any more, under whatever
// name. What upstream adds in them would come back alone, as a fragment.
func (p *pkg) deletedWhole() Directories {
	if !p.opts.NoFragments {
		return nil
	}
	gone := Directories{}
	for _, m := range p.members[merge.Original] {
		for at := range above(m.Path) {
			gone[at] = true
		}
	}
	for _, d := range p.members[merge.Dest] {
		gone.without(d.Resource)
		if o := d.triple.o(); o != nil {
			gone.without(o.Resource)
		}
	}
	return gone
}

// DeletedWith is the outermost directory that dest deleted whole, or file, in which a file is; "" for none.
func (o *Outcome) DeletedWith(file string) (top string) { return o.deletedWhole.outermost(file) }
