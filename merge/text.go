package merge

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
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
	if spelled, settled := w.respelled(o, u, d); settled {
		return spelled, true
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
	if e == nil && why == "" {
		if r := w.unnamed(o, u, d); r != nil {
			return r, true
		}
	}
	if why != "" {
		w.note(NoteText, "merged line by line, because "+why)
	}
	return w.lines(e, o, u, d), true
}

// lines merges strings line by line. If the versions hold documents, so does
// the result: where the lines of both sides would break them, or assign a name twice,
// the winner's string is taken whole.
func (w *walker) lines(e *embedded, o, u, d *yaml.Node) *yaml.Node {
	alike := slices.Equal[[]string]
	if isProse(w.fieldName()) {
		alike = func(a, b []string) bool { return sameWords(strings.Join(a, ""), strings.Join(b, "")) }
	}
	m := mergeLines(diff.Lines(o.Value), diff.Lines(u.Value), diff.Lines(d.Value), alike)
	sound := func(lines []string) bool { return !m.assignsTwice(lines) && e.reads(w.documents, lines) }
	lines := m.lines(Updated)
	if m.overlaps() || !sound(lines) {
		by := w.conflict(BothChanged, o, u, d)
		if by.side == Dest {
			lines = m.lines(Dest)
		}
		if by.edited || !sound(lines) {
			return by.of(u, d)
		}
	}
	n := *d
	n.Value = strings.Join(lines, "")
	return &n
}

// unnamed merges strings by structure whose names promise no document, if their changes
// are in adjacent lines: each must be one map, or one list of maps, and nothing in it
// may be a conflict. It gives nil for others.
func (w *walker) unnamed(o, u, d *yaml.Node) *yaml.Node {
	if w.documents == nil || w.inside || w.err != nil {
		return nil
	}
	if _, clean := Lines(o.Value, u.Value, d.Value, Updated); clean {
		return nil
	}
	e := &embedded{format: formatYAML, hosts: [3]*yaml.Node{o, u, d}}
	for i, host := range e.hosts {
		documents, t := unpromised(w.documents, host.Value)
		if documents == nil {
			return nil
		}
		e.texts[i] = DocumentText{host.Value, documents}
		e.traits = e.traits.or(t)
	}
	conflicts, notes := len(w.conflicts), len(w.notes)
	r, why := w.embedded(e)
	if why == "" && w.err == nil && len(w.conflicts) == conflicts {
		return r
	}
	w.conflicts, w.notes, w.err = w.conflicts[:conflicts], w.notes[:notes], nil
	return nil
}

// unpromised gives the document of a text whose name promises none, if it is one map or
// one list of maps.
func unpromised(by Documents, text string) ([]*yaml.Node, traits) {
	documents, t, problem := formatYAML.parse(by, text)
	if problem != "" || len(documents) != 1 || !holdsFields(target(documents[0])) {
		return nil, t
	}
	return documents, t
}

// holdsFields reports whether a value is a map or a list of maps: what else reads as
// YAML may just be text.
func holdsFields(n *yaml.Node) bool {
	if kindOf(n) != yaml.SequenceNode {
		return kindOf(n) == yaml.MappingNode
	}
	return !slices.ContainsFunc(n.Content, func(e *yaml.Node) bool { return kindOf(target(e)) != yaml.MappingNode })
}

// isText reports whether a value is a string of several lines.
func isText(n *yaml.Node) bool {
	return n != nil && n.Kind == yaml.ScalarNode && isString(n) && strings.Contains(n.Value, "\n")
}
