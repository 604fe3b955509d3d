package resource

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/sops"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// holding compares values that override the defaults of charts with the next versions of these.
type holding struct {
	*pkg
	t  *triple
	of *Overriding
	// named is what has a single value with its name, nil for others.
	named *yaml.Node
	// concerned is how many of the values the change concerns.
	concerned int32
	gone      []gone
	// texts are those that hold values.
	texts []heldText
}

// heldText is a text that holds values, and the document in it.
type heldText struct {
	at        merge.Path
	text, doc *yaml.Node
}

// gone is a value that the next version of a chart reads no more: what its place has by default, nil for
// nothing, and in dest. instead is where the default is now, nil unless that is sure.
type gone struct {
	at      merge.Path
	was, is *yaml.Node
	instead merge.Path
}

// held is a resource of dest whose values override the defaults of charts: it stays as it is. What
// the next version of a chart reads no more is a conflict where somebody is asked, a warning else;
// notes name the other overrides that upstream's changes concern. The cost is linear.
//
// rule: overrides/key-gone*
func (p *pkg) held(t *triple, all []Overriding) (*Merged, error) {
	d := t.d()
	h := holding{pkg: p, t: t}
	for i := range all {
		h.of, h.named, h.concerned = &all[i], nil, 0
		h.hold()
		if h.of.Concerned != nil {
			h.of.Concerned.Store(h.concerned)
		}
	}
	r, err := d.Node, error(nil)
	if len(h.gone) > 0 {
		if r, err = h.decide(); err != nil {
			return nil, t.inputError(err)
		}
	}
	return t.merged(r, d.Path), nil
}

// hold compares the values at a place with the defaults.
func (h *holding) hold() {
	spot, there := h.of.At.Find(h.t.d().Node)
	values := node.Target(spot.Value)
	switch {
	case !there || node.IsNull(values):
		return
	case h.of.Name != "":
		if value := node.FieldAt(values, "value"); value != nil && !strings.ContainsAny(h.of.Name, `[\`) {
			h.named = values
			h.value(h.of.At, strings.Split(h.of.Name, "."), value)
		}
		return
	case strings.Contains(values.Value, "{{"):
		h.notes(h.t, merge.Note{Path: h.of.At, Kind: terms.NoteOverride, Message: "is a template, and is not compared with upstream's defaults"})
		return
	}
	switch values = h.parsed(values); {
	case isMap(values):
		h.compare(h.of.At, nil, values)
	case values != nil && !node.IsNull(values) && (values.Kind != yaml.ScalarNode || strings.TrimSpace(values.Value) != ""):
		h.warn(h.t, merge.Note{Path: h.of.At, Kind: terms.NoteOverride, Message: "is not a map in YAML, and is not compared with upstream's defaults"})
	}
}

// parsed gives what a text holds, or what is no text itself.
func (h *holding) parsed(values *yaml.Node) *yaml.Node {
	docs, err := source.Parse([]byte(values.Value))
	if err != nil || len(docs) != 1 || merge.Check(docs[0]) != nil {
		return values
	}
	h.texts = append(h.texts, heldText{h.of.At, values, docs[0]})
	inFile := node.Copy(docs[0])
	for n := range node.All(inFile) { // Their lines are those of the file.
		if values.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
			n.Line = 0
		}
		n.Line += values.Line
	}
	return node.Root(inFile)
}

// compare compares a map of values, which stands at a place of the resource and has names in the chart.
func (h *holding) compare(at merge.Path, names []string, values *yaml.Node) {
	for key, value := range node.Fields(values) {
		if len(names) < deepestOverride {
			h.value(append(slices.Clip(at), merge.Field(key.Value)), append(slices.Clip(names), key.Value), node.Target(value))
		}
	}
}

// value compares a value with its defaults.
func (h *holding) value(at merge.Path, names []string, d *yaml.Node) {
	o, u := h.of.Original.At(names...), h.of.Updated.At(names...)
	was, is := h.of.Original.Reads(names...), h.of.Updated.Reads(names...)
	switch {
	case !was && !is:
	case !is:
		h.addGone(gone{at: at, was: o, is: d}, names)
	case isMap(d) && (o == nil || isMap(o)) && (u == nil || isMap(u)):
		h.compare(at, names, d)
	case u == nil || merge.Equal(o, u) || o == nil && merge.Equal(u, d):
	case o == nil:
		h.note(at, "upstream has a default for it now: "+h.t.value(at, u)+"; yours is "+h.t.value(at, d))
	case merge.Equal(u, d):
		h.note(at, "the default is what yours is now: it was "+h.t.value(at, o)+", upstream's is "+h.t.value(at, u))
	default:
		h.note(at, "the default changed underneath: it was "+h.t.value(at, o)+", upstream's is "+h.t.value(at, u)+"; yours is "+h.t.value(at, d))
	}
}

// addGone adds a value that is gone, which has names in the chart.
func (h *holding) addGone(g gone, names []string) {
	if h.named != nil {
		g.was, g.is = node.With(h.named, "value", g.was), h.named
	}
	for _, name := range h.of.Original.Moved(h.of.Updated, names) {
		g.instead = append(g.instead, merge.Field(name))
	}
	h.gone = append(h.gone, g)
	h.concerned++
}

func (h *holding) note(at merge.Path, message string) {
	h.notes(h.t, merge.Note{Path: at, Kind: terms.NoteOverride, Message: message})
	h.concerned++
}

// warnGone warns of a value that nobody is asked about.
func (h *holding) warnGone(g *gone) {
	message := "upstream no longer has it, so it has no effect: "
	if g.was != nil {
		message += "the default was " + h.t.value(g.at, g.was) + ", "
	}
	message += "yours is " + h.t.value(g.at, g.is)
	if g.instead != nil {
		message += "; upstream has its default as " + g.instead.String() + " now"
	}
	h.warn(h.t, merge.Note{Path: g.at, Kind: terms.NoteOverride, Message: message})
}

// decide decides about each value that is gone as about any other that upstream removed: by modes,
// rules, comments and answers. It gives dest's document as that is decided.
func (h *holding) decide() (*yaml.Node, error) {
	dest := h.t.d().document()
	doc := dest
	for _, held := range h.texts {
		doc = put(doc, held.at, node.Root(held.doc))
	}
	without := doc
	for _, g := range slices.Backward(h.gone) { // Of several elements of a list the last goes first.
		without = put(without, g.at, nil)
	}
	if _, err := h.printed(without); err != nil {
		without = doc
	}
	decided := make([]merge.Conflict, len(h.gone))
	for i := range h.gone {
		g := &h.gone[i]
		c := h.conflict(g, doc, without)
		if decided[i] = c; c.By == terms.ByPolicy && c.Taken == merge.Dest && !c.Open() {
			h.warnGone(g)
		} else if asked := h.record(h.t, c); c.Open() && g.instead != nil {
			asked.Instead = &g.instead
		}
	}
	is := doc
	for i, c := range slices.Backward(decided) {
		if c.Taken == merge.Updated || c.Edit() != nil {
			is = put(is, h.gone[i].at, c.Value())
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
		doc = put(doc, held.at, &text)
	}
	return doc, nil
}

// conflict is the conflict about a value that is gone, as it is decided for its place in a document; without
// is the document without such values. Dest's stays where it cannot go, as an alias or a merge key brings it, or its
// text cannot be edited.
func (h *holding) conflict(g *gone, doc, without *yaml.Node) merge.Conflict {
	opts := h.options(h.t)
	if d := opts.Policy.Decides(); d != merge.Ask && d != merge.Fail {
		opts.Policy.OnConflict = merge.TakeDest
	}
	c, byRule, lacks := merge.DecidingAt(without, doc, g.at, opts)
	if !lacks {
		return merge.Conflict{Taken: merge.Dest}
	}
	c.Kind, c.Original, c.Dest, c.Taken = merge.DeletedUpstream, g.was, g.is, merge.Dest
	if c.Mode == merge.ModeUnset && merge.Keeps(g.is) {
		c.Mode = merge.ModeKeep
	}
	if c.Mode != merge.ModeUnset {
		c.By = c.Mode.Decider()
		if c.Mode == merge.ModeReplace {
			c.Taken = merge.Updated
		}
		return c
	}
	if c.OnConflict != merge.TakeDest {
		c.Taken = merge.Updated
	}
	return h.answerTo(h.t, c, byRule)
}

// put gives a value or document with another value at a place, nil for none.
func put(root *yaml.Node, at merge.Path, value *yaml.Node) *yaml.Node {
	root, _ = at.Edit(root, func(s merge.Spot) merge.Spot { s.Value = value; return s })
	return root
}

// overrides gives what becomes of a document that holds only what differs from original,
// such as the values of a Helm chart: dest's own. It is nil if dest is not such a document.
//
// rule: overrides/*
func (p *pkg) overrides(t *triple) (*Merged, error) {
	if !p.isOverrides(t) {
		return nil, nil
	}
	d := t.d()
	err := t.check()
	switch {
	case merge.RepeatsKey(err):
		p.warn(t, merge.Note{Kind: terms.NoteOverride, Message: "not compared with upstream's defaults, because " + t.repeats(err, p.opts.Strategy) + "; yours stays"})
		return t.merged(d.Node, d.Path), nil
	case err != nil:
		return nil, t.inputError(err)
	case p.opts.Layout == terms.LayoutDetect:
		p.notes(t, merge.Note{Kind: terms.NoteOverride, Message: "is taken for overrides: yours stays, and upstream's defaults are not added (layout: Copy merges them)"})
	}
	all := p.overriding(d.Resource)
	if len(all) == 0 {
		all = []Overriding{{Original: chart.Plain(bare(t.o())), Updated: chart.Plain(bare(t.u()))}}
	}
	return p.held(t, all)
}
