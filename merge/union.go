package merge

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/similar"
	"github.com/krm-merge/krm-merge/internal/terms"
)

// unions finds the unions of a map that cannot be merged member by member.
//
// rule: union/*, union/kind/*, twoway/union/*
func (c *collection) unions() {
	w, s := c.walker, c.schema
	for _, of := range s.Unions() {
		union, contended := w.contended(of, c.o, c.u, c.d)
		if !contended {
			continue
		}
		po, pu, pd := w.pick(union, &c.co), w.pick(union, &c.cu), w.pick(union, &c.cd)
		if taken, by := c.decided(union); by != ModeUnset {
			if lost := [...]*yaml.Node{Updated: pd, Dest: pu}[taken]; w.system == threeWay && !w.same(s, po, lost) {
				w.record(Conflict{Kind: UnionChanged, Original: po, Updated: pu, Dest: pd, Taken: taken, By: by.Decider(), Mode: by})
			}
			c.won = append(c.won, wonUnion{union, resolution{side: taken}, true})
			continue
		}
		if w.same(s, po, pu) || w.same(s, po, pd) {
			continue
		}
		c.won = append(c.won, wonUnion{union, w.conflict(UnionChanged, po, pu, pd), false})
	}
}

// renamedApart are the fields to which a side gave another name where the other deleted them or
// gave them another name yet, as unions of the names. Where nobody is asked what has a name stays.
//
// rule: renamed/fields-apart*, renamed/fields-deleted
func (c *collection) renamedApart() {
	if !c.followsRenamed(&c.co, &c.cu, &c.cd) {
		return
	}
	lost := only(&c.co, &c.cu, &c.cd)
	if len(lost) == 0 {
		return
	}
	was := featuresOf(&c.co, lost)
	updated, dest := c.newNames(lost, was, &c.cu, &c.cd), c.newNames(lost, was, &c.cd, &c.cu)
	for i, at := range lost {
		o, u, d := c.co.key(at), updated[i], dest[i]
		kind, doubt := BothRenamed, "both sides gave %q another name, not the same; both are here"
		switch {
		case u == nil && d == nil, (u == nil || d == nil) && was[i].Small():
			// Something else may well hold the same little.
			continue
		case u == nil:
			kind, doubt = DeletedUpstream, "dest gave %q another name, and updated deleted it; it is here"
		case d == nil:
			kind, doubt = DeletedLocally, "updated gave %q another name, and dest deleted it; it is here"
		}
		union := unionOfKeys(o, u, d)
		switch _, by := c.decided(union); {
		case by != ModeUnset:
		case !c.policy.asks():
			c.note(terms.NoteDoubt, fmt.Sprintf(doubt, o.Value))
		default:
			by := c.conflict(kind, c.pick(union, &c.co), c.pick(union, &c.cu), c.pick(union, &c.cd))
			c.won = append(c.won, wonUnion{union, by, false})
		}
	}
}

// unionOfKeys is the union of the fields of some keys, without those that are nil.
func unionOfKeys(keys ...*yaml.Node) (union Union) {
	for _, key := range keys {
		if key != nil {
			union.Members = append(union.Members, UnionMember{Field: key.Value})
		}
	}
	return union
}

// newNames are the keys that fields of original, lost ones with what they were, have on a side, by their
// indexes in lost.
func (c *collection) newNames(lost []int, was []similar.Features, side, other *children) map[int]*yaml.Node {
	to, gained := map[int]*yaml.Node{}, only(side, &c.co, other)
	for _, p := range similar.Closest(was, featuresOf(side, gained), inPlace) {
		if key := side.key(gained[p[1]]); freeNames(c.schema, c.co.key(lost[p[0]]), key) {
			to[p[0]] = key
		}
	}
	return to
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

// withAnswers is the merged map with the fields that only answers about its unions have.
func (c *collection) withAnswers(r *yaml.Node) *yaml.Node {
	is, all := fieldsOf(r), slices.Clip(r.Content)
	for _, by := range c.won {
		if !by.edited {
			continue
		}
		f := fieldsOf(target(by.value))
		for i := range f.len() {
			if key := f.key(i); key.Kind == yaml.ScalarNode && is.find(&f, i) < 0 {
				all = append(all, key, f.value(i))
			}
		}
	}
	if len(all) == len(r.Content) {
		return r
	}
	return withContent(r, all)
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
func (c *collection) decided(union Union) (taken Side, by Mode) {
	for _, i := range union.in(&c.cd) {
		at := c.cd.spot(i)
		if isNull(target(at.value)) {
			continue
		}
		other := c.cu.at(c.cu.find(&c.cd, i))
		c.enter(place{key: at.key})
		mode := c.modeOf(c.mode, spot{nil, other}, at)
		c.leave()
		if c.heedsPins() && pinsInside(at.value) {
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

// names are those of the fields of a union.
func (u Union) names() (all []string) {
	for _, m := range u.Members {
		all = append(all, m.Field)
	}
	if u.Discriminator != "" {
		all = append(all, u.Discriminator)
	}
	return all
}

func (u Union) has(field string) bool { return slices.Contains(u.names(), field) }

// in are the places of the fields of a union among those of a map.
func (u Union) in(f *children) (at []int) {
	names := u.names()
	for i := range f.len() {
		if slices.Contains(names, nameOf(f.key(i))) {
			at = append(at, i)
		}
	}
	return at
}

// pick is the part of a map that belongs to a union, nil if it has none; a null that clears
// is no part of it.
func (w *walker) pick(u Union, f *children) *yaml.Node {
	var content []*yaml.Node
	for _, i := range u.in(f) {
		if !w.clears() || !isNull(target(f.value(i))) {
			content = append(content, f.key(i), f.value(i))
		}
	}
	if content == nil {
		return nil
	}
	return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: content, Line: content[0].Line, Column: content[0].Column}
}
