package resource

import (
	"fmt"

	"github.com/krm-merge/krm-merge/merge"
)

// renaming is a resource that a version is thought to have renamed.
type renaming struct {
	// was is what original has, is what the version has.
	was, is *member
	// known is how it is known, if not by what they hold.
	known knownBy
	// copies are others that the version gained and that are alike as well.
	copies []*member
}

type knownBy uint8

const (
	byLikeness knownBy = iota
	// bySameName: both sides gave the only one of its file the same new name.
	bySameName
	// byFileAlone: all files hold nothing else.
	byFileAlone
)

// why words how two resources are known to be one.
func (k knownBy) why() string {
	switch k {
	case bySameName:
		return "both sides gave the same name to what is alone in its file"
	case byFileAlone:
		return "each is alone in its file"
	case byLikeness:
	}
	return "what they hold is alike"
}

// similar pairs what is left of the versions by what it holds: a resource that a
// version lost with one that it gained, if they are more alike than any other two. Each
// pair gets a note.
//
// rule: renamed/similar-*, renamed/another-*
func (g *grouping) similar() {
	sides := []merge.Side{merge.Updated, merge.Dest}
	var found [3][]renaming
	for _, side := range sides {
		found[side] = g.renamings(side)
	}
	for _, side := range sides {
		for _, r := range found[side] {
			if g.unsure(&r) {
				g.notes = append(g.notes, r.doubt())
			} else if r.was.triple.join(r.is.triple) {
				g.notes = append(g.notes, r.note())
			}
		}
	}
	g.aloneInFiles()
}

// renamings finds what a version renamed: first by likeness alone, then with
// the help of what has the same two names (a Service is renamed with its
// Deployment); last what kept its name and has another kind, or group, now.
func (g *grouping) renamings(side merge.Side) []renaming {
	kinds := g.candidates(side, func(m *member) Identity {
		return Identity{by: m.id.by, group: m.id.group, kind: m.id.kind}
	})
	var found []renaming
	for _, c := range kinds {
		for _, p := range c.scale.Pair(features(c.lost), features(c.gained), c.hint) {
			found = append(found, renaming{was: c.lost[p[0]], is: c.gained[p[1]]})
		}
	}
	known := map[*member]bool{}
	for _, r := range found {
		known[r.was], known[r.is] = true, true
	}
	names := renamedNames(found)
	for _, c := range kinds {
		found = append(found, c.called(names, known)...)
	}
	for _, c := range g.candidates(side, func(m *member) Identity {
		return Identity{by: m.id.by, namespace: m.id.namespace, name: m.id.name}
	}) {
		if len(c.lost) == 1 && len(c.gained) == 1 && c.lost[0].id.by == byName && c.lost[0].id != c.gained[0].id && c.mayBe(c.lost[0], c.gained[0]) {
			found = append(found, renaming{was: c.lost[0], is: c.gained[0]})
		}
	}
	for _, c := range kinds {
		c.copied(found)
	}
	return found
}

// isClaimed reports whether the resource has a comment with its former name, so that
// nothing has to be guessed. In dest it was written for that.
func (m *member) isClaimed() bool {
	_, renamed := m.claimed()
	return m.side == merge.Updated && renamed || m.side == merge.Dest && m.meta.claims
}

// join makes one triple of two that no version has a resource of both in.
func (t *triple) join(other *triple) bool {
	if !t.completes(other) {
		return false
	}
	for side, m := range other {
		if m != nil {
			t[side], m.triple = m, t
		}
	}
	*other = triple{}
	return true
}

// completes reports whether no version has a resource of both.
func (t *triple) completes(other *triple) bool {
	for side := range t {
		if t[side] != nil && other[side] != nil {
			return false
		}
	}
	return true
}

// naming is the name of a resource in its namespace.
type naming struct{ namespace, name string }

func (m *member) naming() naming { return naming{m.id.namespace, m.id.name} }

// renamedNames gives the new names of those that were renamed to one name, and
// no other to the same.
func renamedNames(found []renaming) map[naming]naming {
	names, olds := map[naming]naming{}, map[naming]naming{}
	var unclear []naming
	for _, r := range found {
		if r.was.id.by != byName {
			continue
		}
		was, is := r.was.naming(), r.is.naming()
		if now, twice := names[was]; twice && now != is {
			unclear = append(unclear, was)
		}
		if old, twice := olds[is]; twice && old != was {
			unclear = append(unclear, was, old)
		}
		names[was], olds[is] = is, was
	}
	for _, n := range unclear {
		delete(names, n)
	}
	return names
}

// called pairs resources of an old and a new name if others with that old name have
// that new name now, unless what they hold differs too much. known are those that are
// paired already.
func (c *candidates) called(names map[naming]naming, known map[*member]bool) []renaming {
	now := map[naming][]*member{}
	for _, m := range c.gained {
		now[m.naming()] = append(now[m.naming()], m)
	}
	var found []renaming
	for _, was := range c.lost {
		name, renamed := names[was.naming()]
		if !renamed || known[was] || len(now[name]) != 1 {
			continue
		}
		if is := now[name][0]; !known[is] && c.mayBe(was, is) {
			known[was], known[is] = true, true
			found = append(found, renaming{was: was, is: is})
		}
	}
	return found
}

// note words what was taken for the same, and what to do about it.
func (r *renaming) note() Note {
	what, todo := "moved", ""
	var path merge.Path
	switch {
	case r.was.id.by == byName && r.was.id.name == r.is.id.name && (r.was.id.kind != r.is.id.kind || r.was.id.group != r.is.id.group):
		what, path = "gave another kind", merge.Path{merge.Field("kind")}
	case r.was.id.by == byName:
		what, path = "renamed", merge.Path{merge.Field("metadata"), merge.Field("name")}
		if r.is.side == merge.Dest {
			todo = fmt.Sprintf("if they are one, say so with the comment \"# %s %s/%s\" behind metadata: in dest; ", mergeCommentPrefix, r.was.id.namespace, r.was.id.name)
		}
	}
	if len(r.copies) > 0 {
		todo = fmt.Sprintf("alike as well: %s; ", r.others()) + todo
	}
	of := func(m *member) string { return fmt.Sprintf("%s in %s of %s", m.Describe(), m.place(), m.side) }
	return Note{
		Note: merge.Note{Path: path, Kind: merge.NoteRename, Message: fmt.Sprintf(
			"%s and %s are taken for one resource that %s %s, because %s; %sif they are two, set identity.renames to true",
			of(r.was), of(r.is), r.is.side, what, r.known.why(), todo)},
		Resource: r.was.triple.foremost().Resource, Warning: true,
	}
}
