package merge

import (
	"cmp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// children is a collection taken apart: the fields of a map, the elements of a
// keyed list or the members of a set list of one version. The zero value has
// no children: an absent collection.
type children struct {
	kind childKind
	// nodes holds key, value, key, value, … of fields, else the elements.
	nodes []*yaml.Node
	// ids identify elements and members.
	ids []string
	// index finds a child by its id; made once it is worth it.
	index map[string]int
	// hint is where the next child is looked for first: versions mostly have
	// their children in one order.
	hint int
	// inherits: some of the fields come from a merge key.
	inherits bool
	// again: several elements have one key.
	again bool
	// renamed: some of the fields have another name than in the map.
	renamed bool
}

type childKind uint8

const (
	childFields childKind = iota
	childElements
	childMembers
)

// position is where a child stands in each version, -1 where it does not.
type position struct{ o, u, d int }

// few children are looked up by going through them.
const few = 12

func (c *children) len() int {
	if c.kind == childFields {
		return len(c.nodes) / 2
	}
	return len(c.nodes)
}

// key is the i-th field's key node, nil for other children.
func (c *children) key(i int) *yaml.Node {
	if c.kind == childFields {
		return c.nodes[2*i]
	}
	return nil
}

func (c *children) value(i int) *yaml.Node {
	if c.kind == childFields {
		return c.nodes[2*i+1]
	}
	return c.nodes[i]
}

// spot is the i-th child with its key, the zero value for -1.
func (c *children) spot(i int) spot {
	if i < 0 {
		return spot{}
	}
	return spot{c.key(i), c.value(i)}
}

// at gives the i-th child's value, nil for -1.
func (c *children) at(i int) *yaml.Node { return c.spot(i).value }

// find gives the position here of the i-th child of another version, -1 if it
// is not here. Going through all children of the other costs linear time.
func (c *children) find(of *children, i int) int {
	n := c.len()
	if n == 0 {
		return -1
	}
	if c.hint < n && c.same(c.hint, of, i) {
		c.hint++
		return c.hint - 1
	}
	if n <= few {
		for j := range n {
			if c.same(j, of, i) {
				c.hint = j + 1
				return j
			}
		}
		return -1
	}
	if c.index == nil {
		c.index = make(map[string]int, n)
		for j := range n {
			c.index[c.id(j)] = j
		}
	}
	j, ok := c.index[of.id(i)]
	if !ok {
		return -1
	}
	c.hint = j + 1
	return j
}

// holds reports whether all children of another version are here.
func (c *children) holds(others *children) bool {
	for i := range others.len() {
		if c.find(others, i) < 0 {
			return false
		}
	}
	return true
}

const (
	// merged is the place of the result behind those of the three sides.
	merged = Dest + 1
	// byLines is the place of the merge by lines behind that.
	byLines = merged + 1
)

// eachPair visits every child of some versions once, where the first in order has it: spots
// are what each of all versions has of it, until the
// next visit.
func eachPair(of []children, order []Side, visit func(first *children, i int, spots []spot)) {
	spots := make([]spot, len(of))
	for n, v := range order {
	next:
		for i := range of[v].len() {
			for _, earlier := range order[:n] {
				if of[earlier].find(&of[v], i) >= 0 {
					continue next
				}
			}
			for w := range of {
				spots[w] = of[w].spot(of[w].find(&of[v], i))
			}
			visit(&of[v], i, spots)
		}
	}
}

func (c *children) id(i int) string {
	if c.kind == childFields {
		return keyID(c.nodes[2*i])
	}
	return c.ids[i]
}

func (c *children) same(j int, of *children, i int) bool {
	if c.kind == childFields {
		return sameKey(c.nodes[2*j], of.nodes[2*i])
	}
	return c.ids[j] == of.ids[i]
}

// sameKey reports whether two field names are one.
func sameKey(a, b *yaml.Node) bool {
	if a.Kind == yaml.ScalarNode && b.Kind == yaml.ScalarNode && a.Tag == "!!str" && b.Tag == "!!str" && a.Value != b.Value {
		return false
	}
	return a == b || spelledAlike(a, b) || keyID(a) == keyID(b)
}

// keyID is equal for field names that are one and differs for others. In what becomes
// JSON all of them are strings: 9090 and "9090" are one, true and "true" too. What the
// two readers do not agree on, such as yes, is known by how it is spelled.
//
// rule: map/keys-*
func keyID(key *yaml.Node) string {
	key = target(key)
	if key == nil || key.Kind != yaml.ScalarNode || isString(key) {
		return valueID(key)
	}
	if core, kube := readings(key); core == kube {
		switch {
		case core.kind == readBool, core.kind == readInt:
			return core.text
		case core.kind == readFloat && strings.ContainsAny(core.text, "0123456789"):
			return core.text
		}
	}
	return scalarID(key)
}

// fieldsOf takes a map apart, looking through its merge keys: own fields come
// before inherited ones of the same name, those of earlier merged maps before
// those of later ones. An inherited field stands where the merge key does.
func fieldsOf(n *yaml.Node) children {
	if n == nil || n.Kind != yaml.MappingNode {
		return children{}
	}
	for key := range node.Pairs(n.Content) {
		if node.IsMergeKey(key) {
			return children{nodes: flatten(n), inherits: true}
		}
	}
	return children{nodes: n.Content[:len(n.Content)&^1]}
}

// elementsOf takes a list apart by the ids that its elements have.
func elementsOf(list *yaml.Node, kind childKind, id func(i int, e *yaml.Node) string) children {
	if list = target(list); kindOf(list) != yaml.SequenceNode {
		return children{}
	}
	c := children{kind: kind, nodes: list.Content, ids: make([]string, len(list.Content))}
	for i, e := range list.Content {
		c.ids[i] = id(i, e)
	}
	return c
}

// membersOf takes a list apart by the values of its elements.
func membersOf(list *yaml.Node) children {
	return elementsOf(list, childMembers, func(_ int, e *yaml.Node) string { return valueID(e) })
}

// spot is what comments belong to: a field with its key and value, or an element
// or root, which has no key.
type spot struct{ key, value *yaml.Node }

// flatten gives the fields of a map with merge keys, key by value, inherited
// ones written out where the merge key stands.
func flatten(n *yaml.Node) []*yaml.Node {
	own := children{nodes: make([]*yaml.Node, 0, len(n.Content))}
	for key, value := range node.Pairs(n.Content) {
		if !node.IsMergeKey(key) {
			own.nodes = append(own.nodes, key, value)
		}
	}
	flat := children{nodes: make([]*yaml.Node, 0, len(n.Content))}
	for key, value := range node.Pairs(n.Content) {
		if !node.IsMergeKey(key) {
			flat.nodes = append(flat.nodes, key, value)
			continue
		}
		inherited := children{}
		for _, m := range node.Merged(value) {
			f := fieldsOf(target(m))
			for j := range f.len() {
				if own.find(&f, j) < 0 && inherited.find(&f, j) < 0 {
					inherited.nodes = append(inherited.nodes, f.key(j), f.value(j))
					inherited.index = nil
				}
			}
		}
		flat.nodes = append(flat.nodes, inherited.nodes...)
	}
	return flat.nodes
}

// valueID is equal for equal values and differs for others.
func valueID(n *yaml.Node) string {
	n = target(n)
	if n == nil {
		return ""
	}
	if n.Kind == yaml.ScalarNode {
		return scalarID(n)
	}
	var b strings.Builder
	writeID(&b, n)
	return b.String()
}

func writeID(b *strings.Builder, n *yaml.Node) {
	n = target(n)
	switch {
	case n == nil:
	case n.Kind == yaml.SequenceNode:
		b.WriteString("\x00" + tagOf(n) + "[")
		for _, e := range n.Content {
			writeID(b, e)
			b.WriteByte(0)
		}
		b.WriteString("\x00]")
	case n.Kind == yaml.MappingNode:
		f := fieldsOf(n)
		fields := make([]string, f.len())
		for i := range fields {
			var field strings.Builder
			field.WriteString("\x00\"" + keyID(f.key(i)))
			field.WriteString("\x00:")
			writeID(&field, f.value(i))
			fields[i] = field.String()
		}
		slices.Sort(fields)
		b.WriteString("\x00" + tagOf(n) + "{" + strings.Join(fields, "\x00,") + "\x00}")
	default:
		b.WriteString("\x00\"" + scalarID(n))
	}
}

// remarks are the comments of a spot, by where they stand.
type remarks [5]string

func (p spot) remarks() remarks {
	var r remarks
	if p.key != nil {
		r[keyHead], r[keyFoot], r[behind] = p.key.HeadComment, p.key.FootComment, p.key.LineComment
	}
	if p.value != nil {
		r[valueHead], r[valueFoot], r[behind] = p.value.HeadComment, p.value.FootComment, cmp.Or(p.value.LineComment, r[behind])
	}
	return r
}

const (
	keyHead = iota
	keyFoot
	valueHead
	// behind is that of a value, or of a key whose value starts on the next line.
	behind
	valueFoot
)
