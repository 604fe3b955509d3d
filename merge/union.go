package merge

import (
	"slices"

	"go.yaml.in/yaml/v3"
)

// wonUnions are the unions of a map in which the sides chose differently: the winner's
// members are taken whole, the loser's not at all.
type wonUnions []wonUnion

type wonUnion struct {
	union Union
	side  Side
	// asIs: by a mode or a comment, so that even nulls stay.
	asIs bool
	// edited: value has the fields in place of either side.
	edited bool
	value  *yaml.Node
}

// wonBy is the union as a conflict about it was settled.
func (u Union) wonBy(by settlement) wonUnion {
	return wonUnion{union: u, side: by.side, edited: by.edited, value: by.value}
}

// of gives the union that decides a field.
func (won wonUnions) of(key *yaml.Node) (by wonUnion, decided bool) {
	for _, w := range won {
		if w.union.has(key.Value) {
			return w, true
		}
	}
	return wonUnion{}, false
}

// unions finds the unions of a map that cannot be merged member by member. The
// mode is the map's.
//
// rule: union/*, union/kind/*, twoway/union/*
func (w *walker) unions(s Schema, mode Mode, o, u, d *yaml.Node) wonUnions {
	var won wonUnions
	for _, of := range s.Unions() {
		union, contended := w.contended(of, o, u, d)
		if !contended {
			continue
		}
		po, pu, pd := w.pick(union, o), w.pick(union, u), w.pick(union, d)
		if taken, by := w.decided(union, mode, u, d); by != ModeUnset {
			if lost := [...]*yaml.Node{Updated: pd, Dest: pu}[taken]; w.system == threeWay && !w.same(s, po, lost) {
				w.record(Conflict{Kind: UnionChanged, Original: po, Updated: pu, Dest: pd, Taken: taken, By: by.decider(), Mode: by})
			}
			won = append(won, wonUnion{union: union, side: taken, asIs: true})
			continue
		}
		if w.same(s, po, pu) || w.same(s, po, pd) {
			continue
		}
		won = append(won, union.wonBy(w.conflict(UnionChanged, po, pu, pd)))
	}
	return won
}

// named is the union of tag and digest of an image in a Kustomization with its new name. They
// contend if one side changed the name and the other the digest: nobody can know that the
// digest is there under that name.
//
// rule: image/kustomization-name-and-digest
func (u Union) named(original, updated, dest *yaml.Node) (with Union, contended bool) {
	const name, digest = "newName", "digest"
	if !u.has(digest) || original == nil || updated == nil || dest == nil {
		return u, false
	}
	changed := func(version *yaml.Node, name string) bool {
		is := target(field(version, name))
		return is != nil && !isNull(is) && !Equal(target(field(original, name)), is)
	}
	with.Members = append(slices.Clip(u.Members), UnionMember{Field: name})
	return with, changed(updated, name) && changed(dest, digest) || changed(dest, name) && changed(updated, digest)
}

// complete adds to the merged map the fields that only answers have.
func (won wonUnions) complete(r *yaml.Node) *yaml.Node {
	for _, by := range won {
		if !by.edited {
			continue
		}
		f := fieldsOf(target(by.value))
		for i := range f.len() {
			if key := f.key(i); key.Kind == yaml.ScalarNode && field(r, key.Value) == nil {
				r = withContent(r, append(r.Content[:len(r.Content):len(r.Content)], key, f.value(i)))
			}
		}
	}
	return r
}

// contended reports whether the choices of the sides exclude each other, and the fields that
// are taken together then. If one side took a choice back and the other edited it, they do,
// because half of an edit makes no sense; if the other made another choice, both agree that the
// old one is gone.
func (w *walker) contended(union Union, o, u, d *yaml.Node) (Union, bool) {
	if named, contended := union.named(o, u, d); contended {
		return named, true
	}
	original, updated, dest, none := union.choice(o), union.choice(u), union.choice(d), choice{}
	switch {
	case updated == dest:
		return union, false
	case updated == none, dest == none:
		return union, w.system == threeWay && (updated == original || dest == original)
	}
	return union, true
}

// decided gives the side that has a union because a comment or a mode decides one of
// its fields: if a comment or SKIP keeps a field, no other can be chosen; if REPLACE
// takes one, its choice comes with it.
func (w *walker) decided(union Union, around Mode, u, d *yaml.Node) (taken Side, by Mode) {
	f := fieldsOf(d)
	for i := range f.len() {
		at := f.spot(i)
		if !union.has(at.key.Value) || isNull(target(at.value)) {
			continue
		}
		other := field(u, at.key.Value)
		w.enter(place{key: at.key})
		mode := w.modeOf(around, spot{nil, other}, at)
		w.leave()
		if w.heedsPins() && pinsInside(at.value) {
			mode = ModeKeep
		}
		switch {
		case mode == ModeKeep:
			return Dest, mode
		case mode == ModeSkip:
			taken, by = Dest, mode
		case mode == ModeReplace && other != nil && by == ModeUnset:
			taken, by = Updated, mode
		}
	}
	return taken, by
}

// choice is what a version chose of a union: members, as bits by their
// position, and a discriminator that names none of them.
type choice struct {
	members uint64
	other   string
}

// choice reads a map's choice. A discriminator that names a member and the
// member itself are one choice.
func (u Union) choice(n *yaml.Node) choice {
	var c choice
	named := ""
	if u.Discriminator != "" {
		if v := target(field(n, u.Discriminator)); v != nil && v.Kind == yaml.ScalarNode && !isNull(v) {
			named = v.Value
		}
	}
	c.other = named
	for i, m := range u.Members {
		if named != "" && m.Choice == named {
			c.other = ""
			c.members |= 1 << i
		}
		if v := target(field(n, m.Field)); v != nil && !isNull(v) {
			c.members |= 1 << i
		}
	}
	return c
}

func (u Union) has(field string) bool {
	if u.Discriminator != "" && field == u.Discriminator {
		return true
	}
	for _, m := range u.Members {
		if field == m.Field {
			return true
		}
	}
	return false
}

// pick is the part of a map that belongs to a union, nil if it has none; a null that clears
// is no part of it.
func (w *walker) pick(u Union, n *yaml.Node) *yaml.Node {
	f := fieldsOf(n)
	var content []*yaml.Node
	for i := range f.len() {
		if key := f.key(i); key.Kind == yaml.ScalarNode && u.has(key.Value) && !(w.clears() && isNull(target(f.value(i)))) {
			content = append(content, key, f.value(i))
		}
	}
	if content == nil {
		return nil
	}
	return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: content, Line: content[0].Line, Column: content[0].Column}
}
