package merge

import (
	"encoding/json"
	"errors"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Documents reads and writes the documents that strings hold; the engine itself knows
// only nodes. Implementations are safe for concurrent use and modify no node.
type Documents interface {
	// Parse gives the documents of a text, each a DocumentNode with positions in it. It
	// is an error if the text is not YAML.
	Parse(text string) ([]*yaml.Node, error)
	// Print gives dest's text with the merged documents in place of its own, in
	// their order; from are the texts that new nodes come from: updated's, and original's,
	// empty where it has none. It is an error if that cannot be done by editing the text.
	Print(merged []*yaml.Node, dest DocumentText, from ...DocumentText) (string, error)
	// Schema is the schema of a document, or of a resource inside of another value, by its
	// apiVersion and kind or what else it holds; nil if none is known.
	Schema(root *yaml.Node) Schema
}

// DocumentText is a text and the documents it was parsed into.
type DocumentText struct {
	Text      string
	Documents []*yaml.Node
}

// Embedded reports whether a place lies in a document that a string holds. The steps
// of its path behind the string lead through that document; in a stream of
// several the first of them is the document's position, from 0.
type Embedded struct {
	// Steps of the path lead to the string.
	Steps int
	// Roots are the values of the document in original, updated and dest, nil
	// where a version has none. Their lines count from the start of the string.
	Roots [3]*yaml.Node
}

// format is what a string is written in, by the name of its field.
type format string

const (
	formatYAML format = "YAML"
	formatJSON format = "JSON"
)

// formatAt is the format of the string at hand, "" if its name promises none.
func (w *walker) formatAt() format {
	switch name := w.fieldName(); {
	case strings.HasSuffix(name, ".yaml"), strings.HasSuffix(name, ".yml"), w.isHelmValues():
		return formatYAML
	case strings.HasSuffix(name, ".json"):
		return formatJSON
	}
	return ""
}

// isHelmValues reports whether the field at hand holds values of a chart as text, as an Application
// of Argo CD has them: helm.values.
func (w *walker) isHelmValues() bool {
	last := len(w.at) - 1
	return w.fieldName() == "values" && last > 0 && w.at[last-1].key != nil && nameOf(w.at[last-1].key) == "helm"
}

// fieldName is the name of the field at hand, "" if an element or the root is.
func (w *walker) fieldName() string {
	if len(w.at) == 0 || w.at[len(w.at)-1].key == nil {
		return ""
	}
	return nameOf(w.at[len(w.at)-1].key)
}

// embedded is a string whose versions hold documents.
type embedded struct {
	format format
	hosts  [3]*yaml.Node
	texts  [3]DocumentText
	traits traits
}

// areTexts reports whether updated and dest have strings of several lines, original
// too if it has anything, and such strings are merged.
func (w *walker) areTexts(o, u, d *yaml.Node) bool {
	return w.policy.Text == TextLines && (o == nil || isText(o)) && isText(u) && isText(d)
}

// read takes a string apart whose name promises documents. why is the reason if a text
// is not a document (then e is nil) or if the documents do not pair; it is "" for a
// string whose name promises none.
func (w *walker) read(o, u, d *yaml.Node) (e *embedded, why string) {
	f := w.formatAt()
	if f == "" || w.documents == nil || w.inside {
		return nil, ""
	}
	defer func() { w.trace.told(w.at, why) }()
	e = &embedded{format: f, hosts: [3]*yaml.Node{o, u, d}}
	for i, host := range e.hosts {
		if host == nil {
			continue
		}
		documents, t, problem := f.parse(w.documents, host.Value)
		if problem != "" {
			return nil, "the text of " + Side(i).String() + " " + problem
		}
		e.texts[i] = DocumentText{host.Value, documents}
		e.traits = e.traits.or(t)
	}
	if !e.pair() {
		return e, "the versions hold different documents"
	}
	return e, ""
}

// parse gives the documents of a text, or the problem that keeps it from being merged
// by structure.
func (f format) parse(by Documents, text string) (documents []*yaml.Node, all traits, problem string) {
	if f == formatJSON && !json.Valid([]byte(text)) {
		return nil, all, "is not JSON"
	}
	documents, err := by.Parse(text)
	if err != nil {
		return nil, all, "does not parse as " + string(f)
	}
	for _, doc := range documents {
		t, err := inspect(doc)
		switch root := target(doc); {
		case err != nil:
			return nil, all, "holds what no merge takes, such as a key twice"
		case kindOf(root) != yaml.MappingNode && kindOf(root) != yaml.SequenceNode:
			return nil, all, "holds no map or list"
		case isTemplate(doc):
			return nil, all, "is a template"
		}
		all = all.or(t)
	}
	if len(documents) == 0 {
		return nil, all, "holds no map or list"
	}
	return documents, all, ""
}

// isTemplate reports whether a text which happens to parse becomes another one before
// anybody reads it: a placeholder reads as a map where a key must be, and
// comments hold what a program obeys.
func isTemplate(n *yaml.Node) bool {
	for _, comment := range [...]string{n.HeadComment, n.LineComment, n.FootComment} {
		if strings.Contains(comment, "{{") || strings.Contains(comment, "{%") {
			return true
		}
	}
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && (c.Kind != yaml.ScalarNode || strings.Contains(c.Value, "{{")) || isTemplate(c) {
			return true
		}
	}
	return false
}

// pair reports whether the documents of the versions stand for one another by their
// position: there are as many, of the same kinds, and in a stream of several
// the resources have the same names.
func (e *embedded) pair() bool {
	updated, dest := e.texts[Updated].Documents, e.texts[Dest].Documents
	for _, t := range [...]DocumentText{e.texts[Original], e.texts[Updated]} {
		if t.Documents == nil {
			continue
		}
		if len(t.Documents) != len(dest) {
			return false
		}
		for i := range dest {
			a, b := target(t.Documents[i]), target(dest[i])
			if a.Kind != b.Kind || len(updated) > 1 && resourceName(a) != resourceName(b) {
				return false
			}
		}
	}
	return true
}

// resourceName identifies a resource, "" for anything else.
func resourceName(n *yaml.Node) string {
	if !isResource(n) {
		return ""
	}
	metadata := target(field(n, "metadata"))
	return valueID(field(n, "kind")) + "\x00" + valueID(field(metadata, "namespace")) + "\x00" + valueID(field(metadata, "name"))
}

// embedded merges the documents of a string and prints them into dest's text. If that
// is impossible it gives the reason, and records nothing.
//
// Inside, everything is as outside with two exceptions: a null is a value, because the
// reader of the text need not take it for a removal, and strings that hold documents
// merge line by line.
//
// rule: embedded/*
func (w *walker) embedded(e *embedded) (r *yaml.Node, why string) {
	in, before := w.within(e), w.recorded()
	dest, changed := e.texts[Dest], false
	var merged []*yaml.Node
	e.each(&in, func(s Schema, o, u, d *yaml.Node) {
		n := in.root(s, Versions{o, u, d}).Node
		merged = append(merged, n)
		changed = changed || n != d
	})
	if in.err != nil {
		w.err = e.refusal(in.err)
		return e.hosts[Dest], ""
	}
	r = e.hosts[Dest]
	if changed {
		text, err := w.documents.Print(merged, dest, e.texts[Updated], e.texts[Original])
		if err != nil || e.format == formatJSON && !json.Valid([]byte(text)) {
			why = "the result cannot be written into the text of dest"
			w.forget(before)
			return nil, why
		}
		n := *r
		n.Value = text
		r = &n
	}
	w.conflicts, w.notes = append(w.conflicts, in.conflicts...), append(w.notes, in.notes...)
	return r, ""
}

// within is a walker for the documents of the string at hand.
func (w *walker) within(e *embedded) walker {
	in := *w
	in.inside, in.traits, in.inherits = true, e.traits, nil
	in.traits.nulls = false
	in.conflicts, in.notes = nil, nil
	return in
}

// each walks through the documents of the string at hand, one after another.
func (e *embedded) each(in *walker, walk func(s Schema, o, u, d *yaml.Node)) {
	steps, several := len(in.at), len(e.texts[Dest].Documents) > 1
	for i := range e.texts[Dest].Documents {
		o, u, d := e.document(Original, i), e.document(Updated, i), e.document(Dest, i)
		since := in.recorded()
		if several {
			in.enter(place{index: i})
			in.see(nil, spot{nil, o}, spot{nil, u}, spot{nil, d})
		}
		walk(in.documents.Schema(target(u)), o, u, d)
		if several {
			in.leave()
		}
		e.tell(in, since, steps, i)
	}
}

// recorded is how many conflicts, notes and traced places there are.
func (w *walker) recorded() (n [3]int) {
	n[0], n[1] = len(w.conflicts), len(w.notes)
	if w.trace != nil {
		n[2] = len(w.trace.Places)
	}
	return n
}

// forget drops the conflicts and notes that were recorded since then.
func (w *walker) forget(since [3]int) {
	w.conflicts, w.notes = w.conflicts[:since[0]], w.notes[:since[1]]
}

// document is a version's i-th document, nil if it has none.
func (e *embedded) document(side Side, i int) *yaml.Node {
	if e.texts[side].Documents == nil {
		return nil
	}
	return e.texts[side].Documents[i]
}

// tell adds to what was recorded about a document since then the path of its string,
// and the lines of the file.
func (e *embedded) tell(in *walker, since [3]int, steps, i int) {
	about := Embedded{Steps: steps}
	for side := range about.Roots {
		about.Roots[side] = target(e.document(Side(side), i))
	}
	for j := since[0]; j < len(in.conflicts); j++ {
		c := &in.conflicts[j]
		c.In = &about
		c.Original, c.Updated, c.Dest = e.placed(Original, c.Original), e.placed(Updated, c.Updated), e.placed(Dest, c.Dest)
	}
	for j := since[1]; j < len(in.notes); j++ {
		in.notes[j].In = &about
	}
	for j := since[2]; j < in.recorded()[2]; j++ {
		p := &in.trace.Places[j]
		p.In = &Embedded{Steps: steps}
		for side := range about.Roots {
			p.In.Roots[side] = e.placed(Side(side), about.Roots[side])
		}
		for side, at := range [...]*Spot{&p.Original, &p.Updated, &p.Dest} {
			*at = Spot{e.placed(Side(side), target(at.Key)), e.placed(Side(side), target(at.Value))}
		}
	}
}

// placed is a value of a document with the lines of the file the string stands
// in. Only a literal block has its text's lines; of other strings all that is
// known is where they begin.
func (e *embedded) placed(side Side, n *yaml.Node) *yaml.Node {
	if n == nil {
		return nil
	}
	c := *n
	c.Line, c.Column = lineOf(e.hosts[side], n.Line), 0
	c.Content = make([]*yaml.Node, len(n.Content))
	for i := range n.Content {
		c.Content[i] = e.placed(side, n.Content[i])
	}
	return &c
}

// refusal is an error about a document with a line of the file.
func (e *embedded) refusal(err error) error {
	var refused *InputError
	if !errors.As(err, &refused) {
		return err
	}
	at := *refused
	at.Line, at.Column = lineOf(e.hosts[at.Side], at.Line), 0
	return &at
}

// lineOf is the line of the file that a line of a string stands on.
func lineOf(host *yaml.Node, line int) int {
	if host.Line > 0 && host.Style&yaml.LiteralStyle != 0 {
		return host.Line + line
	}
	return host.Line
}

// reads reports whether a text that lines gave holds documents as the versions do.
func (e *embedded) reads(by Documents, text string) bool {
	if e == nil {
		return true
	}
	_, _, problem := e.format.parse(by, text)
	return problem == ""
}
