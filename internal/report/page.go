package report

import (
	"fmt"
	"strings"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// page is what the page shows.
type page struct {
	Refused   string
	Conflicts []card
	// MoreConflicts is said of those that there is no room for.
	MoreConflicts string
	Files         []shownFile
	// Patched: there is no original.
	Patched bool
	Lists   []shownList
}

// card is a conflict.
type card struct {
	Number                                        int
	Resource, Path, At, Title, Outcome, Why, Hint string
	// Open: nobody decided it. Linked: its line is among those of the files.
	Open, Linked bool
	Sides        []shownSide
}

// shownSide is what a version has at the place of a conflict: a text, or what is said in
// place of one.
type shownSide struct {
	Name, At, Text, Says string
	Taken                bool
}

// shownList is a list of what is not a conflict.
type shownList struct {
	Title, More string
	Count       int
	Open        bool
	Entries     []string
}

// perElement is about what an element of the page needs beside its text.
const perElement = 90

// room is how much text there is room for.
type room int

// takes reports whether there is room for some texts, and takes it.
func (r *room) takes(texts ...string) bool {
	for _, text := range texts {
		*r -= room(len(text) + perElement)
	}
	return *r >= 0
}

// page is what the page shows, with so much text: of conflicts up to a half of it, of lists
// up to a quarter, then of the files.
func (r *Report) page(size int) *page {
	p := &page{}
	if r.Refused {
		p.Refused = "The configuration fails on conflicts, so nothing was written. " + phrase.Unresolved
	}
	left := room(size / 2)
	at := map[string]map[int][]int{}
	for i := range r.Conflicts {
		c := r.Conflicts[i].card(i + 1)
		if !c.fits(&left) {
			p.MoreConflicts = fmt.Sprintf("… %s; --report json has all, and krm-merge check those that are open", Counted(len(r.Conflicts)-i, "more conflict"))
			break
		}
		p.Conflicts = append(p.Conflicts, c)
		if e := &r.Conflicts[i]; e.Line > 0 {
			if at[e.File] == nil {
				at[e.File] = map[int][]int{}
			}
			at[e.File][e.Line] = append(at[e.File][e.Line], c.Number)
		}
	}
	left = max(left, 0) + room(size/4)
	for w, list := range r.listed() {
		if what(w) != isConflict && len(list) > 0 {
			p.Lists = append(p.Lists, listOf(what(w), list, &left))
		}
	}
	left = max(left, 0) + room(size/4)
	p.addFiles(r, at, &left)
	return p
}

// addFiles adds the files, with the conflicts at their lines: first what somebody may want
// to see, then, as far as there is room, what the merge left alone.
func (p *page) addFiles(r *Report, conflicts map[string]map[int][]int, left *room) {
	linked := map[int]bool{}
	for i := range r.Files {
		f := &r.Files[i]
		p.Patched = p.Patched || f.original() == nil
		p.Files = append(p.Files, f.shown(conflicts[f.Name], linked))
	}
	for _, folded := range []bool{false, true} {
		for i := range p.Files {
			for k := range p.Files[i].Parts {
				if part := &p.Files[i].Parts[k]; (part.Folded != "") == folded {
					part.fit(left)
				}
			}
		}
	}
	for i := range p.Conflicts {
		p.Conflicts[i].Linked = linked[p.Conflicts[i].Number]
	}
}

// card is a conflict as the page shows it.
func (e *Entry) card(number int) card {
	c := card{
		Number: number, Resource: printable.Line(e.Resource.String()), Path: printable.Line(e.Path), At: printable.Line(at(e.File, e.Line)),
		Title: printable.Line(e.Title), Outcome: printable.Line(e.Outcome), Why: printable.Line(e.Why), Hint: e.Hint, Open: e.Open,
	}
	for _, s := range e.sides() {
		c.Sides = append(c.Sides, e.onPage(s))
	}
	return c
}

func (c *card) fits(left *room) bool {
	fits := left.takes(c.Resource, c.Path, c.At, c.Title, c.Outcome, c.Why, c.Hint)
	for _, s := range c.Sides {
		fits = left.takes(s.At, s.Text) && fits
	}
	return fits
}

func (e *Entry) onPage(s side) shownSide {
	const longest = 20_000
	shown := shownSide{Name: s.words, At: printable.Line(s.place()), Taken: e.Taken == s.name}
	switch {
	case s.value == nil:
		shown.Says = "absent"
	case e.Secret:
		shown.Says = "secret, not shown"
	case s.value.Value == nil:
		shown.Says = "the whole resource"
	default:
		if shown.Text = printable.Text(phrase.Cut(strings.TrimSuffix(phrase.YAML(s.value.Value), "\n"), longest)); shown.Text == "" {
			shown.Says = "empty"
		}
	}
	return shown
}

// listOf is a list as the page shows it.
func listOf(w what, all []*Entry, left *room) shownList {
	l := shownList{Title: w.title(), Count: len(all), Open: w == isWarning}
	for i, e := range all {
		line := strings.Join(e.places(), " ")
		if message := e.says(); message != "" {
			line = strings.TrimPrefix(line+": "+printable.Line(message), ": ")
		}
		if !left.takes(line, line) {
			l.More = fmt.Sprintf("… %d more; --report json has all", len(all)-i)
			break
		}
		l.Entries = append(l.Entries, line)
	}
	return l
}
