package resource

import (
	"fmt"

	"github.com/krm-merge/krm-merge/merge"
)

// renaming is a resource that a version is thought to have renamed.
type renaming struct {
	// was is what original has, is what the version has.
	was, is *candidate
	// known says how, where it is not by what they hold.
	known knownBy
}

type knownBy uint8

const (
	byLikeness knownBy = iota
	// bySameName: both sides gave the only one of its file the same new name.
	bySameName
	// byFileAlone: all files hold nothing else.
	byFileAlone
)

// why says how two resources are known to be one.
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

// candidates are the resources of one kind, or of one name, that may be the same:
// those of original that a version lacks, and those that the version has and
// original lacks.
type candidates struct {
	lost, gained []*candidate
	// original holds all of them that original has.
	original []*member
}

// similar pairs what is left of the versions by what it holds: a resource that
// a version lost with one that it gained, if they are more alike than any other
// two. It says so of each.
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
			if r.was.triple.join(r.is.triple) {
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
	var found []renaming
	kinds := g.candidates(side, func(m *member) Identity {
		return Identity{by: m.id.by, group: m.id.group, kind: m.id.kind}
	})
	for _, s := range kinds {
		found = append(found, s.alike()...)
	}
	names := renamedNames(found)
	for _, s := range kinds {
		found = append(found, s.called(names)...)
	}
	for _, s := range g.candidates(side, func(m *member) Identity {
		return Identity{by: m.id.by, namespace: m.id.namespace, name: m.id.name}
	}) {
		found = append(found, s.namesakes()...)
	}
	return found
}

// namesakes pairs the only two resources of a name, whatever their kinds, unless
// what they hold speaks against it.
func (s *candidates) namesakes() []renaming {
	if len(s.lost) != 1 || len(s.gained) != 1 || s.lost[0].id.by != byName {
		return nil
	}
	s.read()
	was, is := s.lost[0], s.gained[0]
	if was.likenessOfNamesakes(is) < alikeEnough {
		return nil
	}
	return []renaming{{was: was, is: is}}
}

// candidates gives the resources that a version lost or gained, sorted by what
// they have to have in common, as first seen; only where there are both.
func (g *grouping) candidates(side merge.Side, common func(*member) Identity) []*candidates {
	found := map[Identity]*candidates{}
	var order []*candidates
	for _, t := range g.triples {
		m := t.o()
		if m == nil {
			m = t[side]
		}
		if m == nil || m.saysWhatItWas() {
			continue
		}
		kind := common(m)
		if g.opts.Paths == PathAlways {
			kind.path = m.id.path
		}
		s := found[kind]
		if s == nil {
			s = &candidates{}
			found[kind] = s
			order = append(order, s)
		}
		if t.o() == nil {
			s.gained = append(s.gained, &candidate{member: m})
			continue
		}
		s.original = append(s.original, m)
		if t[side] == nil {
			s.lost = append(s.lost, &candidate{member: m})
		}
	}
	both := order[:0]
	for _, s := range order {
		if len(s.lost) > 0 && len(s.gained) > 0 {
			both = append(both, s)
		}
	}
	return both
}

// saysWhatItWas reports whether nobody need guess whether the resource was renamed:
// its comment tells. In dest it was written for that.
func (m *member) saysWhatItWas() bool {
	_, renamed := m.claimed()
	return m.side == merge.Updated && renamed || m.side == merge.Dest && m.meta.claims
}

// join makes one triple of two that no version has a resource of both in.
func (t *triple) join(other *triple) bool {
	for side := range t {
		if t[side] != nil && other[side] != nil {
			return false
		}
	}
	for side, m := range other {
		if m != nil {
			t[side], m.triple = m, t
		}
	}
	*other = triple{}
	return true
}

// alike pairs resources each of which is more like the other than like anything
// else.
func (s *candidates) alike() []renaming {
	s.read()
	var found []renaming
	back := nearest(s.gained, s.lost)
	for i, j := range nearest(s.lost, s.gained) {
		if j < 0 || back[j] != i {
			continue
		}
		was, is := s.lost[i], s.gained[j]
		was.known, is.known = true, true
		found = append(found, renaming{was: was, is: is})
	}
	return found
}

// read reads the features of the candidates, and weighs them by how many resources
// of the kind original has with them: what all Deployments of a package have in
// common says nothing about which is which.
func (s *candidates) read() {
	holders := map[uint64]int{}
	all := make(map[*member][]written, len(s.original))
	for _, m := range s.original {
		all[m] = featuresOf(m)
		for _, w := range all[m] {
			holders[w.hash]++
		}
	}
	for _, r := range s.lost {
		r.features = weighed(all[r.member], holders)
	}
	for _, r := range s.gained {
		r.features = weighed(featuresOf(r.member), holders)
	}
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

// called pairs resources of which others had the old and have the new name,
// unless what they hold speaks against it.
func (s *candidates) called(names map[naming]naming) []renaming {
	if len(names) == 0 {
		return nil
	}
	now := map[naming][]*candidate{}
	for _, r := range s.gained {
		now[r.naming()] = append(now[r.naming()], r)
	}
	var found []renaming
	for _, was := range s.lost {
		name, renamed := names[was.naming()]
		if !renamed || was.known || len(now[name]) != 1 {
			continue
		}
		if is := now[name][0]; !is.known && was.likenessOfNamesakes(is) >= alikeEnough {
			was.known, is.known = true, true
			found = append(found, renaming{was: was, is: is})
		}
	}
	return found
}

// note says what was taken for the same, and what to do about it.
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
	of := func(m *candidate) string { return fmt.Sprintf("%s in %s of %s", m.Describe(), m.place(), m.side) }
	return Note{
		Note: merge.Note{Path: path, Kind: merge.NoteRename, Message: fmt.Sprintf(
			"%s and %s are taken for one resource that %s %s, because %s; %sif they are two, set identity.renames to true",
			of(r.was), of(r.is), r.is.side, what, r.known.why(), todo)},
		Resource: r.was.triple.foremost().Resource, Warning: true,
	}
}
