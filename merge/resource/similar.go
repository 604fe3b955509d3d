package resource

import (
	"cmp"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/similar"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// similar pairs what is left of the versions by what it holds: a resource that a version
// lost with one of its kind that the version gained, if they are more alike than any other
// two; then the only two of one name that have different kinds, or groups, if they do not
// differ too much; then the only two of one kind in a file, if one holds most of the other,
// as it does where a side renamed it and wrote much more into it. Each pair gets a note.
//
// rule: renamed/similar-*, renamed/another-*
func (p *pkg) similar() {
	for _, side := range []merge.Side{merge.Updated, merge.Dest} {
		p.alike(side, func(m *member) Identity {
			return Identity{by: m.id.by, group: m.id.group, kind: m.id.kind}
		}, similar.Scale.Pair)
		p.alike(side, func(m *member) Identity {
			if m.id.by != byName {
				return m.id
			}
			return Identity{namespace: m.id.namespace, name: m.id.name}
		}, onlyTwo(similar.Scale.MayBe))
	}
	for _, side := range []merge.Side{merge.Updated, merge.Dest} {
		p.alike(side, func(m *member) Identity {
			return Identity{by: m.id.by, group: m.id.group, kind: m.id.kind, path: m.Path}
		}, onlyTwo(similar.Scale.Holds))
	}
}

// pairing pairs values that were lost with values that were gained, by their places.
type pairing func(s similar.Scale, lost, gained []similar.Features) [][2]int

// onlyTwo pairs the only value that was lost with the only one that was gained, if they fit.
func onlyTwo(fit func(s similar.Scale, lost, gained similar.Features) bool) pairing {
	return func(s similar.Scale, lost, gained []similar.Features) [][2]int {
		if len(lost) == 1 && len(gained) == 1 && fit(s, lost[0], gained[0]) {
			return [][2]int{{0, 0}}
		}
		return nil
	}
}

// alike pairs what a version lost and gained among those that have something in common.
func (p *pkg) alike(side merge.Side, common func(*member) Identity, pair pairing) {
	for _, c := range clustersOf(p.paired, func(m *member) (Identity, bool) { return common(m), !m.isClaimed() && !m.isText() }).order {
		lost, gained := c.lacking([2]merge.Side{merge.Original, side})
		if len(lost) == 0 || len(gained) == 0 {
			continue
		}
		// What those of original have in common does not help to pair them.
		scale := similar.NewScale(features(c.members[merge.Original]))
		for _, at := range pair(scale, features(lost), features(gained)) {
			was, is := lost[at[0]], gained[at[1]]
			if was.triple.join(is.triple) {
				p.out.Notes = append(p.out.Notes, renamed(was, is))
			}
		}
	}
}

// isClaimed reports whether the resource has a comment with its former name, so that
// nothing has to be guessed. In dest it was written for that.
func (m *member) isClaimed() bool {
	_, renamed := m.claimed()
	return m.side == merge.Updated && renamed || m.side == merge.Dest && m.meta.claims()
}

// features are what resources hold, apart from their identity.
func features(of []*member) []similar.Features {
	all := make([]similar.Features, len(of))
	for i, m := range of {
		all[i] = m.features()
	}
	return all
}

func (m *member) features() similar.Features {
	if m.held == nil {
		f := similar.Of(m.anonymous())
		m.held = &f
	}
	return *m.held
}

// anonymous is the value of a resource without its identity.
func (m *member) anonymous() *yaml.Node {
	root := node.Target(m.value())
	if root == nil || root.Kind != yaml.MappingNode {
		return root
	}
	if metadata := node.FieldAt(root, "metadata"); metadata != nil && metadata.Kind == yaml.MappingNode {
		for _, name := range []string{"name", "namespace", "generateName", "creationTimestamp"} {
			metadata = node.With(metadata, name, nil)
		}
		root = node.With(root, "metadata", metadata)
	}
	return node.With(node.With(root, "apiVersion", nil), "kind", nil)
}

// renamed words what was taken for the same, and what to do about it.
func renamed(was, is *member) Note {
	of := func(m *member) string { return fmt.Sprintf("%s in %s of %s", m.Describe(), m.place(), m.side) }
	return warning(was.triple.foremost().Resource, terms.NoteRename,
		"%s and %s are taken for one resource, because what they hold is alike; if they are two, set renames to true", of(was), of(is))
}

// lostMoves warns of a resource that one side moved to another file while the other has another one of its kind
// in the place of it: if that is the same under another name, it did not move.
//
// rule: renamed/and-moved
func (p *pkg) lostMoves() {
	if p.of.Mixed {
		return
	}
	for _, c := range clustersOf(p.paired, func(m *member) (Identity, bool) {
		return Identity{group: m.id.group, kind: m.id.kind, path: m.Path}, m.id.by == byName
	}).order {
		for _, side := range []merge.Side{merge.Updated, merge.Dest} {
			lost, gained := c.lacking([2]merge.Side{merge.Original, side})
			for _, was := range lost {
				moved := cmp.Or(was.triple.u(), was.triple.d())
				if len(gained) == 0 || moved == nil || moved.Path == was.Path {
					continue
				}
				p.out.Notes = append(p.out.Notes, warning(gained[0].Resource, terms.NoteRename,
					"%s moved %s to %s, and %s has it no more; if %s is it under another name, move that there, too",
					moved.side, was.Describe(), moved.Path, side, gained[0].Describe()))
			}
		}
	}
}

// lacking gives the members of two versions that have no counterpart in the other one.
// Without original's, one that has an original already is none.
func (c *cluster) lacking(r [2]merge.Side) (these, those []*member) {
	lack := func(of, other merge.Side) []*member {
		var open []*member
		for _, m := range c.members[of] {
			if m.triple[other] == nil && (of == merge.Original || other == merge.Original || m.triple.o() == nil) {
				open = append(open, m)
			}
		}
		return open
	}
	return lack(r[0], r[1]), lack(r[1], r[0])
}
