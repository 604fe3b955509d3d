package resource

import (
	"github.com/krm-merge/krm-merge/merge"
)

// arrange puts the results in order: dest's order, additions in front of the
// next resource of updated that dest also has, of the same file first; where
// there is none, behind the last resource of their file, else at the end. What
// updated moved is an addition to the file it goes to. Without an original only
// the neighbours in a file count.
//
// rule: whole/addition-before-its-neighbour
func (p *pkg) arrange() {
	before := map[*member][]*Merged{}
	behind := map[*member][]*Merged{}
	var end []*Merged
	last := map[string]*member{}
	for _, m := range p.members[merge.Dest] {
		if p.results[m.triple] != nil && !p.movedUpstream(m.triple) {
			last[m.Path] = m
		}
	}
	whole := p.wholeLists(last)
	anchors := p.anchors(last)
	for i, m := range p.members[merge.Updated] {
		result := p.addition(m)
		if result == nil {
			continue
		}
		switch a := anchors[i]; {
		case whole[m.list]:
			if m == m.list.items[0] {
				end = append(end, &Merged{Node: m.list.Node, Doc: m.list.Doc, Updated: m.list.Resource, Path: m.list.Path})
			}
		case a.before:
			before[a.at] = append(before[a.at], result)
		case a.at != nil:
			behind[a.at] = append(behind[a.at], result)
		default:
			end = append(end, result)
		}
	}
	around := func(m *member) []*Merged {
		all := before[m]
		if p.results[m.triple] != nil && !p.movedUpstream(m.triple) {
			all = append(all, p.results[m.triple])
		}
		return append(all, behind[m]...)
	}
	for _, d := range p.documents {
		if d.member != nil {
			p.out.Resources = append(p.out.Resources, around(d.member)...)
		} else if m := p.list(d.list, around); m != nil {
			p.out.Resources = append(p.out.Resources, m)
		}
	}
	p.out.Resources = append(p.out.Resources, end...)
}

// addition gives the result of a resource of updated that dest lacks, or lacks
// in the file; nil if it is none.
func (p *pkg) addition(m *member) *Merged {
	if m.triple.d() != nil && !p.movedUpstream(m.triple) {
		return nil
	}
	return p.results[m.triple]
}

// movedUpstream reports whether the result lies in a file into which updated moved it.
func (p *pkg) movedUpstream(t *triple) bool {
	result := p.results[t]
	return result != nil && t.u() != nil && t.d() != nil && result.Path != t.d().Path
}

// anchor is where an addition goes: in front of a resource of dest or behind it.
type anchor struct {
	at     *member
	before bool
}

// anchors gives the anchor for an addition in the place of each of updated's
// resources.
func (p *pkg) anchors(last map[string]*member) []anchor {
	members := p.members[merge.Updated]
	anchors := make([]anchor, len(members))
	inFile := map[string]*member{}
	var anywhere *member
	for i := len(members) - 1; i >= 0; i-- {
		m := members[i]
		if m.triple.d() != nil && p.results[m.triple] != nil && !p.movedUpstream(m.triple) {
			inFile[m.Path], anywhere = m.triple.d(), m.triple.d()
			continue
		}
		switch {
		case p.opts.Strategy.Patches() && m.Path == "":
			// Behind everything: what has no file has no place in it.
		case inFile[m.Path] != nil:
			anchors[i] = anchor{inFile[m.Path], true}
		case m.Path != "" && last[m.Path] != nil:
			anchors[i] = anchor{last[m.Path], false}
		case anywhere != nil && anywhere.list == nil && m.list == nil && !p.opts.Strategy.Patches():
			anchors[i] = anchor{anywhere, true}
		}
	}
	return anchors
}

// wholeLists finds the Lists of updated that are additions altogether: dest
// has nothing in their file and none of their items.
func (p *pkg) wholeLists(last map[string]*member) map[*wrapper]bool {
	whole := map[*wrapper]bool{}
	for _, l := range p.lists[merge.Updated] {
		if l.Path == "" || last[l.Path] != nil || len(l.items) == 0 {
			continue
		}
		whole[l] = true
		for _, m := range l.items {
			if r := p.addition(m); r == nil || r.Node != m.Node {
				delete(whole, l)
				break
			}
		}
	}
	return whole
}
