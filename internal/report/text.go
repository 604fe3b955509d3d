package report

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// row is a line of the text form.
type row struct {
	line          int
	what          what
	path, message string
	by            string
}

// what a row tells.
type what uint8

const (
	isConflict what = iota
	isDeleted
	isAdded
	isMoved
	isWarning
	isNote
)

func (w what) String() string {
	switch w {
	case isConflict:
		return "conflict"
	case isDeleted:
		return "deleted"
	case isAdded:
		return "added"
	case isMoved:
		return "moved"
	case isWarning:
		return "warning"
	case isNote:
		return "note"
	}
	return "invalid"
}

// group is the rows of one resource, or of what belongs to none, in a file.
type group struct {
	file, resource string
	rows           []row
}

// groups are the rows by file and, inside, by resource as first met.
func (r *Report) groups() []*group {
	type key struct{ file, resource string }
	byKey := map[key]*group{}
	var all []*group
	add := func(file string, of *Ref, line row) {
		k := key{file, of.String()}
		g := byKey[k]
		if g == nil {
			g = &group{file: file, resource: k.resource}
			byKey[k] = g
			all = append(all, g)
		}
		g.rows = append(g.rows, line)
	}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		add(c.File, c.Resource, row{c.Line, isConflict, c.Path, c.message(), c.By})
	}
	for _, list := range []struct {
		what    what
		entries []Entry
	}{{isDeleted, r.Deleted}, {isAdded, r.Added}, {isMoved, r.Moved}} {
		for _, e := range list.entries {
			message := ""
			if e.From != "" {
				message = "from " + e.From
			}
			add(e.File, e.Resource, row{line: e.Line, what: list.what, message: message})
		}
	}
	for _, n := range r.Notes {
		kind := isNote
		if n.Warning {
			kind = isWarning
		}
		add(n.File, n.Resource, row{line: n.Line, what: kind, path: n.Path, message: n.Message})
	}
	slices.SortStableFunc(all, func(a, b *group) int {
		// What belongs to no resource stands below the file, not below another's.
		return cmp.Or(strings.Compare(a.file, b.file), -cmp.Compare(nameless(a), nameless(b)))
	})
	return all
}

func nameless(g *group) int {
	if g.resource == "" {
		return 1
	}
	return 0
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
	case isAdded, isMoved, isNote:
	}
	return p.quiet
}

func (r *Report) writeText(b *bytes.Buffer, o Options) {
	p := newPalette(o.Colour)
	file, first := "", true
	for _, g := range r.groups() {
		if first || g.file != file {
			if !first {
				b.WriteByte('\n')
			}
			if g.file != "" {
				fmt.Fprintln(b, p.file.Sprint(OneLine(g.file)))
			}
			file, first = g.file, false
		}
		if g.resource != "" {
			fmt.Fprintln(b, "  "+p.resource.Sprint(OneLine(g.resource)))
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
	fmt.Fprintln(b, paint.Sprint(r.summary()))
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
			cells = append(cells, p.path.Sprint(pad(OneLine(row.path), paths)))
		}
		message := OneLine(row.message)
		if row.by != "" {
			message += " " + p.quiet.Sprint("["+OneLine(row.by)+"]")
		}
		cells = append(cells, message)
		fmt.Fprintln(b, "    "+strings.TrimRight(strings.Join(cells, "  "), " "))
	}
}

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}
