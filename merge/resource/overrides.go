package resource

import (
	"errors"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

const (
	// manyValues is from how many values of original on overrides are detected.
	manyValues = 20
	// sparse is that dest has less than one value of so many of original's.
	sparse = 5
	// deepestOverride is how far below the root overrides are looked at one by one.
	deepestOverride = 32
	// anyDocument is each document of a file.
	anyDocument = -1
)

// overriding tells which values of a resource of dest override the defaults of charts.
func (p *pkg) overriding(dest *Resource) []Overriding {
	if p.opts.Strategy.Patches() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.of.Held.Values[dest.Path]), func(o Overriding) bool { return o.Document != anyDocument && o.Document != dest.Index })
}

// isOverrides reports whether dest holds only what differs from original. That is not
// detected where a version cannot be checked.
func (p *pkg) isOverrides(t *triple) bool {
	switch {
	case !t.isPlain() || p.opts.Layout == terms.LayoutCopy:
		return false
	case p.opts.Layout == terms.LayoutOverrides:
		return true
	}
	if !chart.IsValues(t.d().Path) || t.check() != nil {
		return false
	}
	of, held := countValues(bare(t.o()), t.d().Node, 0)
	return of >= manyValues && held*sparse < of
}

// check checks all versions, which the engine does not see.
func (t *triple) check() error {
	for side, m := range t {
		err := merge.Check(nodeOf(m))
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

// value is a value of a place in a message: in flow style, cut where it gets long.
func (t *triple) value(at merge.Path, n *yaml.Node) string {
	const longest = 60
	if t.hidden().Hide(at) {
		return "(secret)"
	}
	flow := node.Copy(n)
	flow.Style |= yaml.FlowStyle
	for part := range node.All(flow) {
		part.HeadComment, part.LineComment, part.FootComment = "", "", ""
	}
	text, _ := yaml.Marshal(flow) // What was read can be written.
	line := []rune(strings.TrimSpace(string(text)))
	if len(line) > longest {
		line = append(line[:longest:longest], '…')
	}
	return printable.Line(string(line))
}
