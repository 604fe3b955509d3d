package resource

import (
	"slices"

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
		if p.staysThere(m) {
			last[m.Path] = m
		}
	}
	whole := p.addedLists(last)
	next := map[string]*member{}
	var anywhere *member
	for _, m := range slices.Backward(p.members[merge.Updated]) {
		d, result := m.triple.d(), p.addition(m)
		switch {
		case d != nil && p.staysThere(d):
			next[m.Path], anywhere = d, d
		case result == nil:
		case whole[m.list] != nil:
			if result == whole[m.list][0] {
				end = append(end, m.list.holding(whole[m.list]))
			}
		case p.opts.Strategy.Patches() && m.Path == "":
			end = append(end, result) // What has no file has no place in it.
		case next[m.Path] != nil:
			before[next[m.Path]] = append(before[next[m.Path]], result)
		case m.Path != "" && last[m.Path] != nil:
			behind[last[m.Path]] = append(behind[last[m.Path]], result)
		case anywhere != nil && anywhere.list == nil && m.list == nil && !p.opts.Strategy.Patches():
			before[anywhere] = append(before[anywhere], result)
		default:
			end = append(end, result)
		}
	}
	around := func(m *member) []*Merged { return p.around(m, before[m], behind[m]) }
	for _, d := range p.documents {
		if d.member != nil {
			p.out.Resources = append(p.out.Resources, around(d.member)...)
		} else if m := p.list(d.list, around); m != nil {
			p.out.Resources = append(p.out.Resources, m)
		}
	}
	slices.Reverse(end)
	p.out.Resources = append(p.out.Resources, end...)
}

// around gives the results in the place of a resource of dest: its own, if it stays there, between those
// that go before and behind it, last ones first.
func (p *pkg) around(m *member, before, behind []*Merged) []*Merged {
	slices.Reverse(before)
	slices.Reverse(behind)
	if p.staysThere(m) {
		before = append(before, p.results[m.triple])
	}
	return append(before, behind...)
}

// addition gives the result of a resource of updated that dest lacks, or lacks
// in the file; nil if it is none.
func (p *pkg) addition(m *member) *Merged {
	if m.triple.d() != nil && !p.movedUpstream(m.triple) {
		return nil
	}
	return p.results[m.triple]
}

// staysThere reports whether the result has a resource of dest in the place of it.
func (p *pkg) staysThere(d *member) bool {
	return p.results[d.triple] != nil && !p.movedUpstream(d.triple)
}

// movedUpstream reports whether the result lies in a file into which updated moved it.
func (p *pkg) movedUpstream(t *triple) bool {
	result := p.results[t]
	return result != nil && t.u() != nil && t.d() != nil && result.Path != t.d().Path
}

// addedLists finds the Lists of updated that are additions altogether, and the results that they hold: dest
// has nothing in their file.
func (p *pkg) addedLists(last map[string]*member) map[*wrapper][]*Merged {
	whole := map[*wrapper][]*Merged{}
	for _, l := range p.lists[merge.Updated] {
		if l.Path == "" || last[l.Path] != nil {
			continue
		}
		for _, m := range l.items {
			if r := p.addition(m); r != nil {
				whole[l] = append(whole[l], r)
			}
		}
	}
	return whole
}
