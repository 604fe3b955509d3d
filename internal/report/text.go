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

// style is how text shows what an entry tells.
func (w what) style() paint.Style {
	switch w {
	case isQuestion, isConflict:
		return paint.Red
	case isWarning, isDeleted:
		return paint.Yellow
	case isKept, isAdded, isMoved, isChanged, isNote:
	}
	return paint.Faint
}

// writeText writes the questions, then what else asks for attention, then, with o.All, all else,
// and at the end what was counted.
func (r *Report) writeText(b *bytes.Buffer, o Options) {
	all := r.listed()
	sections := [][]*Entry{all[isQuestion], slices.Concat(all[isQuestion+1 : lastShown+1]...), nil}
	if o.All && !r.Refused {
		sections[2] = slices.Concat(all[lastShown+1:]...)
	}
	for _, section := range sections {
		if len(section) == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		writeGroups(b, o.Colour, grouped(section))
	}
	if r.Refused && len(r.Packages) == 0 {
		return // The error tells all.
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	style := paint.Bold
	if len(all[isQuestion])+len(all[isConflict]) > 0 {
		style = paint.Red
	}
	for _, line := range r.summary(o.All) {
		fmt.Fprintln(b, style.If(o.Colour).Sprint(printable.Line(line)))
	}
}

// writeGroups writes entries below the resources that they are about.
func writeGroups(b *bytes.Buffer, colour bool, groups []*group) {
	headed := false
	for i, g := range groups {
		if i > 0 && (headed || g.resource != "") {
			b.WriteByte('\n')
		}
		headed = g.resource != ""
		indent := ""
		if headed {
			fmt.Fprintln(b, paint.Bold.If(colour).Sprint(printable.Line(g.resource)))
			indent = "  "
		}
		g.write(b, colour, indent)
	}
}

// write writes the rows in columns: file and line, what, path, message; below one that is
// open, what to run for it.
func (g *group) write(b *bytes.Buffer, colour bool, indent string) {
	const longest = 48 // What is longer moves only what is behind it.
	places, whats, paths := 0, 0, 0
	for _, row := range g.rows {
		whats = max(whats, len(row.what.String()))
		for text, width := range map[string]*int{row.Place(): &places, row.Path: &paths} {
			if n := utf8.RuneCountInString(text); n <= longest {
				*width = max(*width, n)
			}
		}
	}
	for _, row := range g.rows {
		var cells []string
		if places > 0 || row.Place() != "" {
			cells = append(cells, paint.Faint.If(colour).Sprint(pad(row.Place(), places)))
		}
		cells = append(cells, row.what.style().If(colour).Sprint(pad(row.what.String(), whats)))
		if paths > 0 || row.Path != "" {
			cells = append(cells, paint.Cyan.If(colour).Sprint(pad(printable.Line(row.Path), paths)))
		}
		message := printable.Line(row.Says())
		if row.Why != "" {
			message += " " + paint.Faint.If(colour).Sprint("["+printable.Line(row.Why)+"]")
		}
		cells = append(cells, message)
		fmt.Fprintln(b, indent+strings.TrimRight(strings.Join(cells, "  "), " "))
		if row.marked {
			fmt.Fprintln(b, indent+"  "+printable.Line(row.Hint))
		}
	}
}

// Place is where an entry is, so that a terminal can open it.
func (e *Entry) Place() string { return printable.Line(at(e.File, e.Line)) }

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}
