package merge

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// text merges strings of several lines: those that hold documents by structure, the
// others line by line. merged is false if one of the versions is not such a string, or
// if nothing is to be merged.
//
// rule: text/*, embedded/*
func (w *walker) text(o, u, d *yaml.Node) (r *yaml.Node, merged bool) {
	if w.system != threeWay || !w.areTexts(o, u, d) || Equal(u, o) || Equal(d, o) || Equal(u, d) {
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
		w.note(terms.NoteText, "merged line by line, because "+why)
	}
	return w.lines(e, o, u, d), true
}

// lines merges strings line by line. If the versions hold documents, so does
// the result: where the lines of both sides would break them, the winner's string is taken
// whole.
func (w *walker) lines(e *embedded, o, u, d *yaml.Node) *yaml.Node {
	m := mergeLines(o.Value, u.Value, d.Value)
	text := m.text(Updated)
	if m.overlaps() || !e.reads(w.documents, text) {
		by := w.conflict(BothChanged, o, u, d)
		if by.side == Dest {
			text = m.text(Dest)
		}
		if by.edited || !e.reads(w.documents, text) {
			return by.of(u, d)
		}
	}
	n := *d
	n.Value = text
	return &n
}

// isText reports whether a value is a string of several lines.
func isText(n *yaml.Node) bool {
	return n != nil && n.Kind == yaml.ScalarNode && isString(n) && strings.Contains(n.Value, "\n")
}
