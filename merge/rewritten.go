package merge

import (
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// rewritten is a stretch of a list without keys that both sides put something else
// in the place of. It is settled whole, once its first element is met.
//
// rule: sequence/rewritten-*
type rewritten struct {
	// runs are the stretch in each version.
	runs    [3][]*yaml.Node
	settled bool
	taken   Side
}

// rewrite settles an element of a stretch that both sides rewrote.
func (c *collection) rewrite(r *rewritten, u, d *yaml.Node) *yaml.Node {
	if !r.settled {
		r.settled = true
		was, upstream := runNode(r.runs[Original]), runNode(r.runs[Updated])
		r.taken = Dest
		if own := listNode(r.runs[Dest]); !c.holdsPinned(was, upstream, own) {
			r.taken = c.conflict(BothChanged, was, upstream, runNode(r.runs[Dest]))
		}
	}
	if r.taken == Dest {
		u = d
	}
	return c.cleared(elemSchema(c.schema), u)
}

// runNode is a stretch of a list as a value: its only element, or a list of them.
func runNode(run []*yaml.Node) *yaml.Node {
	if len(run) == 1 {
		return run[0]
	}
	return listNode(run)
}

func listNode(run []*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: run, Line: run[0].Line, Column: run[0].Column}
}

// rewritten finds the stretches between elements that both sides kept where each
// side removed something and has something else that the other lacks, by the ids of
// the elements that only one side has: those of the side that loses go.
func (s *sequencer) rewritten() map[string]*rewritten {
	found := map[string]*rewritten{}
	o, u, d := &s.versions[Original], &s.versions[Updated], &s.versions[Dest]
	for _, h := range diff.Hunks(diff.Match(o.class, u.class), diff.Match(o.class, d.class), len(o.class), len(u.class), len(d.class)) {
		if !s.replaces(h, h.Updated, u, d) || !s.replaces(h, h.Dest, d, u) {
			continue
		}
		r := &rewritten{runs: [3][]*yaml.Node{
			o.nodes[h.Original.From:h.Original.To], u.nodes[h.Updated.From:h.Updated.To], d.nodes[h.Dest.From:h.Dest.To],
		}}
		for i, class := range u.class[h.Updated.From:h.Updated.To] {
			if !d.taken[class] {
				found[strconv.Itoa(u.class[h.Updated.From+i])] = r
			}
		}
		for _, class := range d.class[h.Dest.From:h.Dest.To] {
			if !u.taken[class] {
				found[strconv.Itoa(class)] = r
			}
		}
	}
	return found
}

// replaces reports whether a side has in a stretch something in place of what it
// removed, which the other side lacks.
func (s *sequencer) replaces(h diff.Hunk, at diff.Span, side, other *sequenceVersion) bool {
	removed, put := false, false
	o := &s.versions[Original]
	for _, class := range o.class[h.Original.From:h.Original.To] {
		removed = removed || !side.taken[class] || side.filled[class] && !other.taken[class]
	}
	for _, class := range side.class[at.From:at.To] {
		put = put || !other.taken[class] && (!o.taken[class] || side.filled[class])
	}
	return removed && put
}
