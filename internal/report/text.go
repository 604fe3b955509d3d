package report

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/krm-merge/krm-merge/internal/paint"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// group has the entries about one resource, or about none, in a file.
type group struct {
	file, resource string
	rows           []*Entry
}

// groups are the entries that the text form lists: all but what changed without a conflict.
func (r *Report) groups() []*group {
	var all []*Entry
	for w, list := range r.listed() {
		if what(w) != isChanged {
			all = append(all, list...)
		}
	}
	return grouped(all)
}

// grouped puts entries in order by file and, inside, by resource as first met.
func grouped(list []*Entry) []*group {
	type key struct{ file, resource string }
	byKey := map[key]*group{}
	var all []*group
	for _, t := range list {
		k := key{t.File, t.Resource.String()}
		g := byKey[k]
		if g == nil {
			g = &group{file: t.File, resource: k.resource}
			byKey[k] = g
			all = append(all, g)
		}
		g.rows = append(g.rows, t)
	}
	slices.SortStableFunc(all, func(a, b *group) int {
		// What belongs to no resource stands below the file, not below another's.
		return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(min(len(a.resource), 1), min(len(b.resource), 1)))
	})
	return all
}

// palette paints parts of the text form.
type palette struct{ resource, line, conflict, warning, quiet, path paint.Style }

func newPalette(on bool) palette {
	if !on {
		return palette{}
	}
	return palette{resource: paint.Bold, line: paint.Faint, conflict: paint.Red, warning: paint.Yellow, quiet: paint.Faint, path: paint.Cyan}
}

func (p *palette) of(w what) paint.Style {
	switch w {
	case isConflict:
		return p.conflict
	case isWarning, isDeleted:
		return p.warning
	case isAdded, isMoved, isChanged, isNote:
	}
	return p.quiet
}

func (r *Report) writeText(b *bytes.Buffer, o Options) {
	p := newPalette(o.Colour)
	groups := r.groups()
	writeGroups(b, &p, groups)
	if !o.Summary {
		return
	}
	if len(groups) > 0 {
		b.WriteByte('\n')
	}
	style := p.resource
	if len(r.Conflicts) > 0 {
		style = p.conflict
	}
	fmt.Fprintln(b, style.Sprint(r.counts()))
}

// writeGroups writes entries below the resources that they are about.
func writeGroups(b *bytes.Buffer, p *palette, groups []*group) {
	headed := false
	for i, g := range groups {
		if i > 0 && (headed || g.resource != "") {
			b.WriteByte('\n')
		}
		headed = g.resource != ""
		indent := ""
		if headed {
			fmt.Fprintln(b, p.resource.Sprint(printable.Line(g.resource)))
			indent = "  "
		}
		g.write(b, p, indent)
	}
}

// counts is what the merge did, in a line.
func (r *Report) counts() string {
	if r.Refused || r.Headline != "" {
		return r.summary()
	}
	var parts []string
	for _, p := range []struct {
		n    int
		noun string
	}{{r.resources, "resource"}, {r.documents, "document"}, {r.wholeFiles, "file"}} {
		if p.n > 0 {
			noun := p.noun
			if len(parts) > 0 {
				noun = "other " + noun
			}
			parts = append(parts, Counted(p.n, noun))
		}
	}
	merged := "nothing"
	if last := len(parts) - 1; last >= 0 {
		merged = strings.Join(parts[:last], ", ")
		if last > 0 {
			merged += " and "
		}
		merged += parts[last]
	}
	moved := ""
	if len(r.Moved) > 0 {
		moved = fmt.Sprintf("%d moved, ", len(r.Moved))
	}
	return fmt.Sprintf("merged %s: %d added, %d deleted, %d changed, %s%s",
		merged, len(r.Added), len(r.Deleted), len(r.Changed), moved, Counted(len(r.Conflicts), "conflict"))
}

// write writes the rows in columns: file and line, what, path, message; below one that is
// open, what to run for it.
func (g *group) write(b *bytes.Buffer, p *palette, indent string) {
	const longest = 48 // What is longer moves only what is behind it.
	places, whats, paths := 0, 0, 0
	for _, row := range g.rows {
		whats = max(whats, len(row.what.String()))
		for text, width := range map[string]*int{row.place(): &places, row.Path: &paths} {
			if n := utf8.RuneCountInString(text); n <= longest {
				*width = max(*width, n)
			}
		}
	}
	for _, row := range g.rows {
		var cells []string
		if places > 0 || row.place() != "" {
			cells = append(cells, p.line.Sprint(pad(row.place(), places)))
		}
		cells = append(cells, p.of(row.what).Sprint(pad(row.what.String(), whats)))
		if paths > 0 || row.Path != "" {
			cells = append(cells, p.path.Sprint(pad(printable.Line(row.Path), paths)))
		}
		message := printable.Line(row.says())
		if row.Why != "" {
			message += " " + p.quiet.Sprint("["+printable.Line(row.Why)+"]")
		}
		cells = append(cells, message)
		fmt.Fprintln(b, indent+strings.TrimRight(strings.Join(cells, "  "), " "))
		if row.Open && row.Hint != "" {
			fmt.Fprintln(b, indent+"  "+printable.Line(row.Hint))
		}
	}
}

// place is where an entry is, so that a terminal can open it.
func (e *Entry) place() string { return printable.Line(at(e.File, e.Line)) }

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}
