package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// shownFile is a file as the page shows it: dest beside the result.
type shownFile struct {
	Name, Status string
	// Was is its name in dest, if that is another.
	Was string
	// Says is said in place of its lines; Folded is why these are not shown at first.
	Says, Folded string
	Parts        []shownPart
}

// shownPart is a stretch of rows of one resource.
type shownPart struct {
	Resource string
	// Folded: the merge left its rows alone, and this is said in place of them.
	Folded string
	Rows   []shownRow
	// More is said of rows behind these that there is no room for.
	More string
}

// shownRow is a line of dest and what it became.
type shownRow struct{ Dest, Result shownCell }

// Same reports whether the merge left the line alone.
func (r shownRow) Same() bool {
	return r.Dest.Line > 0 && r.Result.Line > 0 && r.Dest.text == r.Result.text
}

// shownCell is a line of one version.
type shownCell struct {
	// Line counts from 1; 0 if the version does not have it.
	Line  int
	Words []shownWords
	// Column is mine or result, From who made the line what it is: up, down, both or "".
	Column, From string
	// Conflicts are the numbers of those about the line.
	Conflicts []int

	text string
}

// shownWords is a part of a line; Differs: the other version has other words there.
type shownWords struct {
	Text    string
	Differs bool
}

// fit leaves out the rows that there is no room for.
func (p *shownPart) fit(left *room) {
	for i, row := range p.Rows {
		if left.takes(row.Dest.text, row.Result.text) {
			continue
		}
		if p.Folded != "" {
			p.Rows = nil
		} else {
			p.More = fmt.Sprintf("… %s; the same command with --diff shows all …", Counted(len(p.Rows)-i, "more line"))
			p.Rows = p.Rows[:i]
		}
		return
	}
}

// around is how many lines are shown around those of interest.
const around = 3

// shown lays dest beside the result. Of interest is what the merge changed, and where there
// are conflicts, by the lines of the result; the rest is folded away. linked gets the
// conflicts that stand at a line. The cost is that of diffs of the versions.
func (f *File) shown(conflicts map[int][]int, linked map[int]bool) shownFile {
	s := shownFile{Name: printable.Line(f.Name), Status: statusNames.Of(f.Status), Says: f.Hidden, Was: printable.Line(f.Columns[f.Dest].File)}
	if f.Hidden != "" {
		return s
	}
	rows := f.rows()
	shown := make([]bool, len(rows))
	next := 0 // Rows up to here are shown.
	for i := range rows {
		rows[i].Result.Conflicts = conflicts[rows[i].Result.Line]
		for _, number := range rows[i].Result.Conflicts {
			linked[number] = true
		}
		if rows[i].Same() && rows[i].Result.Conflicts == nil {
			continue
		}
		from, to := max(0, i-around), min(len(rows), i+around+1)
		if from-next <= around {
			from = next // A line that unfolds so few saves none.
		}
		for k := from; k < to; k++ {
			shown[k] = true
		}
		next = max(next, to)
	}
	resources := resourcesOf(f.Columns[len(f.Columns)-1].Text)
	for i, row := range rows {
		name := ""
		if shown[i] {
			name = resources.at(row.Result.Line)
		}
		if i == 0 || shown[i] != shown[i-1] || name != "" && s.Parts[len(s.Parts)-1].Resource != name {
			s.Parts = append(s.Parts, shownPart{Resource: name})
		}
		part := &s.Parts[len(s.Parts)-1]
		part.Rows = append(part.Rows, row)
		if !shown[i] {
			part.Folded = fmt.Sprintf("… %s that the merge left alone …", Counted(len(part.Rows), "line"))
		}
	}
	if len(conflicts) == 0 {
		s.Folded = f.folded()
	}
	return s
}

// rows pairs the lines of dest and of the result; lines that replace each other pair one by
// one.
func (f *File) rows() []shownRow {
	dest, result := linesOf(f.Columns[f.Dest].Text), linesOf(f.Columns[len(f.Columns)-1].Text)
	original, updated := f.original(), f.column(merge.Updated.String())
	kept, theirs, was := has(result, dest), has(result, updated), has(result, original)
	ours, stays := has(dest, original), has(dest, result)
	cell := func(lines []string, i, end int, column string) shownCell {
		if i >= end {
			return shownCell{Column: column}
		}
		c := shownCell{Line: i + 1, Column: column, text: lines[i]}
		switch inResult := column == "result"; {
		case inResult && kept[i] && original != nil && !was[i], !inResult && !ours[i] && (original != nil || !stays[i]):
			c.From = "down"
		case inResult && !kept[i] && (original == nil || theirs[i]):
			c.From = "up"
		case inResult && !kept[i]:
			c.From = "both"
		}
		return c
	}
	var rows []shownRow
	add := func(a, endA, b, endB int) {
		row := shownRow{cell(dest, a, endA, "mine"), cell(result, b, endB, "result")}
		row.Dest.Words, row.Result.Words = unlike(row.Dest, row.Result), unlike(row.Result, row.Dest)
		rows = append(rows, row)
	}
	a, b := 0, 0
	for _, p := range append(diff.Match(trimmed(dest), trimmed(result)), [2]int{len(dest), len(result)}) {
		for a < p[0] || b < p[1] {
			add(a, p[0], b, p[1])
			a, b = min(a+1, p[0]), min(b+1, p[1])
		}
		if p[0] < len(dest) {
			add(a, a+1, b, b+1)
		}
		a, b = p[0]+1, p[1]+1
	}
	return rows
}

// has reports for each line whether another version has it, too.
func has(lines, other []string) []bool {
	all := make([]bool, len(lines))
	for _, pair := range diff.Match(trimmed(lines), trimmed(other)) {
		all[pair[0]] = true
	}
	return all
}

// unlike is a line with the words that another version of it does not have.
func unlike(c, other shownCell) []shownWords {
	words := diff.Words(c.text)
	alike := make([]bool, len(words))
	if pairs := diff.Match(words, diff.Words(other.text)); other.Line > 0 && len(pairs) > 0 {
		for _, pair := range pairs {
			alike[pair[0]] = true
		}
	} else {
		return []shownWords{{Text: c.text}} // All is new: a mark says nothing.
	}
	var all []shownWords
	for i, word := range words {
		if last := len(all) - 1; last >= 0 && all[last].Differs == !alike[i] {
			all[last].Text += word
		} else {
			all = append(all, shownWords{word, !alike[i]})
		}
	}
	return all
}

func trimmed(lines []string) []string {
	all := make([]string, len(lines))
	for i, line := range lines {
		all[i] = strings.TrimSpace(line)
	}
	return all
}

// column are the lines of a version, nil if there is none.
func (f *File) column(version string) []string {
	for _, c := range f.Columns {
		if c.Version == version {
			return append([]string{}, linesOf(c.Text)...)
		}
	}
	return nil
}

// original are the lines of the original, nil if there is none.
func (f *File) original() []string { return f.column(merge.Original.String()) }

// linesOf gives the lines as they are shown.
func linesOf(text []byte) []string {
	var lines []string
	for line := range bytes.Lines(text) {
		lines = append(lines, printable.Line(strings.TrimRight(string(line), "\r\n")))
	}
	return lines
}

// resourceLines are the resources of a text by the line that they begin at.
type resourceLines []resourceLine

type resourceLine struct {
	line int
	name string
}

// at is the resource that a line belongs to, "" if nobody knows.
func (r resourceLines) at(line int) string {
	i, found := slices.BinarySearchFunc(r, line, func(at resourceLine, line int) int { return at.line - line })
	switch {
	case found:
		return r[i].name
	case i > 0 && line > 0:
		return r[i-1].name
	}
	return ""
}

// resourcesOf finds the resources of a text, with the comments above them.
func resourcesOf(text []byte) (all resourceLines) {
	docs, err := source.Parse(text)
	if err != nil {
		return nil
	}
	lines := linesOf(text)
	for _, doc := range docs {
		if len(doc.Content) == 0 {
			continue
		}
		at := doc.Content[0].Line
		for at > 1 && at-2 < len(lines) && isAbove(lines[at-2]) {
			at--
		}
		all = append(all, resourceLine{at, printable.Line(RefOf(doc.Content[0]).String())})
	}
	return all
}

func isAbove(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line == "---" || strings.HasPrefix(line, "#")
}

// folded is why nobody has to look at the file, "" if somebody has to: it is generated, or
// all changes in it are upstream's.
func (f *File) folded() string {
	result := f.Columns[len(f.Columns)-1].Text
	switch original := f.original(); {
	case isGenerated(result):
		return "generated"
	case original != nil && slices.Equal(original, linesOf(f.Columns[f.Dest].Text)):
		return "you did not change it"
	}
	return ""
}

// isGenerated reports whether a file says that a program wrote it.
func isGenerated(text []byte) bool {
	const head = 2000
	text = text[:min(len(text), head)]
	for _, mark := range []string{"DO NOT EDIT", "controller-gen.kubebuilder.io/version", "@generated"} {
		if strings.Contains(string(text), mark) {
			return true
		}
	}
	return false
}
