package marks

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// Finder follows paths in one value or document as merge.Path.Find does. It looks through
// each map for its fields and each list for the keys of its elements once, so that many
// paths cost little more than one.
type Finder struct {
	root *yaml.Node
	// known are the children of maps by name, and of lists by the key of view.
	known map[view]map[string]merge.Spot
}

// view is a map, or a list whose elements are identified by the fields of a key.
type view struct {
	of *yaml.Node
	by string
}

// NewFinder makes a finder for a value or document, which must not change then.
func NewFinder(root *yaml.Node) *Finder {
	return &Finder{root: root, known: map[view]map[string]merge.Spot{}}
}

// Find follows a path as far as it leads: whole reports whether it led to its end.
func (f *Finder) Find(p merge.Path) (found merge.Spot, whole bool) {
	found.Value = node.Target(f.root)
	for i, s := range p {
		next, ok := f.child(node.Target(found.Value), s)
		if !ok {
			// What defaults, images and merge keys give.
			if next, ok = p[i : i+1].Find(found.Value); !ok {
				return found, false
			}
		}
		found = next
	}
	return found, true
}

// child is the first child of a value that has the name or the key of a step, as written.
func (f *Finder) child(of *yaml.Node, s merge.Step) (found merge.Spot, ok bool) {
	v, name := view{of: of}, s.Name()
	for _, kv := range s.Key() {
		v.by += kv.Field + "\x00"
		name += kv.Value + "\x00"
	}
	if of == nil || (of.Kind != yaml.MappingNode || name == "") && (of.Kind != yaml.SequenceNode || v.by == "") {
		return found, false
	}
	all := f.known[v]
	if all == nil {
		all = map[string]merge.Spot{}
		add := func(name string, at merge.Spot) {
			if _, repeated := all[name]; !repeated {
				all[name] = at
			}
		}
		if of.Kind == yaml.MappingNode {
			for key, value := range node.Pairs(of.Content) {
				if key.Kind == yaml.ScalarNode && !node.IsMergeKey(key) {
					add(key.Value, merge.Spot{Key: key, Value: value})
				}
			}
		} else {
			for _, e := range of.Content {
				if id := idOf(e, s.Key()); id != "" {
					add(id, merge.Spot{Value: e})
				}
			}
		}
		f.known[v] = all
	}
	found, ok = all[name]
	return found, ok
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
