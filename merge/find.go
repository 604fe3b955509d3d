package merge

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// Finder follows paths in one value or document as [Path.Find] does. It looks through
// each map for its fields and each list for the keys of its elements once, so that many
// paths cost little more than one.
type Finder struct {
	root  *yaml.Node
	lists map[view]map[string]*yaml.Node
	maps  map[*yaml.Node]map[string]Spot
}

// view is a list whose elements are identified by the fields of a key.
type view struct {
	of *yaml.Node
	by string
}

// NewFinder makes a finder for a value or document, which must not change then.
func NewFinder(root *yaml.Node) *Finder {
	return &Finder{root: root, lists: map[view]map[string]*yaml.Node{}, maps: map[*yaml.Node]map[string]Spot{}}
}

// Find follows a path as far as it leads: whole reports whether it led to its end.
func (f *Finder) Find(p Path) (found Spot, whole bool) {
	found.Value = target(f.root)
	for i, s := range p {
		at := target(found.Value)
		if e := f.element(at, s); e != nil {
			found = Spot{Value: e}
		} else if next, ok := f.field(at, s); ok {
			found = next
		} else if next, ok := p[i : i+1].Find(found.Value); ok {
			found = next
		} else {
			return found, false
		}
	}
	return found, true
}

// field is the field of a map, ok false if it has none of that name.
func (f *Finder) field(at *yaml.Node, s Step) (found Spot, ok bool) {
	if s.kind != stepField || at == nil || at.Kind != yaml.MappingNode {
		return Spot{}, false
	}
	all := f.maps[at]
	if all == nil {
		all = map[string]Spot{}
		fields := fieldsOf(at)
		for i := range fields.len() {
			name := nameOf(fields.key(i))
			if _, repeated := all[name]; !repeated {
				all[name] = Spot{fields.key(i), fields.value(i)}
			}
		}
		f.maps[at] = all
	}
	found, ok = all[s.field]
	return found, ok && found.Value != nil
}

// element is the first element of a list that has a key, nil if none has just that.
func (f *Finder) element(list *yaml.Node, s Step) *yaml.Node {
	if s.kind != stepKeyed || list == nil || list.Kind != yaml.SequenceNode {
		return nil
	}
	v, name := view{of: list}, ""
	for _, kv := range s.key {
		v.by += kv.Field + "\x00"
		name += kv.Value + "\x00"
	}
	elements := f.lists[v]
	if elements == nil {
		elements = map[string]*yaml.Node{}
		for _, e := range list.Content {
			if id, ok := keyIn(e, strings.Split(strings.TrimSuffix(v.by, "\x00"), "\x00")); ok && elements[id] == nil {
				elements[id] = e
			}
		}
		f.lists[v] = elements
	}
	return elements[name]
}

// keyIn spells what an element has in some fields; false if it lacks one.
func keyIn(e *yaml.Node, fields []string) (string, bool) {
	var b strings.Builder
	for _, name := range fields {
		v := keyValue(target(e), Key{Field: name})
		if v == nil {
			return "", false
		}
		b.WriteString(v.Value + "\x00")
	}
	return b.String(), true
}
