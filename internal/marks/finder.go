package marks

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// Finder follows paths in one value or document as merge.Path.Find does. It looks through
// each map for its fields and each list for the keys of its elements once, so that many
// paths cost little more than one.
type Finder struct {
	root  *yaml.Node
	known map[view]children
}

// children are those of a map by name, or of a list by the key of a view. others: there are more, which a step
// may name by a merge key, a default or the name of an image.
type children struct {
	byName map[string]merge.Spot
	others bool
}

// view is a map, or a list whose elements are identified by the fields of a key.
type view struct {
	of *yaml.Node
	by string
}

// NewFinder makes a finder for a value or document, which must not change then.
func NewFinder(root *yaml.Node) *Finder {
	return &Finder{root: root, known: map[view]children{}}
}

// Find follows a path as far as it leads: rest is what it has behind that, empty at its end.
func (f *Finder) Find(p merge.Path) (found merge.Spot, rest merge.Path) {
	found.Value = node.Target(f.root)
	for i, s := range p {
		of := node.Target(found.Value)
		all, name := f.children(of, s)
		next, ok := all.byName[name]
		if !ok && all.others {
			next, ok = p[i : i+1].Find(of)
		}
		if !ok {
			return found, p[i:]
		}
		found = next
	}
	return found, nil
}

// children are those of a value of which a step names one, and the name of that.
func (f *Finder) children(of *yaml.Node, s merge.Step) (all children, name string) {
	v := view{of: of}
	name = s.Name()
	for _, kv := range s.Key() {
		v.by += kv.Field + "\x00"
		name += kv.Value + "\x00"
	}
	if of == nil || (of.Kind != yaml.MappingNode || name == "") && (of.Kind != yaml.SequenceNode || v.by == "") {
		return children{others: true}, ""
	}
	if _, known := f.known[v]; !known {
		f.known[v] = childrenBy(of, s.Key())
	}
	return f.known[v], name
}

// childrenBy are those of a map by their names, or of a list by what they have in the fields of a key.
func childrenBy(of *yaml.Node, fields []merge.KeyValue) children {
	all := children{byName: map[string]merge.Spot{}}
	add := func(name string, at merge.Spot, only bool) {
		if _, repeated := all.byName[name]; !repeated {
			all.byName[name] = at
		}
		all.others = all.others || !only
	}
	if of.Kind == yaml.MappingNode {
		for key, value := range node.Pairs(of.Content) {
			add(key.Value, merge.Spot{Key: key, Value: value}, key.Kind == yaml.ScalarNode && !node.IsMergeKey(key))
		}
		return all
	}
	for _, e := range of.Content {
		id := idOf(e, fields)
		add(id, merge.Spot{Value: e}, id != "" && !strings.ContainsAny(id, ":@"))
	}
	return all
}

// idOf spells what an element has in the fields of a key, "" if it lacks one.
func idOf(e *yaml.Node, key []merge.KeyValue) (id string) {
	for _, kv := range key {
		v := node.Target(node.Field(node.Target(e), kv.Field))
		if v == nil || v.Kind != yaml.ScalarNode || node.IsNull(v) {
			return ""
		}
		id += v.Value + "\x00"
	}
	return id
}
