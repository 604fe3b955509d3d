package merge

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// text merges strings of several lines: those that hold documents by structure,
// the others line by line. It says false where one of the versions is no such
// string, or where nothing is to be merged.
//
// rule: text/*, embedded/*
func (w *walker) text(o, u, d *yaml.Node) (r *yaml.Node, merged bool) {
	if w.policy.Text != TextLines || w.system != threeWay || o != nil && !isText(o) || !isText(u) || !isText(d) {
		return nil, false
	}
	if Equal(u, o) || Equal(d, o) || Equal(u, d) {
		return nil, false
	}
	e, why := w.read(o, u, d)
	if why == "" && e != nil {
		if r, why = w.embedded(e); why == "" {
			return r, true
		}
	}
	if o == nil {
		return nil, false
	}
	if why != "" {
		w.note(NoteText, "merged line by line, because "+why)
	}
	return w.lines(e, o, u, d), true
}

// lines merges strings line by line. If the versions hold documents, so does
// the result: where the lines of both sides would break them, the winner's
// string is taken whole.
func (w *walker) lines(e *embedded, o, u, d *yaml.Node) *yaml.Node {
	lo, lu, ld := splitLines(o.Value), splitLines(u.Value), splitLines(d.Value)
	lines, overlaps := w.mergeLines(lo, lu, ld, Updated)
	if overlaps || !e.reads(w.documents, lines) {
		side := w.conflict(BothChanged, o, u, d)
		if side == Dest {
			lines, _ = w.mergeLines(lo, lu, ld, Dest)
		}
		if !e.reads(w.documents, lines) {
			if side == Dest {
				return d
			}
			return u
		}
	}
	n := *d
	n.Value = strings.Join(lines, "")
	return &n
}

// isText says that a value is a string of several lines.
func isText(n *yaml.Node) bool {
	return n != nil && n.Kind == yaml.ScalarNode && isString(n) && strings.Contains(n.Value, "\n")
}

// splitLines splits text behind each line break.
func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// mergeLines takes over what each side changed. Where both changed the same
// lines, or lines that touch, differently, the winner's stand.
func (w *walker) mergeLines(o, u, d []string, winner Side) (lines []string, overlaps bool) {
	inU, inD := matches(o, u), matches(o, d)
	i, j, k := 0, 0, 0
	for {
		// The next line of o that both sides kept ends what may differ.
		next := i
		for next < len(o) && (inU[next] < 0 || inD[next] < 0) {
			next++
		}
		endU, endD := len(u), len(d)
		if next < len(o) {
			endU, endD = inU[next], inD[next]
		}
		po, pu, pd := o[i:next], u[j:endU], d[k:endD]
		switch {
		case slices.Equal(pu, po) || slices.Equal(pu, pd):
			lines = append(lines, pd...)
		case slices.Equal(pd, po):
			lines = append(lines, pu...)
		default:
			overlaps = true
			if winner == Dest {
				pu = pd
			}
			lines = append(lines, pu...)
		}
		if next == len(o) {
			return lines, overlaps
		}
		lines = append(lines, d[endD])
		i, j, k = next+1, endU+1, endD+1
	}
}

// matches gives for each line of a the line of b it pairs with, or -1.
func matches(a, b []string) []int {
	at := make([]int, len(a))
	for i := range at {
		at[i] = -1
	}
	for _, p := range common(a, b) {
		at[p[0]] = p[1]
	}
	return at
}
