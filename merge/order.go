package merge

import (
	"slices"

	"go.yaml.in/yaml/v3"
)

// assembly puts the children of a result together: dest's in their order,
// with additions between them. It allocates nothing while nothing differs
// from dest.
type assembly struct {
	base *yaml.Node
	from *children
	// kept are dest's children as they are in the result, without value where
	// the result lacks them; nil while all are dest's own.
	kept  []entry
	added []entry
	gone  int
	// Positions of the last child that all versions have, and whether
	// updated's and original's positions rose all the way along dest's order.
	lastU, lastO   int
	turnsU, turnsO bool
	// inDoubt: nobody knows where an addition belongs.
	inDoubt bool
}

// entry is a child of the result.
type entry struct {
	key, value *yaml.Node
	// before is the position in dest that an addition stands in front of.
	before int
	// u is the child's position in updated, -1 if it is not there.
	u int
}

func (a *assembly) len() int { return a.from.len() - a.gone + len(a.added) }

func (a *assembly) keep(i int, key, value *yaml.Node) {
	if value == nil {
		a.gone++
	}
	if a.kept == nil {
		if a.from.value(i) == value && a.from.key(i) == key {
			return
		}
		a.own()
	}
	a.kept[i].key, a.kept[i].value = key, value
}

// own starts to hold the children instead of pointing to dest's.
func (a *assembly) own() {
	a.kept = make([]entry, a.from.len())
	for i := range a.kept {
		a.kept[i] = entry{key: a.from.key(i), value: a.from.value(i), u: -1}
	}
}

// follow watches the order of the children that all three versions have.
func (a *assembly) follow(at position) {
	if at.o < 0 || at.u < 0 {
		return
	}
	a.turnsU = a.turnsU || at.u < a.lastU
	a.turnsO = a.turnsO || at.o < a.lastO
	a.lastU, a.lastO = at.u, at.o
}

// reordered reports whether updated changed an order which dest kept.
func (a *assembly) reordered() bool { return a.turnsU && !a.turnsO }

// orderAs puts the children into updated's order, and what updated lacks where it belongs
// in that.
func (a *assembly) orderAs(original, updated *children) {
	if a.kept == nil {
		a.own()
	}
	ordered, own := []entry{}, []entry(nil) // Not nil: that would say that all are dest's.
	places, _ := places(original, updated, a.from)
	for i, before := range places {
		e := a.kept[i]
		e.u, e.before = updated.find(a.from, i), before
		switch {
		case e.value == nil:
		case e.u < 0:
			own = append(own, e)
		default:
			ordered = append(ordered, e)
		}
	}
	ordered = append(ordered, a.added...)
	slices.SortStableFunc(ordered, func(x, y entry) int { return x.u - y.u })
	// From here on updated's order is the base that own additions go between.
	for i := range own {
		own[i].before, _ = slices.BinarySearchFunc(ordered, own[i].before, func(e entry, u int) int { return e.u - u })
	}
	a.kept, a.added, a.gone = ordered, own, 0
}

// is reports whether all children were added, and are those of a node.
func (a *assembly) is(n *yaml.Node) bool {
	var content []*yaml.Node
	for _, e := range a.added {
		content = e.appendTo(content)
	}
	return slices.Equal(content, n.Content)
}

// node is the result: dest's collection itself if nothing differs, else a copy
// with the new children. like gives the style where dest has no collection, or
// an empty one.
func (a *assembly) node(like *yaml.Node) *yaml.Node {
	if a.kept == nil && len(a.added) == 0 && a.base != nil {
		return a.base
	}
	if a.kept == nil {
		a.own()
	}
	n := yaml.Node{}
	switch {
	case a.base == nil:
		n = *like
		n.Anchor = ""
	default:
		n = *a.base
		if len(a.base.Content) == 0 && like != nil {
			n.Style = like.Style
		}
	}
	slices.SortStableFunc(a.added, func(x, y entry) int { return x.before - y.before })
	n.Content = make([]*yaml.Node, 0, 2*(len(a.kept)+len(a.added)))
	added := a.added
	for i := 0; i <= len(a.kept); i++ {
		for len(added) > 0 && added[0].before <= i {
			n.Content = added[0].appendTo(n.Content)
			added = added[1:]
		}
		if i < len(a.kept) && a.kept[i].value != nil {
			n.Content = a.kept[i].appendTo(n.Content)
		}
	}
	return &n
}

// several is the kind of a value that stands for all its children, in place of one.
const several yaml.Kind = 0

func (e entry) appendTo(content []*yaml.Node) []*yaml.Node {
	if e.key != nil {
		content = append(content, e.key)
	}
	if e.value.Kind == several {
		return append(content, e.value.Content...)
	}
	return append(content, e.value)
}
