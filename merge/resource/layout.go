package resource

import (
	"errors"
	"fmt"
	"path"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/node"
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
	// fewValues is of how many values of original one can tell at all.
	fewValues = 5
)

// isOverrides reports whether dest holds only what differs from original. Where that was
// detected, or where it is not said, it gives what dest has of original's values. It is
// not detected where a version cannot be checked.
func (p *pkg) isOverrides(t *triple) (v valuesHeld, is bool) {
	switch {
	case p.opts.Strategy.Patches() || !t.isPlain():
		return v, false
	case p.opts.Layout == LayoutOverrides:
		return v, true
	case t.check() != nil:
		return v, false
	}
	v.count(bare(t.o()), t.d().Node, 0)
	named, err := path.Match("*values*.yaml", path.Base(t.d().Path))
	return v, p.opts.Layout == LayoutDetect && err == nil && named && v.of >= manyValues && v.held*sparse < v.of
}

// mayBeOverrides notes that a document, which is merged as a copy, looks like overrides:
// it lacks more than half of original's values, and most that it has differ.
//
// rule: overrides/hint*
func (p *pkg) mayBeOverrides(t *triple, v valuesHeld) {
	if v.of < fewValues || 2*v.held >= v.of || 2*v.same > v.held || merge.Equal(bare(t.o()), bare(t.u())) {
		return
	}
	p.notes(t, []merge.Note{{Kind: merge.NoteOverride, Message: fmt.Sprintf(
		"has %d of the %d values of original, most with another value; if it holds only what differs from original, layout: Overrides leaves upstream's defaults out of it", v.held, v.of)}})
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
	for _, m := range t {
		if m == nil || m.list != nil || m.id.by != byFile || m.meta.APIVersion != "" || m.meta.Kind != "" || !m.meta.IsMap {
			return false
		}
	}
	return true
}

// valuesHeld counts the values of original, how many of them dest has, and how many of these
// are the same. A list is one value, as nobody overrides a part of one; so is an empty map.
type valuesHeld struct{ of, held, same int }

func (c *valuesHeld) count(original, version *yaml.Node, depth int) {
	has := map[string]*yaml.Node{}
	for key, value := range node.Fields(version) {
		if _, own := has[key.Value]; !own {
			has[key.Value] = node.Target(value)
		}
	}
	for key, o := range node.Fields(original) {
		v := has[key.Value]
		if o = node.Target(o); isFilled(o) && depth < deepestOverride {
			c.count(o, v, depth+1)
			continue
		}
		if c.of++; v != nil {
			c.held++
			if merge.Equal(o, v) {
				c.same++
			}
		}
	}
}

// isFilled reports whether a value is a map with fields.
func isFilled(n *yaml.Node) bool {
	return n != nil && n.Kind == yaml.MappingNode && len(n.Content) > 0
}

// deepestOverride is how far below the root overrides are looked at one by one.
const deepestOverride = 32

// fieldPath is a path of names.
func fieldPath(names []string) merge.Path {
	at := make(merge.Path, len(names))
	for i, name := range names {
		at[i] = merge.Field(name)
	}
	return at
}

// under is the path of a field. It shares nothing with the path of another.
func under(at []string, key *yaml.Node) []string {
	return append(at[:len(at):len(at)], key.Value)
}
