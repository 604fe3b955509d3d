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
	// Notes tell which subcharts are not known, and why: whatever is set for them counts as read.
	Notes []string

	name    string
	library bool
	values  values
}

// Key is the name of the values for a chart that another one is made from, by what that says of it.
func Key(dependency *yaml.Node) string {
	return cmp.Or(node.TextAt(dependency, "alias"), node.TextAt(dependency, "name"))
}

// Plain is a chart of which no more is known than its defaults: it reads what has one.
func Plain(defaults *yaml.Node) *Chart {
	c := &Chart{values: values{}}
	c.values.addDefaults("", defaults, 0)
	return c
}

// With is a chart that reads what either reads.
func (c *Chart) With(other *Chart) *Chart {
	both := &Chart{values: values{}}
	for _, of := range []*Chart{c, other} {
		for at, v := range of.values {
			both.values.join(at, values{"": {v.whole || at != "" && v.isFree(), v.standard}})
		}
	}
	return both
}

// Of is the chart of the files of a directory, by their paths below it; around are the names of those that it
// lies in. The cost is linear in their size.
func Of(files map[string][]byte, around ...string) (*Chart, error) {
	about, err := readMap(files, File)
	if err != nil {
		return nil, err
	}
	if about == nil {
		return nil, errors.New("has no " + File)
	}
	c := &Chart{values: values{}, name: node.TextAt(about, "name"), library: node.TextAt(about, "type") == "library"}
	if slices.Contains(around, c.name) || len(around) >= deepest {
		return nil, errors.New("it has itself among its subcharts")
	}
	defaults, err := readMap(files, Values)
	if err != nil {
		return nil, err
	}
	c.values.addDefaults("", defaults, 0)
	root, _ := readMap(files, "values.schema.json") // What cannot be read refuses nothing.
	s := schema{root, c.values, mostParts}
	s.add(nil, root)
	requirements, err := readMap(files, "requirements.yaml") // Where charts for Helm 2 have them.
	if err != nil {
		return nil, err
	}
	dependencies := node.Elements(cmp.Or(node.FieldAt(about, "dependencies"), node.FieldAt(requirements, "dependencies")))
	t := newTemplates()
	for name, text := range files {
		if !strings.HasPrefix(name, "charts/") && !strings.HasSuffix(name, ".md") && !strings.HasSuffix(name, ".gotmpl") {
			t.scan(string(text), c.values)
		}
	}
	c.addSubcharts(files, dependencies, append(slices.Clip(around), c.name))
	return c, nil
}

// readMap reads a file that holds a map, nil if it is empty or not there.
func readMap(files map[string][]byte, name string) (*yaml.Node, error) {
	var root *yaml.Node
	docs, err := source.Parse(files[name])
	if len(docs) > 0 {
		root, err = node.Root(docs[0]), cmp.Or(err, merge.Check(docs[0]))
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case root == nil || node.IsNull(root):
		return nil, nil
	case root.Kind != yaml.MappingNode:
		return nil, fmt.Errorf("%s: is no map", name)
	}
	return root, nil
}

// addSubcharts adds what subcharts make of the values under their names.
func (c *Chart) addSubcharts(files map[string][]byte, dependencies []*yaml.Node, around []string) {
	subcharts := c.subcharts(files, around)
	for _, name := range slices.Sorted(maps.Keys(subcharts)) {
		if !slices.ContainsFunc(dependencies, func(d *yaml.Node) bool { return node.TextAt(d, "name") == name }) {
			dependencies = append(dependencies, node.Map("name", name))
		}
	}
	for _, d := range dependencies {
		name := node.TextAt(d, "name")
		for _, condition := range strings.Split(node.TextAt(d, "condition"), ",") {
			c.values.add(strings.Split(strings.TrimSpace(condition), "."), true)
		}
		c.values.add([]string{"tags"}, true)
		sub, there := subcharts[name]
		if !there {
			c.note("its subchart %s is not in charts/", name)
		}
		if sub == nil { // Any value is read that is set for one that is not known.
			c.values.add([]string{Key(d)}, true)
			continue
		}
		c.values.join(place(Key(d)), sub.values)
		if sub.library {
			// Its templates are called by those around it, with their values.
			c.values.join("", sub.values)
		}
		c.importValues(sub, node.FieldAt(d, "import-values"))
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
		sub, err := Of(inside[dir], around...)
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

// importValues takes values of a subchart over into the defaults, as its dependency says.
func (c *Chart) importValues(sub *Chart, imports *yaml.Node) {
	for _, from := range node.Elements(imports) {
		child, parent := node.TextAt(from, "child"), strings.Trim(node.TextAt(from, "parent"), ".")
		if name := node.Text(from); name != "" {
			child, parent = "exports."+name, ""
		}
		to := place(strings.FieldsFunc(parent, func(r rune) bool { return r == '.' })...)
		for name, v := range sub.values {
			if below, is := strings.CutPrefix(name, place(strings.Split(child, ".")...)); is && v.standard != nil {
				c.values.join(to+below, values{"": {standard: v.standard}})
			}
		}
	}
}

// At is the default of a value, nil if it has none.
func (c *Chart) At(names ...string) *yaml.Node { return c.values[place(names...)].standard }

// Reads reports whether anything reads the value of such a name: it has a default, lies in a free
// map or in something that is no map by default, is global, or a template or the schema names it. In
// doubt something does.
func (c *Chart) Reads(names ...string) bool {
	for i := range names {
		if around := c.values[place(names[:i]...)]; around.whole || i > 0 && around.isFree() {
			return true
		}
	}
	_, named := c.values[place(names...)]
	return named || slices.Contains(names, "global")
}

// isTelling reports whether a default tells something, so that the same elsewhere is hardly another one.
func isTelling(n *yaml.Node) bool {
	return n != nil && (len(n.Content) > 0 || n.Kind == yaml.ScalarNode && n.Value != "" && n.ShortTag() != "!!bool" && !node.IsNull(n))
}

// Moved is where a value went that the next version of the chart does not read any more, nil unless
// that is sure: the one place that is new there and has the same default, under the same name or in
// the same map.
func (c *Chart) Moved(next *Chart, names []string) []string {
	was := c.At(names...)
	if !isTelling(was) {
		return nil
	}
	parent, last := names[:len(names)-1], names[len(names)-1]
	var same, beside [][]string
	for name, v := range next.values {
		at := strings.Split(strings.TrimSuffix(name, end), end)
		switch {
		case v.standard == nil || c.values[name].standard != nil || !merge.Equal(was, v.standard):
		case at[len(at)-1] == last:
			same = append(same, at)
		case slices.Equal(at[:len(at)-1], parent):
			beside = append(beside, at)
		}
	}
	switch {
	case len(same) == 1:
		return same[0]
	case len(same) == 0 && len(beside) == 1:
		return beside[0]
	}
	return nil
}
