package report

import (
	"bytes"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge"
)

// row is a line of dest and what it became.
type row struct{ dest, result cell }

// same reports whether the merge left the line alone.
func (r *row) same() bool {
	return r.dest.line > 0 && r.result.line > 0 && r.dest.text == r.result.text
}

// cell is a line of one version, in words.
type cell struct {
	// line counts from 1; 0 if the version does not have it.
	line int
	text string
	// from is who made the line what it is: up, down, both or "".
	from flag
	// differs says which words the other version has otherwise.
	words   []string
	differs []bool
}

// ofInterest are the rows that the merge changed, or that conflicts are about, with a few around
// them.
func ofInterest(rows []row, conflicts map[int][]int) []bool {
	const around = 3
	shown := make([]bool, len(rows))
	for i := range rows {
		if !rows[i].same() || conflicts[rows[i].result.line] != nil {
			for k := max(0, i-around); k < min(len(rows), i+around+1); k++ {
				shown[k] = true
			}
		}
	}
	return shown
}

// rows pairs the lines of dest and of the result; lines that replace each other pair one by
// one. The cost is that of diffs of the versions.
func (f *File) rows() []row {
	dest, result := linesOf(f.Columns[f.Dest].Text), linesOf(f.Columns[len(f.Columns)-1].Text)
	original, updated := f.original(), f.column(merge.Updated.String())
	kept, theirs, was := has(result, dest), has(result, updated), has(result, original)
	ours, stays := has(dest, original), has(dest, result)
	inDest := func(i, end int) (c cell) {
		if i < end {
			c = cell{line: i + 1, text: dest[i]}
			if !ours[i] && (original != nil || !stays[i]) {
				c.from = "down"
			}
		}
		return c
	}
	inResult := func(i, end int) (c cell) {
		if i >= end {
			return c
		}
		c = cell{line: i + 1, text: result[i]}
		switch {
		case kept[i] && original != nil && !was[i]:
			c.from = "down"
		case kept[i]:
		case original == nil || theirs[i]:
			c.from = "up"
		default:
			c.from = "both"
		}
		return c
	}
	var rows []row
	a, b := 0, 0
	for _, p := range append(diff.Match(trimmed(dest), trimmed(result)), [2]int{len(dest), len(result)}) {
		for a < p[0] || b < p[1] {
			rows = append(rows, row{inDest(a, p[0]), inResult(b, p[1])})
			a, b = min(a+1, p[0]), min(b+1, p[1])
		}
		if p[0] < len(dest) {
			rows = append(rows, row{inDest(a, a+1), inResult(b, b+1)})
		}
		a, b = p[0]+1, p[1]+1
	}
	for i := range rows {
		rows[i].split()
	}
	return rows
}

// split takes both lines apart into words. Where they have none in common, all is new, and a
// mark would say nothing.
func (r *row) split() {
	r.dest.words, r.result.words = diff.Words(r.dest.text), diff.Words(r.result.text)
	r.dest.differs, r.result.differs = diff.Unlike(r.dest.words, r.result.words)
	if !slices.Contains(r.dest.differs, false) || !slices.Contains(r.result.differs, false) {
		clear(r.dest.differs)
		clear(r.result.differs)
	}
}

// has reports for each line whether another version has it, too.
func has(lines, other []string) []bool {
	all, _ := diff.Unlike(trimmed(lines), trimmed(other))
	for i := range all {
		all[i] = !all[i]
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

// untouched reports whether all changes of the file are upstream's.
func (f *File) untouched() bool {
	original := f.original()
	return original != nil && slices.Equal(original, linesOf(f.Columns[f.Dest].Text))
}

// linesOf gives the lines as they are shown; of long ones the start.
func linesOf(text []byte) []string {
	const longest = 2000
	var lines []string
	for line := range bytes.Lines(text) {
		lines = append(lines, printable.Line(phrase.Cut(strings.TrimRight(string(line), "\r\n"), longest)))
	}
	return lines
}
