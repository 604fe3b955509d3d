package merge

import (
	"encoding/json"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/source"
)

// text merges strings of several lines line by line, as git does. merged is false if one of
// the versions is not such a string, or if nothing is to be merged. Where the lines of both
// sides would break a document that the string holds, the winner's string is taken whole.
//
// rule: text/*
func (w *walker) text(o, u, d *yaml.Node) (r *yaml.Node, merged bool) {
	if w.system != threeWay || !w.policy.TextByLines || !isText(o) || !isText(u) || !isText(d) || Equal(u, o) || Equal(d, o) || Equal(u, d) {
		return nil, false
	}
	m := diff.Texts(o.Value, u.Value, d.Value)
	text := m.Text(true)
	if m.Open() || breaks(text, u, d) {
		if r, settled := w.alike(o, u, d); settled {
			return r, true
		}
		by := w.conflict(BothChanged, o, u, d)
		if by.side == Dest {
			text = m.Text(false)
		}
		if by.edited || breaks(text, u, d) {
			return by.of(u, d), true
		}
	}
	n := *d
	n.Value = text
	return &n, true
}

// isText reports whether a value is a string of several lines.
func isText(n *yaml.Node) bool {
	return n != nil && n.Kind == yaml.ScalarNode && isString(n) && strings.Contains(n.Value, "\n")
}

// breaks reports whether a text is no document, in JSON or in YAML, though updated and dest have one there.
func breaks(text string, u, d *yaml.Node) bool {
	isJSON := func(text string) bool { return json.Valid([]byte(text)) }
	return slices.ContainsFunc([]func(string) bool{isJSON, isYAML}, func(reads func(string) bool) bool {
		return !reads(text) && reads(u.Value) && reads(d.Value)
	})
}

// isYAML reports whether a text is documents that a merge takes.
func isYAML(text string) bool {
	documents, err := source.Parse([]byte(text))
	return err == nil && !slices.ContainsFunc(documents, func(doc *yaml.Node) bool { return Check(doc) != nil })
}
