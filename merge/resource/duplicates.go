package resource

import (
	"fmt"
	"strings"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// byPath pairs members in files of one path, then, where every version has at
// most one left over, these. A dest's and an upstream addition in different
// files stay apart.
func (g *grouping) byPath(c *cluster) (triples []triple, decided bool) {
	if g.opts.Paths == PathNever {
		return nil, false
	}
	at := map[string]int{}
	for side := range c.members {
		for _, m := range c.members[side] {
			i, seen := at[m.Path]
			if !seen {
				i = len(triples)
				at[m.Path] = i
				triples = append(triples, triple{})
			}
			if triples[i][side] != nil {
				return nil, false
			}
			triples[i][side] = m
		}
	}
	var whole []triple
	var rest triple
	var parts []triple
	fits := true
	for _, t := range triples {
		if g.whole(t) {
			whole = append(whole, t)
			continue
		}
		parts = append(parts, t)
		for side, m := range t {
			if m == nil {
				continue
			}
			if rest[side] != nil {
				fits = false
			}
			rest[side] = m
		}
	}
	switch {
	case len(parts) <= 1, rest[merge.Original] == nil && !g.opts.Strategy.Patches():
		return triples, true
	case fits:
		return append(whole, rest), true
	}
	// Parts that cannot complete each other need no decision.
	var versions [8]bool // by the sides that a part has
	for _, t := range parts {
		sides := 0
		for side, m := range t {
			if m != nil {
				sides |= 1 << side
			}
		}
		versions[sides] = true
	}
	for a := range versions {
		for b := range a {
			completes := versions[a] && versions[b] && a&b == 0
			if completes && ((a|b)&(1<<merge.Original) != 0 || g.opts.Strategy.Patches()) {
				return nil, false
			}
		}
	}
	return triples, true
}

// ambiguous decides about an identity whose copies cannot be paired: if upstream did
// not change it, dest's copies stay as they are; else it is an error.
func (g *grouping) ambiguous(c *cluster) error {
	if untouched(c.members[merge.Original], c.members[merge.Updated]) {
		for i, m := range c.members[merge.Dest] {
			g.add(triple{merge.Dest: m})
			if i > 0 {
				continue
			}
			g.notes = append(g.notes, Note{
				Note: merge.Note{Kind: merge.NoteKeys, Message: fmt.Sprintf(
					"%s holds %s %d times and nothing tells the copies apart; all of them stay as they are", merge.Dest, m.Describe(), len(c.members[merge.Dest]))},
				Resource: m.Resource, Warning: true,
			})
		}
		return nil
	}
	var all []*Resource
	var places []string
	for side, members := range c.members {
		for _, m := range members {
			all = append(all, m.Resource)
			places = append(places, fmt.Sprintf("%s in %s", m.place(), g.opts.Strategy.Name(merge.Side(side))))
		}
	}
	var first *member
	for _, members := range c.members {
		if len(members) > 0 {
			first = members[0]
		}
	}
	return &Error{Resources: all, Problem: fmt.Sprintf(
		"%s: cannot tell which copies are the same: %s; give them different names, or set identity.path to Always if copies in different files are different resources",
		first.Describe(), strings.Join(places, ", "))}
}

// untouched reports whether original and updated hold the same values.
func untouched(original, updated []*member) bool {
	if len(original) != len(updated) {
		return false
	}
	triples, _ := byValue([3][]*member{original, updated, nil}, false)
	for _, t := range triples {
		if t.o() == nil || t.u() == nil || !merge.Equal(bare(t.o()), bare(t.u())) {
			return false
		}
	}
	return true
}

// byOrder pairs documents without a name by their positions, if there is no original to
// show which of them moved.
func byOrder(members [3][]*member) []triple {
	triples := make([]triple, max(len(members[merge.Updated]), len(members[merge.Dest])))
	for side := range members {
		for i, m := range members[side] {
			triples[i][side] = m
		}
	}
	return triples
}

// byValue pairs documents without a name: first equal ones, then those left
// over of the first version that has some: one with one, or all in their order if
// inOrder. It is not decided where two versions have different numbers left.
func byValue(members [3][]*member, inOrder bool) (triples []triple, decided bool) {
	for side := range members {
		for _, m := range members[side] {
			m.stay()
		}
	}
	first := merge.Original
	if len(members[first]) == 0 {
		first = merge.Updated
	}
	triples = make([]triple, len(members[first]))
	at := map[uint64][]int{}
	for i, m := range members[first] {
		triples[i][first] = m
		h := node.Hash(annotation.Without(m.Node))
		at[h] = append(at[h], i)
	}
	decided = true
	for _, side := range []merge.Side{merge.Updated, merge.Dest} {
		if side == first {
			continue
		}
		var rest []*member
		paired := map[uint64]int{} // so many at the head of each bucket
	next:
		for _, m := range members[side] {
			value := annotation.Without(m.Node)
			h := node.Hash(value)
			bucket := at[h][paired[h]:]
			for len(bucket) > 0 && triples[bucket[0]][side] != nil {
				paired[h]++
				bucket = bucket[1:]
			}
			for _, i := range bucket {
				of := triples[i][first]
				if of == nil {
					of = triples[i][merge.Updated]
				}
				if triples[i][side] == nil && merge.Equal(annotation.Without(of.Node), value) {
					triples[i][side] = m
					continue next
				}
			}
			rest = append(rest, m)
		}
		var open []int
		for i := range members[first] {
			if triples[i][side] == nil {
				open = append(open, i)
			}
		}
		pairs := len(rest) == len(open) && (inOrder || len(rest) <= 1)
		if !pairs && len(rest) > 0 && len(open) > 0 {
			decided = false
		}
		for i, m := range rest {
			if pairs {
				triples[open[i]][side] = m
			} else {
				// The other side may have added it, too.
				h := node.Hash(annotation.Without(m.Node))
				at[h] = append(at[h], len(triples))
				var alone triple
				alone[side] = m
				triples = append(triples, alone)
			}
		}
	}
	return triples, decided
}
