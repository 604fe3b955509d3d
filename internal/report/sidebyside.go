package report

import (
	"bytes"
	"strings"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// row is a line of dest and what it became.
type row struct{ dest, result cell }

// same reports whether the merge left the line alone.
func (r *row) same() bool {
	return r.dest.line > 0 && r.result.line > 0 && r.dest.text == r.result.text
}

// cell is a line of one version, which counts from 1; 0 if the version does not have it.
type cell struct {
	line int
	text string
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
// one. The cost is that of a diff.
func (f *File) rows() (rows []row) {
	dest, result := linesOf(f.Was), linesOf(f.Text)
	at := func(lines []string, i, end int) cell {
		if i >= end {
			return cell{}
		}
		return cell{i + 1, lines[i]}
	}
	a, b := 0, 0
	for _, p := range append(diff.Match(dest, result), [2]int{len(dest), len(result)}) {
		for a < p[0] || b < p[1] {
			rows = append(rows, row{at(dest, a, p[0]), at(result, b, p[1])})
			a, b = min(a+1, p[0]), min(b+1, p[1])
		}
		if p[0] < len(dest) {
			rows = append(rows, row{at(dest, a, a+1), at(result, b, b+1)})
		}
		a, b = p[0]+1, p[1]+1
	}
	return rows
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
