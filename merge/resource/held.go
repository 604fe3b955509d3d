package resource

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/sops"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// holding compares values that override the defaults of charts with the next versions of these.
type holding struct {
	t  *triple
	of *Overriding
	// notes are about values that are compared, warnings about those that cannot be.
	notes, warnings []merge.Note
	gone            []gone
	// texts are those that hold values.
	texts []heldText
}

// heldText is a text that holds values, and the document in it.
type heldText struct {
	at        merge.Path
	text, doc *yaml.Node
}

// gone is a value that the next version of a chart reads no more.
type gone struct {
	at merge.Path
	// value is the place of the value itself, where at has it with its name.
	value merge.Path
	// was is its default, nil for none, and is what dest has; instead is where the default is now, nil
	// unless that is sure.
	was, is *yaml.Node
	instead *merge.Path
}

// held is a resource of dest whose values override the defaults of charts: it stays as it is. What
// the next version of a chart reads no more is a conflict where somebody is asked, a warning else;
// notes name the other overrides that upstream's changes concern. The cost is linear.
//
// rule: overrides/key-gone*
func (p *pkg) held(t *triple, all []Overriding) (*Merged, error) {
	d := t.d()
	h := holding{t: t}
	for i := range all {
		h.of = &all[i]
		before := len(h.gone) + len(h.notes)
		h.hold()
		if counted := h.of.Concerned; counted != nil {
			counted.Store(int32(len(h.gone) + len(h.notes) - before))
		}
	}
	p.notes(t, h.notes...)
	p.warn(t, h.warnings...)
	if len(h.gone) == 0 {
		return t.merged(d.Node, d.Path), nil
	}
	r, err := p.decideGone(&h)
	if err != nil {
		return nil, t.inputError(err)
	}
	return t.merged(r, d.Path), nil
}

// hold compares the values at a place with the defaults.
func (h *holding) hold() {
	spot, there := h.of.At.Find(h.t.d().Node)
	values := node.Target(spot.Value)
	if !there || values == nil || node.IsNull(values) {
		return
	}
	if names := strings.Split(h.of.Name, "."); h.of.Name != "" {
		if h.of.Original.Reads(names...) && !h.of.Updated.Reads(names...) && isMap(values) && !strings.ContainsAny(h.of.Name, `[\`) {
			h.gone = append(h.gone, gone{at: h.of.At, value: append(slices.Clip(h.of.At), merge.Field("value")), was: h.of.Original.At(names...), is: values})
		}
		return
	}
	if doc := inText(values); strings.Contains(values.Value, "{{") {
		h.note(nil, "is a template, and is not compared with upstream's defaults")
		return
	} else if doc != nil && merge.Check(doc) == nil {
		if !slices.ContainsFunc(h.texts, func(held heldText) bool { return held.text == values }) {
			h.texts = append(h.texts, heldText{h.of.At, values, doc})
		}
		inFile := node.Copy(doc)
		for n := range node.All(inFile) { // Their lines are those of the file.
			if values.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
				n.Line = 0
			}
			n.Line += values.Line
		}
		values = node.Root(inFile)
	}
	switch {
	case isMap(values):
		h.compare(nil, values)
	case values != nil && !node.IsNull(values) && (values.Kind != yaml.ScalarNode || strings.TrimSpace(values.Value) != ""):
		h.warnings = append(h.warnings, merge.Note{Path: h.of.At, Kind: terms.NoteOverride, Message: "is not a map in YAML, and is not compared with upstream's defaults"})
	}
}

// inText is the document in a text, nil where there is none, or anything else.
func inText(text *yaml.Node) *yaml.Node {
	if text == nil || text.Kind != yaml.ScalarNode {
		return nil
	}
	docs, err := source.Parse([]byte(text.Value))
	if err != nil || len(docs) != 1 {
		return nil
	}
	return docs[0]
}

// compare compares a map of values.
func (h *holding) compare(names []string, values *yaml.Node) {
	if len(names) >= deepestOverride {
		return
	}
	for key, value := range node.Fields(values) {
		at := append(slices.Clip(names), key.Value)
		d := node.Target(value)
		o, u := h.of.Original.At(at...), h.of.Updated.At(at...)
		was, is := h.of.Original.Reads(at...), h.of.Updated.Reads(at...)
		switch {
		case !was && !is:
		case !is:
			g := gone{at: h.place(at), value: h.place(at), was: o, is: d}
			if to := fieldsOf(h.of.Original.Moved(h.of.Updated, at)); to != nil {
				g.instead = &to
			}
			h.gone = append(h.gone, g)
		case isMap(d) && (o == nil || isMap(o)) && (u == nil || isMap(u)):
			h.compare(at, d)
		case u == nil || o != nil && merge.Equal(o, u) || o == nil && merge.Equal(u, d):
		case o == nil:
			h.note(at, "upstream has a default for it now: "+h.t.value(h.place(at), u)+"; yours is "+h.t.value(h.place(at), d))
		case merge.Equal(u, d):
			h.note(at, "the default is what yours is now: it was "+h.t.value(h.place(at), o)+", upstream's is "+h.t.value(h.place(at), u))
		default:
			h.note(at, "the default changed underneath: it was "+h.t.value(h.place(at), o)+", upstream's is "+h.t.value(h.place(at), u)+"; yours is "+h.t.value(h.place(at), d))
		}
	}
}

// place is the place of a value in the resource.
func (h *holding) place(names []string) merge.Path {
	return append(slices.Clip(h.of.At), fieldsOf(names)...)
}

func fieldsOf(names []string) merge.Path {
	var at merge.Path
	for _, name := range names {
		at = append(at, merge.Field(name))
	}
	return at
}

func (h *holding) note(names []string, message string) {
	h.notes = append(h.notes, merge.Note{Path: h.place(names), Kind: terms.NoteOverride, Message: message})
}

// warnGone warns of a value that nobody is asked about.
func (p *pkg) warnGone(t *triple, g *gone) {
	message := "upstream no longer has it, so it has no effect: "
	if g.was != nil {
		message += "the default was " + t.value(g.at, g.was) + ", "
	}
	message += "yours is " + t.value(g.at, g.is)
	if g.instead != nil {
		message += "; upstream has its default as " + g.instead.String() + " now"
	}
	p.warn(t, merge.Note{Path: g.at, Kind: terms.NoteOverride, Message: message})
}

// decideGone decides about each value that is gone as about any other that upstream removed: by modes,
// rules, comments and answers. It gives dest's document as that is decided.
func (p *pkg) decideGone(h *holding) (*yaml.Node, error) {
	t, dest := h.t, h.t.d().document()
	doc := dest
	for _, held := range h.texts {
		doc, _ = put(doc, held.at, node.Root(held.doc))
	}
	without := doc
	for _, g := range slices.Backward(h.gone) { // Of several elements of a list the last goes first.
		without, _ = put(without, g.at, nil)
	}
	if _, err := h.printed(without); err != nil {
		without = doc
	}
	becomes := make([]*merge.Answer, len(h.gone))
	for i := range h.gone {
		g := &h.gone[i]
		c, may := p.goneConflict(t, g, doc, without)
		if becomes[i] = c.Edit(); becomes[i] == nil && c.Taken == merge.Updated {
			becomes[i] = &merge.Answer{}
		}
		if !may || c.By == terms.ByPolicy && c.Taken == merge.Dest && !c.Open() {
			p.warnGone(t, g)
			continue
		}
		if asked := p.record(t, c); c.Open() {
			asked.Instead = g.instead
		}
	}
	is := doc
	for i, edit := range slices.Backward(becomes) {
		if edit != nil {
			is, _ = put(is, h.gone[i].at, edit.Value)
		}
	}
	if is == doc {
		return dest, nil
	}
	is, err := h.printed(is)
	return sops.Coded(merge.Result{Node: is}, nil, dest).Node, err
}

// printed gives a document with texts again where what they hold stands. It is an error where one cannot be
// edited in place.
func (h *holding) printed(doc *yaml.Node) (*yaml.Node, error) {
	for _, held := range h.texts {
		spot, _ := held.at.Find(doc)
		text := *held.text
		printed, err := source.InPlace([]byte(text.Value), []source.Change{{Old: held.doc, New: node.InDocument(held.doc, spot.Value)}})
		if err != nil {
			return nil, &Error{Resources: []*Resource{h.t.d().Resource}, Path: held.at.String(), Err: err}
		}
		// The line that goes may have been in front of the last line breaks, which are as many as they were.
		end := text.Value[len(strings.TrimRight(text.Value, "\n")):]
		text.Value = strings.TrimRight(string(printed), "\n") + end
		doc, _ = put(doc, held.at, &text)
	}
	return doc, nil
}

// goneConflict is the conflict about a value that is gone, as it is decided for its place in a document; without
// is the document without such values. It may not go where an alias or a merge key brings it, or where its text
// cannot be edited.
func (p *pkg) goneConflict(t *triple, g *gone, doc, without *yaml.Node) (c merge.Conflict, may bool) {
	opts := p.options(t)
	if d := opts.Policy.Decides(); d != merge.Ask && d != merge.Fail {
		opts.Policy.OnConflict = merge.TakeDest
	}
	places := merge.Trace(merge.Versions{Original: doc, Updated: without, Dest: doc}, g.at, opts)
	if len(places) == 0 || places[0].Updated.Value != nil {
		return merge.Conflict{Taken: merge.Dest}, false
	}
	place := places[0]
	c = merge.Conflict{
		Kind: merge.DeletedUpstream, Path: place.Path, Original: g.was, Dest: g.is,
		Taken: merge.Dest, Mode: place.Settled, OnConflict: place.Policy.Decides(),
	}
	if inside := g.value[len(g.at):]; len(inside) > 0 {
		c.Original, _ = put(g.is, inside, g.was)
	}
	if c.Mode == merge.ModeUnset && merge.Keeps(place.Dest.Value) {
		c.Mode = merge.ModeKeep
	}
	if c.Mode != merge.ModeUnset {
		c.By = c.Mode.Decider()
		if c.Mode == merge.ModeReplace {
			c.Taken = merge.Updated
		}
		return c, true
	}
	if c.OnConflict != merge.TakeDest {
		c.Taken = merge.Updated
	}
	byRule := slices.ContainsFunc(place.Rules, func(i int) bool { return opts.Rules[i].OnConflict != nil })
	return p.answerTo(t, c, byRule), true
}

// put gives a value or document with another value at a place, nil for none.
func put(root *yaml.Node, at merge.Path, value *yaml.Node) (*yaml.Node, bool) {
	return at.Edit(root, func(s merge.Spot) merge.Spot { s.Value = value; return s })
}
