package resource

import (
	"slices"

	"github.com/krm-merge/krm-merge/merge"
)

// aloneInFiles pairs what is alone in the same file of all versions with the
// original, however much they changed: where both sides gave it a new name, else
// both would have added it, and nothing that one of them removed would go; and
// where it is a resource with a name in some versions and none in others.
func (g *grouping) aloneInFiles() {
	files := map[string]*cluster{}
	var order []string
	for _, t := range g.triples {
		for side, m := range t {
			if m == nil {
				continue
			}
			if files[m.Path] == nil {
				files[m.Path] = &cluster{}
				order = append(order, m.Path)
			}
			files[m.Path].members[side] = append(files[m.Path].members[side], m)
		}
	}
	for _, file := range order {
		for _, r := range files[file].alone() {
			if r.was.triple.join(r.is.triple) {
				g.notes = append(g.notes, r.note())
			}
		}
	}
}

// alone pairs what versions have of a file with what original has, where each has
// one resource there.
func (c *cluster) alone() []renaming {
	for _, members := range c.members {
		if len(members) != 1 {
			return nil
		}
	}
	o, u, d := c.members[merge.Original][0], c.members[merge.Updated][0], c.members[merge.Dest][0]
	renamed := func(is *member, known knownBy) renaming {
		return renaming{was: o, is: is, known: known}
	}
	var found []renaming
	switch {
	case o.triple != u.triple && u.triple == d.triple:
		if found = append(found, renamed(d, bySameName)); !o.mayBe(d) {
			return nil
		}
	case o.triple != u.triple && o.triple != d.triple:
		if found = append(found, renamed(u, byFileAlone), renamed(d, byFileAlone)); !o.mayBe(u) || !o.mayBe(d) {
			return nil
		}
	case o.triple != u.triple && !o.named(u):
		found = append(found, renamed(u, byFileAlone))
	case o.triple != d.triple && !o.named(d):
		found = append(found, renamed(d, byFileAlone))
	}
	if slices.ContainsFunc(found, func(r renaming) bool { return r.is.isClaimed() }) {
		return nil
	}
	return found
}

// named reports whether both have a name, which then decides whether they are one.
func (m *member) named(other *member) bool {
	return m.id.by == byName && other.id.by == byName || m.id.by == byGenerateName || other.id.by == byGenerateName
}

// mayBe reports whether they are of one kind, or one of them is not a resource with a
// name.
func (m *member) mayBe(other *member) bool {
	return !m.named(other) || m.id.by == other.id.by && m.id.group == other.id.group && m.id.kind == other.id.kind
}
