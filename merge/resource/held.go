package resource

import (
	"regexp"
	"slices"
	"strconv"
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
	// inText: the values stand in a text, whose comments the merge does not see.
	inText bool
	// notes are about values that are compared, warnings about those that cannot be.
	notes, warnings []merge.Note
	gone            []gone
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
		h.hold()
	}
	p.notes(t, h.notes)
	p.warn(t, h.warnings...)
	merged := t.merged(d.Node, d.Path)
	if len(h.gone) == 0 {
		return merged, nil
	}
	r, err := p.withoutGone(t, h.gone)
	if err != nil {
		return nil, t.inputError(err)
	}
	if d.Doc != nil && d.list == nil {
		merged.Doc, merged.Node = r, node.Root(r)
	} else {
		merged.Node = r
	}
	return merged, nil
}

// hold compares the values at a place with the defaults.
func (h *holding) hold() {
	spot, there := h.of.At.Find(h.t.d().Node)
	values := node.Target(spot.Value)
	h.inText = values != nil && values.Kind == yaml.ScalarNode
	if h.of.Name != "" {
		names := strings.Split(h.of.Name, ".")
		if h.of.Original.Reads(names...) && !h.of.Updated.Reads(names...) && isMap(values) && !strings.ContainsAny(h.of.Name, `[\`) {
			h.gone = append(h.gone, gone{at: h.of.At, value: append(slices.Clip(h.of.At), merge.Field("value")), was: h.of.Original.At(names...), is: values})
		}
		return
	}
	if there && values != nil && values.Kind == yaml.ScalarNode && !node.IsNull(values) {
		docs, err := source.Parse([]byte(values.Value))
		if strings.Contains(values.Value, "{{") {
			h.note(nil, "is a template, and is not compared with upstream's defaults")
			return
		}
		if err == nil && len(docs) == 1 && merge.Check(docs[0]) == nil {
			values = node.Root(docs[0])
		}
	}
	switch {
	case !there || values == nil || node.IsNull(values):
	case isMap(values):
		h.compare(nil, values)
	default:
		h.warnings = append(h.warnings, merge.Note{Path: h.of.At, Kind: terms.NoteOverride, Message: "is not a map in YAML, and is not compared with upstream's defaults"})
	}
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
		case !was && !is, !is && h.inText && merge.Keeps(&yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{key, value}}):
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

func (p *pkg) warn(t *triple, notes ...merge.Note) {
	p.notes(t, notes)
	for i := range notes {
		p.out.Notes[len(p.out.Notes)-1-i].Warning = true
	}
}

// stand is a text that stands for the default of the gone value of that index, so that dest's is an
// edit whatever it is.
const stand = "krm-merge: the default of gone value "

// mostApart is how many values of a resource are merged each by itself at most.
const mostApart = 50

// withoutGone is the merge of a resource with an upstream that removes the values which are gone. So
// modes, rules, comments and answers decide about them as about any other value. Those in texts and lists
// have merges of their own, so that each is a question of its own.
func (p *pkg) withoutGone(t *triple, all []gone) (*yaml.Node, error) {
	doc, from := t.d().document(), len(p.out.Conflicts)
	var together []gone
	for i, g := range slices.Backward(all) { // Of several elements of a list the last goes first.
		if i >= mostApart || !isApart(t.d().Node, g.value) {
			together = append(together, g)
			continue
		}
		var err error
		if doc, err = p.without(t, doc, []gone{g}); err != nil {
			return nil, err
		}
	}
	slices.Reverse(p.out.Conflicts[from:])
	doc, err := p.without(t, doc, together)
	return sops.Coded(merge.Result{Node: doc}, nil, t.d().document()).Node, err
}

// isApart reports whether a place lies in a text or in a list.
func isApart(root *yaml.Node, at merge.Path) bool {
	for i := range at {
		if spot, there := at[:i].Find(root); there && !isMap(node.Target(spot.Value)) {
			return true
		}
	}
	return false
}

// without is withoutGone for some of the values, those behind in front.
func (p *pkg) without(t *triple, dest *yaml.Node, all []gone) (*yaml.Node, error) {
	if len(all) == 0 {
		return dest, nil
	}
	v := merge.Versions{Original: dest, Updated: dest, Dest: dest}
	defaults := dest // It has the defaults of what is gone.
	for i := range all {
		var is, removed bool
		v.Original, is = put(v.Original, all[i].value, node.String(stand+strconv.Itoa(i)))
		v.Updated, removed = put(v.Updated, all[i].at, nil)
		defaults, _ = put(defaults, all[i].value, all[i].was)
		if !is || !removed {
			// An alias or a merge key brings it.
			p.warnGone(t, &all[i])
			v.Original, _ = put(v.Original, all[i].at, nil)
		}
	}
	stands := regexp.MustCompile(stand + `(\d+)`)
	// of is a conflict as people are asked about it, with what it is about: with the defaults, and in place of
	// that around a value alone that one.
	of := func(c merge.Conflict) (asked merge.Conflict, about []gone) {
		for n := range node.All(c.Original) {
			for _, found := range stands.FindAllStringSubmatch(n.Value, -1) {
				if i, err := strconv.Atoi(found[1]); err == nil && i < len(all) {
					about = append(about, all[i])
				}
			}
		}
		if len(about) == 0 {
			return c, nil
		}
		if rest := about[0].at[min(len(c.Path), len(about[0].at)):]; len(all) == 1 && len(rest) > 0 {
			c.Path, c.Kind, c.Original, c.Updated, c.Dest = append(slices.Clip(c.Path), rest...), merge.DeletedUpstream, about[0].was, nil, about[0].is
			return c, about
		}
		c.Original = nil
		if spot, whole := c.Path.Find(defaults); whole {
			c.Original = spot.Value
		}
		return c, about
	}
	opts := p.options(t)
	if d := opts.Policy.Decides(); d != merge.Ask && d != merge.Fail {
		opts.Policy.OnConflict = merge.TakeDest
	}
	if answers := opts.Answers; answers != nil {
		opts.Answers = func(c *merge.Conflict) (merge.Answer, bool) {
			asked, about := of(*c)
			a, ok := answers(&asked)
			if ok && len(about) > 0 && len(asked.Path) > len(c.Path) && a.Edited {
				edited, _ := put(dest, about[0].value, a.Value)
				spot, _ := c.Path.Find(edited)
				a.Value = spot.Value
			}
			return a, ok
		}
	}
	r, err := checked(v, opts)
	if err != nil {
		return nil, err
	}
	for i := range r.Conflicts {
		c, about := of(r.Conflicts[i])
		warns := c.By == terms.ByPolicy && c.Taken == merge.Dest && !c.Open()
		if len(about) == 0 || !warns {
			p.record(t, c)
		}
		for _, g := range about {
			switch {
			case warns, c.Open() && len(g.at) > len(c.Path): // That of many does not name what is gone in it.
				p.warnGone(t, &g)
			case c.Open():
				p.out.Conflicts[len(p.out.Conflicts)-1].Instead = g.instead
			}
		}
	}
	return r.Node, nil
}

// put gives a value or document with another value at a place, nil for none, also where that lies in
// a text.
func put(root *yaml.Node, at merge.Path, value *yaml.Node) (*yaml.Node, bool) {
	for i := range at {
		spot, there := at[:i].Find(root)
		text := node.Target(spot.Value)
		if !there || text == nil || text.Kind != yaml.ScalarNode {
			continue
		}
		docs, err := source.Parse([]byte(text.Value))
		if err != nil || len(docs) != 1 {
			return root, false
		}
		inside, is := put(docs[0], at[i:], value)
		printed, err := source.InPlace([]byte(text.Value), []source.Change{{Old: docs[0], New: inside}})
		if !is || err != nil {
			return root, false
		}
		with := *text
		// The line that goes may have been in front of the last line breaks, which are as many as they were.
		end := text.Value[len(strings.TrimRight(text.Value, "\n")):]
		with.Value = strings.TrimRight(string(printed), "\n") + end
		return at[:i].Edit(root, func(s merge.Spot) merge.Spot { s.Value = &with; return s })
	}
	return at.Edit(root, func(s merge.Spot) merge.Spot { s.Value = value; return s })
}
