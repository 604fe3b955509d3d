package report

import (
	"bytes"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// stretch is a part of a file in all versions, side by side.
type stretch struct {
	// Resource is what it is of, "" if nobody knows, or if nothing in it is of interest.
	Resource string
	// Alike: nothing in it is of interest.
	Alike bool
	Rows  []lineUp
}

// lineUp is a line as each version has it.
type lineUp struct{ Cells []cell }

// cell is a line of one version.
type cell struct {
	// Line counts from 1; 0 if the version does not have it.
	Line int
	Text string
	From origin
}

// origin is who made a line what it is.
type origin uint8

const (
	unchanged origin = iota
	fromUpstream
	fromDest
	fromBoth
)

// originClasses are the classes of the page.
var originClasses = enum.Names[origin]{"", "up", "down", "both"}

func (o origin) String() string { return originClasses.Of(o) }

// around is how many lines are shown around those of interest.
const around = 3

// sideBySide lays the versions of a file next to each other. Of interest is where upstream
// or the merge changed something, and where conflicts says that there is one: by column, the
// lines; what is not is in stretches of its own. Its cost is linear in the size of the
// texts, but for the diff.
func (f *File) sideBySide(conflicts []map[int]bool) []stretch {
	g := newGrid(f)
	rows := g.rows()
	shown := make([]bool, len(rows))
	next := 0 // Rows up to here are shown.
	show := func(from, to int) {
		if from-next <= around {
			from = next // A line that unfolds so few saves none.
		}
		for k := from; k < to; k++ {
			shown[k] = true
		}
		next = max(next, to)
	}
	for i := range rows {
		interesting := g.colour(rows[i].Cells)
		for column, c := range rows[i].Cells {
			interesting = interesting || c.Line > 0 && conflicts[column][c.Line]
		}
		if interesting {
			show(max(0, i-around), min(len(rows), i+around+1))
		}
	}
	var all []stretch
	for i, row := range rows {
		name := ""
		if shown[i] {
			name = g.resource(row.Cells)
		}
		if i == 0 || shown[i] != shown[i-1] || all[len(all)-1].Resource != name {
			all = append(all, stretch{Resource: name, Alike: !shown[i]})
		}
		last := &all[len(all)-1]
		last.Rows = append(last.Rows, row)
	}
	return all
}

// grid is the versions of a file, taken apart into lines.
type grid struct {
	lines [][]string
	// resources are the resources of each version by the line they begin at.
	resources [][]resourceAt
	// original is -1 where there is none; updated is the column to its right.
	original, dest, result int
}

type resourceAt struct {
	line int
	name string
}

func newGrid(f *File) *grid {
	g := &grid{original: f.original(), dest: f.Dest, result: len(f.Columns) - 1}
	for _, c := range f.Columns {
		lines := linesOf(c.Text)
		g.lines = append(g.lines, lines)
		g.resources = append(g.resources, resourcesOf(c.Text, lines))
	}
	return g
}

// original is the column of the original, -1 if there is none.
func (f *File) original() int {
	return slices.IndexFunc(f.Columns, func(c Column) bool { return c.Version == merge.Original.String() })
}

// linesOf gives the lines as they are shown.
func linesOf(text []byte) []string {
	var lines []string
	for line := range bytes.Lines(text) {
		lines = append(lines, printable.Line(strings.TrimRight(string(line), "\r\n")))
	}
	return lines
}

// resourcesOf finds the resources of a text, with the comments above them.
func resourcesOf(text []byte, lines []string) []resourceAt {
	docs, err := source.Parse(text)
	if err != nil {
		return nil
	}
	var all []resourceAt
	for _, doc := range docs {
		if len(doc.Content) == 0 {
			continue
		}
		at := doc.Content[0].Line
		for at > 1 && at-2 < len(lines) && isAbove(lines[at-2]) {
			at--
		}
		all = append(all, resourceAt{at, RefOf(doc.Content[0]).String()})
	}
	return all
}

func isAbove(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line == "---" || strings.HasPrefix(line, "#")
}

// resource is the resource of a row: the result's if that has the line, else that of
// any version.
func (g *grid) resource(cells []cell) string {
	for i := len(cells) - 1; i >= 0; i-- {
		if cells[i].Line == 0 {
			continue
		}
		at, found := slices.BinarySearchFunc(g.resources[i], cells[i].Line, func(r resourceAt, line int) int { return r.line - line })
		switch {
		case found:
			return g.resources[i][at].name
		case at > 0:
			return g.resources[i][at-1].name
		}
	}
	return ""
}

// rows lines the versions up at the lines of the result, or of dest if nothing
// is left of it. What the others have more stands in front of the line it is
// above.
func (g *grid) rows() []lineUp {
	anchor := g.result
	if len(g.lines[anchor]) == 0 {
		anchor = g.dest
	}
	n := len(g.lines[anchor])
	at := make([][]int, len(g.lines))
	more := make([][][]int, len(g.lines))
	for i := range g.lines {
		at[i], more[i] = align(g.lines[anchor], g.lines[i])
	}
	var rows []lineUp
	for j := 0; j <= n; j++ {
		for k := 0; ; k++ {
			row, some := lineUp{Cells: make([]cell, len(g.lines))}, false
			for i := range g.lines {
				if k < len(more[i][j]) {
					row.Cells[i], some = g.cell(i, more[i][j][k]), true
				}
			}
			if !some {
				break
			}
			rows = append(rows, row)
		}
		if j == n {
			break
		}
		row := lineUp{Cells: make([]cell, len(g.lines))}
		for i := range g.lines {
			if at[i][j] >= 0 {
				row.Cells[i] = g.cell(i, at[i][j])
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func (g *grid) cell(column, line int) cell {
	return cell{Line: line + 1, Text: g.lines[column][line]}
}

// colour marks each cell by who changed it. It reports whether upstream or the merge
// did.
func (g *grid) colour(cells []cell) bool {
	d, r := &cells[g.dest], &cells[g.result]
	if g.original < 0 {
		return g.colourPatched(cells)
	}
	o, u := cells[g.original], &cells[g.original+1]
	upstream, local := !same(o, *u), !same(o, *d)
	if upstream {
		u.From = fromUpstream
	}
	if local {
		d.From = fromDest
	}
	switch {
	case upstream && same(*r, *u):
		r.From = fromUpstream
	case local && same(*r, *d):
		r.From = fromDest
	case !same(*r, *d):
		r.From = fromBoth
	}
	return upstream || !same(*r, *d)
}

// colourPatched is colour without an original.
func (g *grid) colourPatched(cells []cell) bool {
	d, r := &cells[g.dest], &cells[g.result]
	if same(*d, *r) {
		return false
	}
	r.From = fromUpstream
	for i := range cells {
		if i != g.dest && cells[i].Line > 0 && same(cells[i], *r) {
			cells[i].From = fromUpstream
		}
	}
	if d.Line > 0 {
		d.From = fromDest
	}
	return true
}

// same compares lines apart from their indentation.
func same(a, b cell) bool {
	return (a.Line == 0) == (b.Line == 0) && strings.TrimSpace(a.Text) == strings.TrimSpace(b.Text)
}
