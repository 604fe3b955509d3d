package resource

import (
	"fmt"
	"strings"

	"github.com/krm-merge/krm-merge/merge"
)

// copied notes in what was found which others that the version gained are alike as well
// and are no other's new name: the version may have renamed one of them, and have copied
// it.
func (c *candidates) copied(found []renaming) {
	paired, by := map[*member]bool{}, map[*member]*renaming{}
	for i := range found {
		paired[found[i].is], by[found[i].was] = true, &found[i]
	}
	var renamed, rest []*member
	for _, m := range c.lost {
		if by[m] != nil {
			renamed = append(renamed, m)
		}
	}
	for _, m := range c.gained {
		if !paired[m] {
			rest = append(rest, m)
		}
	}
	if len(renamed) == 0 || len(rest) == 0 {
		return
	}
	for i, alike := range c.scale.AllAlike(features(renamed), features(rest)) {
		for _, j := range alike {
			by[renamed[i]].copies = append(by[renamed[i]].copies, rest[j])
		}
	}
}

// unsure reports whether nobody but a person can tell which of several the other side's
// change is for, and somebody is asked.
//
// rule: renamed/similar-and-copied-*
func (g *grouping) unsure(r *renaming) bool {
	t := r.was.triple
	other := t.d()
	if r.is.side == merge.Dest {
		other = t.u()
	}
	if len(r.copies) == 0 || other == nil || other.id != r.was.id || merge.Alike("", r.was.value(), other.value()) {
		return false
	}
	setting, _ := (&pkg{opts: g.opts}).onConflict(t)
	return setting == merge.Ask || setting == merge.Fail
}

// others names what is alike as well.
func (r *renaming) others() string {
	names := make([]string, len(r.copies))
	for i, m := range r.copies {
		names[i] = fmt.Sprintf("%s in %s", m.Describe(), m.place())
	}
	return strings.Join(names, ", ")
}

// doubt words what may be the same, and why it is not taken for the same.
func (r *renaming) doubt() Note {
	other := merge.Dest
	if r.is.side == merge.Dest {
		other = merge.Updated
	}
	return Note{
		Note: merge.Note{Kind: merge.NoteDoubt, Message: fmt.Sprintf(
			"%s in %s of %s may be %s in %s of %s now, and so may %s; make by hand in the right one what %s changed",
			r.was.Describe(), r.was.place(), r.was.side, r.is.Describe(), r.is.place(), r.is.side, r.others(), other)},
		Resource: r.was.triple.foremost().Resource, Warning: true,
	}
}
