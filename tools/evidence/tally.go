package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/merge"
)

// verdict compares what a program made of a file with what was committed.
type verdict uint8

const (
	// equalBytes: byte for byte.
	equalBytes verdict = iota
	// equalValue: the same documents with the same values.
	equalValue
	// conflicting: a person is asked.
	conflicting
	// differing: something else was committed.
	differing
	// failing: the program gives up.
	failing
	// untried: the file is none the program is for.
	untried
)

func (v verdict) String() string {
	return [...]string{"equal by bytes", "equal by value", "conflict", "differs", "error", "not tried"}[v]
}

func (v verdict) equal() bool { return v == equalBytes || v == equalValue }

// judgement is a verdict and what it rests on.
type judgement struct {
	merged
	verdict verdict
}

func (j *judgement) detail() string {
	switch {
	case j.err != nil:
		return ": " + strings.SplitN(j.err.Error(), "\n", 2)[0]
	case len(j.conflicts) > 0:
		return ": " + strings.Join(j.conflicts, "; ")
	}
	return ""
}

func judge(c *file, m merged) judgement {
	j := judgement{merged: m}
	switch {
	case m.untried:
		j.verdict = untried
	case m.err != nil:
		j.verdict = failing
	case len(m.conflicts) > 0:
		j.verdict = conflicting
	case bytes.Equal(m.text, c.committed):
		j.verdict = equalBytes
	case sameValue(m.text, c.committed):
		j.verdict = equalValue
	default:
		j.verdict = differing
	}
	return j
}

// sameValue reports whether two texts hold the same documents.
func sameValue(a, b []byte) bool {
	da, errA := values(a)
	db, errB := values(b)
	return errA == nil && errB == nil && slices.EqualFunc(da, db, merge.Equal)
}

// tools are what merges each file.
func tools() [4]string { return [4]string{"krm-merge", "git merge-file", "kyaml", "kyaml as in kpt"} }

// tally counts verdicts.
type tally struct {
	// merges were looked at; skipped have no single common ancestor or more
	// than two parents.
	merges, skipped, files int
	// all are those of each tool, origins those by where what was committed comes from.
	all     [4]counts
	origins [origins][4]counts
	// clean are krm-merge's where git had no conflict and was right.
	clean counts
	// broken are merges that failed for no fault of the input.
	broken int
}

type counts [untried + 1]int

func (c *counts) equal() int { return c[equalBytes] + c[equalValue] }

func (t *tally) add(from origin, by [4]judgement) {
	t.files++
	for tool, j := range by {
		t.all[tool][j.verdict]++
		t.origins[from][tool][j.verdict]++
	}
	if by[1].verdict.equal() {
		t.clean[by[0].verdict]++
	}
	if err := by[0].err; by[0].verdict == failing && (strings.Contains(err.Error(), "panic") || strings.Contains(err.Error(), "a bug in krm-merge")) {
		t.broken++
	}
}

func (t *tally) print(w io.Writer) {
	fmt.Fprintf(w, "%d merge commits (%d others skipped), %d files\n", t.merges, t.skipped, t.files)
	printCounts(w, "all", &t.all)
	for o := range origins {
		printCounts(w, o.String(), &t.origins[o])
	}
	fmt.Fprintf(w, "\nwhere git is right: krm-merge right %d (by bytes %d), asked %d, wrong %d\n",
		t.clean.equal(), t.clean[equalBytes], t.clean[conflicting], t.clean[differing]+t.clean[failing]+t.clean[untried])
}

// printCounts prints a scorecard: a tool is wrong in silence where its result has another value
// than what was committed, and asks nobody.
func printCounts(w io.Writer, of string, by *[4]counts) {
	fmt.Fprintf(w, "\n%-16s %7s %9s %7s %17s %8s %10s\n", of, "right", "by bytes", "asked", "wrong in silence", "refused", "not tried")
	for tool, name := range tools() {
		c := &by[tool]
		fmt.Fprintf(w, "%-16s %7d %9d %7d %17d %8d %10d\n", name, c.equal(), c[equalBytes], c[conflicting], c[differing], c[failing], c[untried])
	}
}
