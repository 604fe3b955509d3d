package resource

import (
	"errors"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge"
)

// Layout is what dest's documents without apiVersion and kind hold, compared with
// original's.
type Layout uint8

const (
	// LayoutCopy: they are copies of original's, with changes.
	LayoutCopy Layout = iota
	// LayoutDetect: they are overrides where their file is called *values*.yaml,
	// original has twenty values or more, and dest has less than a fifth of these.
	LayoutDetect
	// LayoutOverrides: they hold only what differs from original.
	LayoutOverrides
)

var layoutNames = enum.Names[Layout]{"Copy", "Detect", "Overrides"}

func (l Layout) String() string { return layoutNames.Of(l) }

// MarshalText is the name in a configuration.
func (l Layout) MarshalText() ([]byte, error) { return layoutNames.Marshal(l) }

// UnmarshalText reads the name; the error for another text lists the names.
func (l *Layout) UnmarshalText(text []byte) error { return layoutNames.Unmarshal(text, l) }

const (
	// manyValues is from how many values of original on overrides are detected.
	manyValues = 20
	// sparse is that dest has less than one value of so many of original's.
	sparse = 5
	// deepestOverride is how far below the root overrides are looked at one by one.
	deepestOverride = 32
)

// overrides gives what becomes of a document that holds only what differs from original,
// such as the values of a Helm chart: dest's own. Notes name the overrides that upstream's
// changes concern. It is nil if dest is not such a document. The cost is linear.
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
		p.out.Notes = append(p.out.Notes, Note{Resource: d.Resource, Warning: true, Note: merge.Note{
			Kind: merge.NoteOverride, Message: "not compared with upstream's defaults, because " + t.repeats(err, p.opts.Strategy) + "; yours stays",
		}})
	case err != nil:
		return nil, t.inputError(err)
	default:
		if p.opts.Layout == LayoutDetect {
			p.notes(t, []merge.Note{{Kind: merge.NoteOverride, Message: "is taken for overrides: yours stays, and upstream's defaults are not added (layout: Copy merges them)"}})
		}
		v := overriding{t: t}
		v.compare(nil, node.Target(bare(t.o())), node.Target(bare(t.u())), node.Target(d.Node))
		p.notes(t, v.notes)
	}
	return t.merged(d.Node, d.Path), nil
}

// isOverrides reports whether dest holds only what differs from original. That is not
// detected where a version cannot be checked.
func (p *pkg) isOverrides(t *triple) bool {
	switch {
	case p.opts.Strategy.Patches() || !t.isPlain() || p.opts.Layout == LayoutCopy:
		return false
	case p.opts.Layout == LayoutOverrides:
		return true
	}
	if named, err := path.Match("*values*.yaml", path.Base(t.d().Path)); err != nil || !named || t.check() != nil {
		return false
	}
	of, held := countValues(bare(t.o()), t.d().Node, 0)
	return of >= manyValues && held*sparse < of
}

// check checks all versions, which the engine does not see.
func (t *triple) check() error {
	for side, m := range t {
		err := merge.Check(m.Node)
		var in *merge.InputError
		if errors.As(err, &in) {
			in.Side = merge.Side(side)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isPlain reports whether all versions have the document, and as a map that is not a
// resource.
func (t *triple) isPlain() bool {
	return !slices.ContainsFunc(t[:], func(m *member) bool {
		return m == nil || m.list != nil || m.id.by != byFile || m.meta.APIVersion != "" || m.meta.Kind != "" || !m.meta.IsMap
	})
}

// countValues counts the values of original, and how many of them dest has. A list is one
// value, as nobody overrides a part of one; so is an empty map.
func countValues(original, dest *yaml.Node, depth int) (of, held int) {
	has := map[string]*yaml.Node{}
	for key, value := range node.Fields(dest) {
		has[key.Value] = node.Target(value)
	}
	for key, o := range node.Fields(original) {
		d := has[key.Value]
		if o = node.Target(o); isMap(o) && len(o.Content) > 0 && depth < deepestOverride {
			n, h := countValues(o, d, depth+1)
			of, held = of+n, held+h
			continue
		}
		if of++; d != nil {
			held++
		}
	}
	return of, held
}

func isMap(n *yaml.Node) bool { return n != nil && n.Kind == yaml.MappingNode }

// overriding compares overrides with two versions of what they override.
type overriding struct {
	t     *triple
	notes []merge.Note
}

// compare looks at the overrides in a map of dest; nil is a version that has no such value.
func (v *overriding) compare(at merge.Path, o, u, d *yaml.Node) {
	switch {
	case o == nil && u == nil:
	case u == nil:
		v.note(at, "upstream no longer has it, so it has no effect: the default was "+v.shown(at, o)+", yours is "+v.shown(at, d))
	case isMap(u) && isMap(d) && (o == nil || isMap(o)):
		if len(at) >= deepestOverride {
			return
		}
		for key, value := range node.Fields(d) {
			place := append(slices.Clip(at), merge.Field(key.Value))
			v.compare(place, node.FieldAt(o, key.Value), node.FieldAt(u, key.Value), node.Target(value))
		}
	case o == nil && !merge.Equal(u, d):
		v.note(at, "upstream has a default for it now: "+v.shown(at, u)+"; yours is "+v.shown(at, d))
	case o != nil && !merge.Equal(o, u):
		v.note(at, "the default changed underneath: it was "+v.shown(at, o)+", upstream's is "+v.shown(at, u)+"; yours is "+v.shown(at, d))
	}
}

func (v *overriding) note(at merge.Path, message string) {
	v.notes = append(v.notes, merge.Note{Path: at, Kind: merge.NoteOverride, Message: message})
}

// shown is a value of a place in a message: in flow style, cut where it gets long.
func (v *overriding) shown(at merge.Path, n *yaml.Node) string {
	const longest = 60
	if v.t.hidden().Hide(at) {
		return "(secret)"
	}
	flow := node.Copy(n)
	flow.Style |= yaml.FlowStyle
	for part := range node.All(flow) {
		part.HeadComment, part.LineComment, part.FootComment = "", "", ""
	}
	text, err := yaml.Marshal(flow)
	if err != nil {
		return "a value that YAML cannot hold"
	}
	line := []rune(strings.TrimSpace(string(text)))
	if len(line) > longest {
		line = append(line[:longest:longest], '…')
	}
	return printable.Line(string(line))
}
