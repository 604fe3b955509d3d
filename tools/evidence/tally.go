package main

import (
	"bytes"
	"fmt"
	"io"
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
	switch v {
	case equalBytes:
		return "equal by bytes"
	case equalValue:
		return "equal by value"
	case conflicting:
		return "conflict"
	case differing:
		return "differs"
	case failing:
		return "error"
	case untried:
		return "not tried"
	}
	return "invalid"
}

func (v verdict) equal() bool { return v == equalBytes || v == equalValue }

// judgement is a verdict and what it rests on.
type judgement struct {
	merged
	verdict verdict
	// order: it differs in the order of lists and documents alone.
	order bool
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
		j.verdict, j.order = differing, inAnyOrder(m.text, c.committed)
	}
	return j
}

// sameValue reports whether two texts hold the same documents.
func sameValue(a, b []byte) bool {
	da, errA := values(a)
	db, errB := values(b)
	if errA != nil || errB != nil || len(da) != len(db) {
		return false
	}
	for i := range da {
		if !merge.Equal(da[i], db[i]) {
			return false
		}
	}
	return true
}

// tally counts verdicts.
type tally struct {
	// merges were looked at; skipped have no single common ancestor or more
	// than two parents.
	merges, skipped, files int
	careful, git, kyaml    counts
	// clean are the verdicts where git had no conflict and was right, torn
	// those where it had one.
	clean, torn counts
	// origins are the verdicts by where what was committed comes from, tornOrigins those
	// where git had a conflict.
	origins, tornOrigins [origins]counts
}

type counts struct {
	by [untried + 1]int
	// broken are merges that failed for no fault of the input, order those that differ in
	// the order of lists and documents alone.
	broken, order int
}

func (c *counts) add(j judgement) {
	c.by[j.verdict]++
	if j.order {
		c.order++
	}
	if j.verdict == failing && (strings.Contains(j.err.Error(), "panic") || strings.Contains(j.err.Error(), "a bug in krm-merge")) {
		c.broken++
	}
}

func (c *counts) equal() int { return c.by[equalBytes] + c.by[equalValue] }

func (c *counts) total() int {
	n := 0
	for _, v := range c.by {
		n += v
	}
	return n
}

func (t *tally) add(from origin, careful, git, kyaml judgement) {
	t.files++
	t.origins[from].add(careful)
	if git.verdict == conflicting {
		t.tornOrigins[from].add(careful)
	}
	t.careful.add(careful)
	t.git.add(git)
	t.kyaml.add(kyaml)
	switch {
	case git.verdict.equal():
		t.clean.add(careful)
	case git.verdict == conflicting:
		t.torn.add(careful)
	}
}

func (t *tally) print(w io.Writer) {
	fmt.Fprintf(w, "%d merge commits (%d others skipped), %d files\n\n", t.merges, t.skipped, t.files)
	fmt.Fprintf(w, "%-16s %10s %16s %10s\n", "", "krm-merge", "git merge-file", "kyaml")
	for v := equalBytes; v <= untried; v++ {
		fmt.Fprintf(w, "%-16s %10d %16d %10d\n", v, t.careful.by[v], t.git.by[v], t.kyaml.by[v])
	}
	tried := func(c *counts) int { return c.total() - c.by[untried] }
	fmt.Fprintf(w, "%-16s %10s %16s %10s\n\n", "equal", share(t.careful.equal(), tried(&t.careful)), share(t.git.equal(), tried(&t.git)), share(t.kyaml.equal(), tried(&t.kyaml)))
	fmt.Fprintf(w, "where git is right (%d): krm-merge equal %d (by bytes %d), differs %d, false conflicts %d (%s), errors %d, not tried %d\n",
		t.clean.total(), t.clean.equal(), t.clean.by[equalBytes], t.clean.by[differing], t.clean.by[conflicting], share(t.clean.by[conflicting], t.clean.total()), t.clean.by[failing], t.clean.by[untried])
	fmt.Fprintf(w, "where git has conflicts (%d): krm-merge equal %d (%s), differs %d, conflict %d, errors %d, not tried %d\n",
		t.torn.total(), t.torn.equal(), share(t.torn.equal(), t.torn.total()), t.torn.by[differing], t.torn.by[conflicting], t.torn.by[failing], t.torn.by[untried])
	printOrigins(w, "what was committed is", &t.origins)
	printOrigins(w, "where git has conflicts", &t.tornOrigins)
}

// printOrigins prints the verdicts by where what was committed comes from.
func printOrigins(w io.Writer, where string, all *[origins]counts) {
	fmt.Fprintf(w, "\n%-24s %7s %7s %7s %9s %8s %12s %6s\n", where, "files", "equal", "", "conflict", "differs", "(in order)", "error")
	for o := range origins {
		c := &all[o]
		fmt.Fprintf(w, "%-24s %7d %7d %7s %9d %8d %12d %6d\n", o, c.total(), c.equal(), share(c.equal(), c.total()), c.by[conflicting], c.by[differing], c.order, c.by[failing]+c.by[untried])
	}
}

func share(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(of))
}
