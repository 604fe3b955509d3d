package report

import (
	"fmt"
	"slices"
)

// fitted is the page with so much text at most, in bytes: of conflicts up to a half of it, of
// lists up to a quarter, then of lines that something is about, then of others. What there
// is no room for is counted.
func (p *page) fitted(size int) *page {
	fit := &page{Refused: p.Refused, Patched: p.Patched}
	room := size / 2
	for i := range p.Conflicts {
		if room -= p.Conflicts[i].size(); room < 0 {
			fit.MoreConflicts = fmt.Sprintf("… %s; --report json has all, and krm-merge resolve --list those that are open", Counted(len(p.Conflicts)-i, "more conflict"))
			break
		}
		fit.Conflicts = p.Conflicts[:i+1]
	}
	size -= size/2 - max(room, 0)
	room = size / 4
	for _, list := range p.Lists {
		all := list.Entries
		list.Count = len(all)
		for i, entry := range all {
			if room -= len(entry) + perElement; room < 0 {
				list.Entries = all[:i]
				break
			}
		}
		fit.Lists = append(fit.Lists, list)
	}
	size -= size/4 - max(room, 0)
	fit.Files = make([]pageFile, len(p.Files))
	for i := range p.Files {
		fit.Files[i] = p.Files[i]
		fit.Files[i].Parts = slices.Clone(p.Files[i].Parts)
	}
	for _, alike := range []bool{false, true} {
		for i := range fit.Files {
			for k := range fit.Files[i].Parts {
				if part := &fit.Files[i].Parts[k]; (part.Folded > 0) == alike {
					size = part.fit(size)
				}
			}
		}
	}
	return fit
}

// perElement is about what an element of the page needs beside its text.
const perElement = 60

// fit leaves out the rows that there is no room for, and gives the room that is left.
func (p *pagePart) fit(room int) int {
	for i, row := range p.Rows {
		if room -= sizeOfRow(row); room < 0 {
			if p.Folded == 0 {
				p.More = fmt.Sprintf("… %s; the same command with --diff shows all …", Counted(len(p.Rows)-i, "more line"))
				p.Rows = p.Rows[:i]
			} else {
				p.Rows = nil
			}
			break
		}
	}
	return max(room, 0)
}

// sizeOfRow is how much of a page a row takes, about.
func sizeOfRow(row any) int {
	size := perElement
	switch row := row.(type) {
	case string:
		size += len(row)
	case []any:
		for _, cell := range row {
			if text, is := cell.(string); is {
				size += len(text)
			}
		}
	}
	return size
}

// size is how much of a page a card takes, about.
func (c *pageConflict) size() int {
	size := 4*perElement + len(c.Resource) + len(c.Path) + len(c.At) + len(c.Title) + len(c.Outcome) + len(c.Why) + len(c.Instead)
	for _, side := range c.Sides {
		size += perElement + len(side.At) + len(side.Text)
	}
	for _, way := range c.Ways {
		size += 2*perElement + len(way.Command) + len(way.Rule)
	}
	return size
}
