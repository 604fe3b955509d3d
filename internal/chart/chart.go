// Package chart reads what a Helm chart makes of values: which defaults it has, and which values it
// reads. In go the files of a chart, out come its defaults with those of its subcharts, and whether
// somebody reads a value. It must not know where charts come from, nor whose values they get.
package chart

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// Names of files in the directory of a chart.
const (
	File   = "Chart.yaml"
	Values = "values.yaml"
)

// deepest is how many charts lie one in the other at most, and how deep values are looked at.
const deepest = 32

// Chart is what a version of a chart makes of values.
type Chart struct {
	Name, Version string
	// Values are the defaults, with those of subcharts under their names; nil for none.
	Values *yaml.Node
	// Notes tell which subcharts are not known, and why: whatever is set for them counts as read.
	Notes []string

	library bool
	reads   reads
}

// Key is the name of the values for a chart that another one is made from, by what that says of it.
func Key(dependency *yaml.Node) string {
	return cmp.Or(node.TextAt(dependency, "alias"), node.TextAt(dependency, "name"))
}

// Of is the chart of the files of a directory, by their paths below it. The cost is linear in their size.
func Of(files map[string][]byte) (*Chart, error) { return of(files, nil) }

// Plain is a chart of which no more is known than its defaults: it reads what has one.
func Plain(values *yaml.Node) *Chart {
	c := &Chart{Values: node.Target(values), reads: reads{}}
	c.readDefaults()
	return c
}

// of is a chart inside of others, whose names are given.
func of(files map[string][]byte, around []string) (*Chart, error) {
	about, err := readMap(files, File)
	if err != nil {
		return nil, err
	}
	if about == nil {
		return nil, errors.New("has no " + File)
	}
	c := &Chart{reads: reads{}, Name: node.TextAt(about, "name"), Version: node.TextAt(about, "version"), library: node.TextAt(about, "type") == "library"}
	if slices.Contains(around, c.Name) || len(around) >= deepest {
		return nil, errors.New("it has itself among its subcharts")
	}
	if c.Values, err = readMap(files, Values); err != nil {
		return nil, err
	}
	// What cannot be read refuses nothing.
	if root, _ := readMap(files, "values.schema.json"); root != nil {
		s := schema{root, c.reads, mostParts}
		s.add(nil, root)
	}
	requirements, err := readMap(files, "requirements.yaml") // Where charts for Helm 2 have them.
	if err != nil {
		return nil, err
	}
	dependencies := node.Elements(cmp.Or(node.FieldAt(about, "dependencies"), node.FieldAt(requirements, "dependencies")))
	t := newTemplates()
	for name, text := range files {
		if !strings.HasPrefix(name, "charts/") && !strings.HasSuffix(name, ".md") && !strings.HasSuffix(name, ".gotmpl") {
			t.scan(string(text), c.reads)
		}
	}
	c.addSubcharts(files, dependencies, append(slices.Clip(around), c.Name))
	c.readDefaults()
	return c, nil
}

// readMap reads a file that holds a map, nil if it is empty or not there.
func readMap(files map[string][]byte, name string) (*yaml.Node, error) {
	docs, err := source.Parse(files[name])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(docs) == 0 || node.Root(docs[0]) == nil || node.IsNull(node.Root(docs[0])) {
		return nil, nil
	}
	root := node.Root(docs[0])
	if err := merge.Check(root); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if root.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s: is no map", name)
	}
	return root, nil
}

// addSubcharts adds what subcharts make of the values under their names.
func (c *Chart) addSubcharts(files map[string][]byte, dependencies []*yaml.Node, around []string) {
	subcharts := c.subcharts(files, around)
	others := maps.Clone(subcharts)
	for _, d := range dependencies {
		name := node.TextAt(d, "name")
		for _, condition := range strings.Split(node.TextAt(d, "condition"), ",") {
			c.reads.add(strings.Split(strings.TrimSpace(condition), "."), true)
		}
		c.reads.add([]string{"tags"}, true)
		sub, there := subcharts[name]
		if c.add(Key(d), sub); !there {
			c.note("its subchart %s is not in charts/", name)
		}
		if sub != nil {
			c.importValues(sub, node.FieldAt(d, "import-values"))
		}
		delete(others, name)
	}
	for _, name := range slices.Sorted(maps.Keys(others)) {
		c.add(name, others[name])
	}
}

func (c *Chart) note(format string, args ...any) {
	c.Notes = append(c.Notes, fmt.Sprintf(format, args...))
}

// subcharts are those in charts/, by their names; nil for one that cannot be read.
func (c *Chart) subcharts(files map[string][]byte, around []string) map[string]*Chart {
	inside := map[string]map[string][]byte{}
	for name, data := range Below(files, "charts") {
		if dir, _, lies := strings.Cut(name, "/"); lies && inside[dir] == nil {
			inside[dir] = Below(files, "charts/"+dir)
		} else if !lies && path.Ext(name) == ".tgz" {
			var err error
			if inside[name], err = bounded.Archive(data); err != nil {
				c.note("charts/%s cannot be unpacked: %v", name, err)
			}
		}
	}
	found := map[string]*Chart{}
	for _, dir := range slices.Sorted(maps.Keys(inside)) {
		if inside[dir][File] == nil {
			continue
		}
		about, _ := readMap(inside[dir], File)
		name := cmp.Or(node.TextAt(about, "name"), dir)
		sub, err := of(inside[dir], around)
		if found[name] = sub; err != nil {
			c.note("its subchart %s cannot be read: %v", name, err)
			continue
		}
		for _, note := range sub.Notes {
			c.note("%s: %s", name, note)
		}
	}
	return found
}

// add adds what a subchart makes of the values under a key, nil for one that is not known.
func (c *Chart) add(key string, sub *Chart) {
	if sub == nil {
		c.reads.add([]string{key}, true)
		return
	}
	c.reads.join(key+end, sub.reads)
	if sub.library {
		// Its templates are called by those around it, with their values.
		c.reads.join("", sub.reads)
	}
	if sub.Values == nil {
		return
	}
	c.Values = coalesce(c.Values, node.Map(key, sub.Values), 0)
}

// importValues takes values of a subchart over into the defaults, as its dependency says.
func (c *Chart) importValues(sub *Chart, imports *yaml.Node) {
	for _, from := range node.Elements(imports) {
		child, parent := node.TextAt(from, "child"), strings.Trim(node.TextAt(from, "parent"), ".")
		if name := node.Text(from); name != "" {
			child, parent = "exports."+name, ""
		}
		value := node.FieldAt(sub.Values, strings.Split(child, ".")...)
		if value == nil || value.Kind != yaml.MappingNode {
			continue
		}
		for _, name := range slices.Backward(strings.FieldsFunc(parent, func(r rune) bool { return r == '.' })) {
			value = node.Map(name, value)
		}
		c.Values = coalesce(c.Values, value, 0)
	}
}

// coalesce is a map with the fields of another one that it does not have. A null stays: it takes
// a default away.
func coalesce(over, under *yaml.Node, depth int) *yaml.Node {
	over, under = node.Target(over), node.Target(under)
	switch {
	case over == nil:
		return under
	case over.Kind != yaml.MappingNode || under.Kind != yaml.MappingNode || depth > deepest:
		return over
	}
	for key, value := range node.Fields(under) {
		own := node.Target(node.Field(over, key.Value))
		if merged := coalesce(own, value, depth+1); merged != own {
			over = node.With(over, key.Value, merged)
		}
	}
	return over
}

// At is the default of a value, nil if it has none.
func (c *Chart) At(names ...string) *yaml.Node { return node.FieldAt(c.Values, names...) }

// Reads reports whether anything reads the value of such a name: it has a default, lies in a free
// map or in something that is no map by default, is global, or a template or the schema names it. In
// doubt something does.
func (c *Chart) Reads(names ...string) bool {
	return slices.Contains(names, "global") || c.reads.has(names)
}

// readDefaults counts what has a default as read, and all below what is no map by default, or a free one.
func (c *Chart) readDefaults() {
	each(nil, c.Values, func(at []string, value *yaml.Node) {
		c.reads.add(at, value.Kind != yaml.MappingNode || len(value.Content) == 0)
	})
}

// Moved is where a value went that the next version of the chart does not read any more, nil unless
// that is sure: the one place that is new there and has the same default, under the same name or in
// the same map.
func (c *Chart) Moved(next *Chart, names []string) []string {
	was := c.At(names...)
	if was == nil || len(was.Content) == 0 && (was.Kind != yaml.ScalarNode || was.Value == "" || was.ShortTag() == "!!bool" || node.IsNull(was)) {
		return nil
	}
	parent, last := names[:len(names)-1], names[len(names)-1]
	var same, beside [][]string
	each(nil, next.Values, func(at []string, value *yaml.Node) {
		switch {
		case c.At(at...) != nil || !merge.Equal(was, value):
		case at[len(at)-1] == last:
			same = append(same, slices.Clone(at))
		case slices.Equal(at[:len(at)-1], parent):
			beside = append(beside, slices.Clone(at))
		}
	})
	switch {
	case len(same) == 1:
		return same[0]
	case len(same) == 0 && len(beside) == 1:
		return beside[0]
	}
	return nil
}

// each gives the values in a map and below it.
func each(at []string, values *yaml.Node, give func(at []string, value *yaml.Node)) {
	if len(at) > deepest {
		return
	}
	for key, field := range node.Fields(values) {
		place, value := append(slices.Clip(at), key.Value), node.Target(field)
		give(place, value)
		each(place, value, give)
	}
}
