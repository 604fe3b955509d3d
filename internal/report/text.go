package report

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/krm-merge/krm-merge/internal/printable"
)

// group has the entries about one resource, or about none, in a file.
type group struct {
	file, resource string
	rows           []told
}

// groups are the entries by file and, inside, by resource as first met; what changed is among them
// if that is asked for.
func (r *Report) groups(verbose bool) []*group {
	type key struct{ file, resource string }
	byKey := map[key]*group{}
	var all []*group
	for w, list := range r.told() {
		if what(w) == isChanged && !verbose {
			continue
		}
		for _, t := range list {
			k := key{t.file, t.resource.String()}
			g := byKey[k]
			if g == nil {
				g = &group{file: t.file, resource: k.resource}
				byKey[k] = g
				all = append(all, g)
			}
			g.rows = append(g.rows, t)
		}
	}
	slices.SortStableFunc(all, func(a, b *group) int {
		// What belongs to no resource stands below the file, not below another's.
		return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(min(len(a.resource), 1), min(len(b.resource), 1)))
	})
	return all
}

// paint is a colour or a style as terminals take it, "" for none.
type paint string

// Sprint paints a text.
func (c paint) Sprint(text string) string {
	if c == "" {
		return text
	}
	return "\x1b[" + string(c) + "m" + text + "\x1b[0m"
}

// palette paints parts of the text form.
type palette struct{ file, resource, line, conflict, warning, quiet, path paint }

func newPalette(on bool) palette {
	if !on {
		return palette{}
	}
	const bold, faint, underlined, red, yellow, cyan = "1", "2", "4", "31", "33", "36"
	return palette{file: underlined, resource: bold, line: faint, conflict: red, warning: yellow, quiet: faint, path: cyan}
}

func (p *palette) of(w what) paint {
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
	file, first := "", true
	for _, g := range r.groups(o.Verbose) {
		if first || g.file != file {
			if !first {
				b.WriteByte('\n')
			}
			if g.file != "" {
				fmt.Fprintln(b, p.file.Sprint(printable.Line(g.file)))
			}
			file, first = g.file, false
		}
		if g.resource != "" {
			fmt.Fprintln(b, "  "+p.resource.Sprint(printable.Line(g.resource)))
		}
		g.write(b, &p)
	}
	if !o.Summary {
		return
	}
	if !first {
		b.WriteByte('\n')
	}
	paint := p.resource
	if len(r.Conflicts) > 0 {
		paint = p.conflict
	}
	fmt.Fprintln(b, paint.Sprint(r.counts()))
}

// counts is what the merge did, in a line.
func (r *Report) counts() string {
	if r.Refused {
		return r.summary()
	}
	merged := Counted(r.resources, "resource")
	if r.wholeFiles > 0 {
		merged += " and " + Counted(r.wholeFiles, "other file")
	}
	moved := ""
	if len(r.Moved) > 0 {
		moved = fmt.Sprintf("%d moved, ", len(r.Moved))
	}
	return fmt.Sprintf("merged %s: %d added, %d deleted, %d changed, %s%s",
		merged, len(r.Added), len(r.Deleted), len(r.Changed), moved, Counted(len(r.Conflicts), "conflict"))
}

// write writes the rows in columns: line, what, path, message.
func (g *group) write(b *bytes.Buffer, p *palette) {
	const longest = 48 // A longer path moves only its own message.
	digits, whats, paths := 0, 0, 0
	for _, row := range g.rows {
		if row.line > 0 {
			digits = max(digits, len(fmt.Sprint(row.line)))
		}
		whats = max(whats, len(row.what.String()))
		if n := utf8.RuneCountInString(row.path); n <= longest {
			paths = max(paths, n)
		}
	}
	for _, row := range g.rows {
		cells := []string{}
		if digits > 0 {
			line := ""
			if row.line > 0 {
				line = fmt.Sprint(row.line)
			}
			cells = append(cells, p.line.Sprint(fmt.Sprintf("%*s", digits, line)))
		}
		cells = append(cells, p.of(row.what).Sprint(pad(row.what.String(), whats)))
		if paths > 0 || row.path != "" {
			cells = append(cells, p.path.Sprint(pad(printable.Line(row.path), paths)))
		}
		message := printable.Line(row.message)
		if row.by != "" {
			message += " " + p.quiet.Sprint("["+printable.Line(row.by)+"]")
		}
		cells = append(cells, message)
		fmt.Fprintln(b, "    "+strings.TrimRight(strings.Join(cells, "  "), " "))
	}
}

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}
