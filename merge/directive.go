package merge

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// patchDirective is the value of $patch in the source of a 2-way merge.
type patchDirective string

const (
	patchMerge   patchDirective = "merge"
	patchReplace patchDirective = "replace"
	patchDelete  patchDirective = "delete"
)

const (
	directivePatch  = "$patch"
	directiveRetain = "$retainKeys"
	directiveOrder  = "$setElementOrder/"
	directiveRemove = "$deleteFromPrimitiveList/"
)

// directives are the instructions that a map in the source of a 2-way merge has next to
// its fields: $patch and its kin in strategic merge patch.
type directives struct {
	patch patchDirective
	// retain are the only fields that the map may keep; nil if there is no such
	// directive.
	retain []string
	// order and remove belong to lists of the map, by field name.
	order, remove map[string]*yaml.Node
}

// split takes the directives out of a map of the source. It gives the map
// without them; the source is not modified. In 3-way merges and layers they are data.
//
// rule: twoway/directive/*, directive/*
func (w *walker) split(u *yaml.Node) (directives, *yaml.Node) {
	dir := directives{patch: patchMerge}
	if w.system != twoWay || u == nil || !w.traits.directives {
		return dir, u
	}
	dir.order, dir.remove = map[string]*yaml.Node{}, map[string]*yaml.Node{}
	data := rebuilt(u, func(_ int, field []*yaml.Node) []*yaml.Node {
		k := field[0]
		if !isDirectiveKey(k) {
			return field
		}
		w.enter(place{key: k})
		if problem := dir.read(k.Value, target(field[1])); problem != "" {
			w.fail(k, problem)
		}
		w.leave()
		return nil
	})
	return dir, data
}

// read adds one directive, or gives what is wrong with it.
func (dir *directives) read(name string, v *yaml.Node) (problem string) {
	ofOrder, isOrder := strings.CutPrefix(name, directiveOrder)
	ofRemove, isRemove := strings.CutPrefix(name, directiveRemove)
	isRetain := name == directiveRetain
	switch {
	case name == directivePatch:
		dir.patch = patchDirective(nameOf(v))
		switch dir.patch {
		case patchMerge, patchReplace, patchDelete:
			return ""
		}
		return fmt.Sprintf("unknown %s: %q; use merge, replace or delete", name, nameOf(v))
	case (isOrder || isRemove || isRetain) && kindOf(v) != yaml.SequenceNode:
		return name + " must be a list"
	case isOrder:
		dir.order[ofOrder] = v
		return ""
	case isRemove:
		dir.remove[ofRemove] = v
		return ""
	case isRetain:
		dir.retain = []string{}
		for _, e := range v.Content {
			dir.retain = append(dir.retain, nameOf(e))
		}
		return ""
	}
	return fmt.Sprintf("unknown directive %s; a patch knows %s, %s, %sFIELD and %sFIELD", name, directivePatch, directiveRetain, directiveOrder, directiveRemove)
}

// isDirectiveKey reports whether a field of a patch is not data. The keywords of JSON
// schema that begin like one are.
func isDirectiveKey(k *yaml.Node) bool {
	if k.Kind != yaml.ScalarNode || !strings.HasPrefix(k.Value, "$") {
		return false
	}
	switch k.Value {
	case "$ref", "$schema", "$id", "$anchor", "$defs", "$comment", "$vocabulary", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor":
		return false
	}
	return true
}

// splitList takes the directive out of a list of the source: an element that
// holds nothing but $patch.
func (w *walker) splitList(u *yaml.Node) (patchDirective, *yaml.Node) {
	patch := patchMerge
	if w.system != twoWay || u == nil || !w.traits.directives {
		return patch, u
	}
	data := rebuilt(u, func(i int, element []*yaml.Node) []*yaml.Node {
		e := target(element[0])
		if e == nil || e.Kind != yaml.MappingNode || len(e.Content) != 2 || e.Content[0].Value != directivePatch {
			return element
		}
		w.enter(place{index: i})
		dir, _ := w.split(e)
		w.leave()
		patch = dir.patch
		return nil
	})
	return patch, data
}

// withoutDirectives is an atomic list of the source without what is directives
// in its elements. Nulls there are values.
func (w *walker) withoutDirectives(n *yaml.Node) *yaml.Node {
	if n == nil || w.system != twoWay || !w.traits.directives {
		return n
	}
	var dir directives
	var data *yaml.Node
	switch n.Kind {
	case yaml.MappingNode:
		dir, data = w.split(n)
	case yaml.SequenceNode:
		dir.patch, data = w.splitList(n)
	default:
		return n
	}
	if dir.patch == patchDelete {
		return nil
	}
	return rebuilt(data, func(i int, child []*yaml.Node) []*yaml.Node {
		at, last := place{index: i}, len(child)-1
		if n.Kind == yaml.MappingNode {
			at = place{key: child[0]}
		}
		w.enter(at)
		defer w.leave()
		if value := w.withoutDirectives(child[last]); value != nil {
			return append(slices.Clone(child[:last]), value)
		}
		return nil
	})
}

// apply applies the directives of a map to one of its fields, after the field was
// merged.
func (dir *directives) apply(w *walker, s Schema, key, u, d, value *yaml.Node) *yaml.Node {
	name := nameOf(key)
	if dir.retain != nil && !slices.Contains(dir.retain, name) {
		if u != nil && !isNull(target(u)) {
			w.fail(u, fmt.Sprintf("set here, but %s does not name it; add it to %s or leave it out", directiveRetain, directiveRetain))
		}
		return nil
	}
	if value == nil || value.Kind != yaml.SequenceNode {
		return value
	}
	if gone := dir.remove[name]; gone != nil {
		value = without(value, gone)
	}
	if order := dir.order[name]; order != nil {
		w.inOwnOrder(s, target(u), order, directiveOrder+name)
		value = w.inOrder(s, value, target(d), order)
	}
	return value
}

// without is the list without the scalars in gone.
func without(list, gone *yaml.Node) *yaml.Node {
	ids := map[string]bool{}
	for _, e := range gone.Content {
		ids[valueID(e)] = true
	}
	return rebuilt(list, func(_ int, e []*yaml.Node) []*yaml.Node {
		if ids[valueID(e[0])] {
			return nil
		}
		return e
	})
}

// inOrder puts the elements of a merged list that order names into its order.
// The others keep dest's: each stands in front of the first named element that
// it stands in front of in dest.
//
// rule: twoway/directive/set-element-order*
func (w *walker) inOrder(s Schema, list, d, order *yaml.Node) *yaml.Node {
	l := w.orderedBy(s, order, list, d, order)
	all, inDest, named := &l.children[0], &l.children[1], &l.children[2]
	var first, others []int
	rank := make([]int, all.len())
	for i := range all.len() {
		if rank[i] = named.find(all, i); rank[i] >= 0 {
			first = append(first, i)
			continue
		}
		others = append(others, i)
	}
	slices.SortStableFunc(first, func(x, y int) int { return rank[x] - rank[y] })
	content := make([]*yaml.Node, 0, all.len())
	for len(first) > 0 || len(others) > 0 {
		if len(first) == 0 || len(others) > 0 && earlier(inDest.find(all, others[0]), inDest.find(all, first[0])) {
			content, others = append(content, all.value(others[0])), others[1:]
		} else {
			content, first = append(content, all.value(first[0])), first[1:]
		}
	}
	if slices.Equal(content, list.Content) {
		return list
	}
	return withContent(list, content)
}

// orderedBy takes versions of a list apart by what the elements of order identify: keys,
// else whole values. Elements of one key count in order.
func (w *walker) orderedBy(s Schema, order *yaml.Node, versions ...*yaml.Node) listing {
	l := classify(s, versions...)
	if l.kind == ListKeyed {
		return l
	}
	if t := listType(s); t.Kind == ListKeyed && t.Fallback != ListSet {
		if _, gap := keyedBy(order, t.Keys, true); gap == nil {
			l = listing{kind: ListKeyed, keys: t.Keys}
			for i, v := range versions {
				l.children[i] = withGaps(v, t.Keys, nil)
			}
			return l
		}
	}
	return setOf(versions, nil)
}

// inOwnOrder checks that order, which a directive of that name gives, names the elements
// of the patch's own list, in their order.
func (w *walker) inOwnOrder(s Schema, u, order *yaml.Node, name string) {
	if u == nil || u.Kind != yaml.SequenceNode {
		return
	}
	_, list := w.splitList(withContent(u, slices.DeleteFunc(slices.Clone(u.Content), deletes)))
	l := w.orderedBy(s, order, list, order)
	own, named, last := &l.children[0], &l.children[1], -1
	for i := range own.len() {
		switch at := named.find(own, i); {
		case at < 0:
			w.fail(own.value(i), "an element of the patch is missing in "+name+"; name it there")
		case at < last:
			w.fail(own.value(i), "an element of the patch stands in another place than in "+name+"; give both one order")
		default:
			last = at
		}
	}
}

// deletes reports whether an element of a patch deletes that of dest.
func deletes(e *yaml.Node) bool {
	return nameOf(field(target(e), directivePatch)) == string(patchDelete)
}

// earlier compares positions in dest, where -1 is none.
func earlier(i, j int) bool { return i >= 0 && j >= 0 && i < j }
