package merge

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
)

// ByLines compares a result of ThreeWay without conflicts with a merge of the versions
// by lines. For that each field and element is written on lines of its own, so that
// spelling does not matter. If the merge by lines is clean, is a document and has
// another value, apart from the order of keyed and set lists, then one of the two is
// wrong, and it is unknown which. So each shallowest place that differs becomes a
// conflict of the kind LinesDiffer, which the setting for the place decides. Nothing
// else in the result changes, and nothing in it comes from the merge by lines.
//
// A merge by lines that gives a list a key or a member twice, or an element that both
// sides added, is wrong itself and does not count. The check is left out where
// Policy.Text is not TextLines, where rules or modes apply, and where dest pins a place.
//
// The versions are values or documents; none is modified. The cost is that of two
// diffs, of parsing, and of comparing the results.
func ByLines(v Versions, r Result, opts Options) Result {
	root := node.Root(r.Node)
	if root == nil || v.Original == nil || len(r.Conflicts) > 0 {
		return r
	}
	lines := lineMerged(v, opts)
	if lines == nil {
		return r
	}
	opts.Trace = nil
	p := parting{walker: newWalker(threeWay, opts)}
	merged := p.place(opts.Schema, node.Root(v.Original), node.Root(v.Updated), node.Root(v.Dest), root, lines)
	if len(p.conflicts) == 0 {
		return r
	}
	p.traits.aliases = true
	merged = p.settle(merged)
	return Result{Node: inDocument(merged, r.Node), Conflicts: p.conflicts, Notes: append(r.Notes[:len(r.Notes):len(r.Notes)], p.notes...)}
}

// lineMerged is the value of the versions merged line by line, nil if there is none.
func lineMerged(v Versions, opts Options) *yaml.Node {
	if !opts.Policy.TextByLines || len(opts.Rules) > 0 || opts.ModeKey != "" || v.Original == nil {
		return nil
	}
	var texts [3]string
	for i, version := range [...]*yaml.Node{v.Original, v.Updated, v.Dest} {
		text, err := yaml.Marshal(unstyled(node.Root(version)))
		if err != nil {
			return nil
		}
		texts[i] = string(text)
	}
	o, u, d := texts[0], texts[1], texts[2]
	if o == u || o == d || u == d || strings.Contains(d, terms.PinComment) {
		return nil
	}
	m := diff.Texts(o, u, d)
	if m.Open() {
		return nil
	}
	documents, err := parsed(m.Text(true))
	if err != nil || len(documents) != 1 || Check(documents[0]) != nil {
		return nil
	}
	return node.Root(documents[0])
}

// unstyled is a value without comments and styles, but that what would be another value
// without quotes has them. Only comments that decide stay.
func unstyled(n *yaml.Node) *yaml.Node {
	if n == nil {
		return nil
	}
	c := &yaml.Node{Kind: n.Kind, Tag: n.Tag, Value: n.Value, Anchor: n.Anchor, Alias: n.Alias}
	if n.Kind == yaml.ScalarNode && !equalScalars(n, c) {
		c.Style = yaml.DoubleQuotedStyle
	}
	if strings.Contains(n.HeadComment+n.LineComment, terms.PinComment) {
		c.HeadComment, c.LineComment = n.HeadComment, n.LineComment
	}
	for _, child := range n.Content {
		c.Content = append(c.Content, unstyled(child))
	}
	return c
}

// inDocument puts a value into a document like the one given, if it is one.
func inDocument(value, like *yaml.Node) *yaml.Node {
	if like.Kind != yaml.DocumentNode || value == nil {
		return value
	}
	return withContent(like, []*yaml.Node{value})
}

// parting finds the shallowest places where two results part.
type parting struct {
	*walker
	// repeats: the merge by lines repeats what is once in a list that is a set or has keys.
	repeats bool
}

// place gives the merged value of a place: r, unless lines part from it there.
func (p *parting) place(s Schema, o, u, d, r, lines *yaml.Node) *yaml.Node {
	o, u, d = target(o), target(u), target(d)
	if p.agrees(s, target(r), target(lines)) {
		return r
	}
	var keys []Key
	if kindOf(r) == yaml.SequenceNode {
		keys = classify(s, r).keys
	}
	var parts [5]children
	for i, n := range [...]*yaml.Node{r, lines, u, d, o} {
		var ok bool
		if parts[i], ok = part(target(n), keys); !ok || n != o && shapeOf(target(n)) != shapeOf(target(r)) {
			if kindOf(r) == yaml.SequenceNode && doubles(target(lines), u, d) {
				return r
			}
			return p.settled(s, u, p.conflict(LinesDiffer, o, u, d).of(u, d))
		}
	}
	return p.inside(s, r, keys, parts)
}

// doubles reports whether a list by lines holds an element that both sides have there,
// more often than either: an addition of both, taken for two.
func doubles(lines, u, d *yaml.Node) bool {
	inU, inD := timesIn(u), timesIn(d)
	for id, times := range timesIn(lines) {
		if times > max(inU[id], inD[id]) && min(inU[id], inD[id]) > 0 {
			return true
		}
	}
	return false
}

// timesIn counts the elements of a list by their values.
func timesIn(list *yaml.Node) map[string]int {
	if kindOf(list) != yaml.SequenceNode {
		return nil
	}
	times := make(map[string]int, len(list.Content))
	for _, e := range list.Content {
		times[valueID(e)]++
	}
	return times
}

// part takes a version of a map apart, or of a list with keys.
func part(n *yaml.Node, keys []Key) (of children, ok bool) {
	switch {
	case n == nil:
		return children{}, true
	case n.Kind == yaml.MappingNode:
		f := fieldsOf(n)
		return f, !f.inherits
	case n.Kind == yaml.SequenceNode && keys != nil:
		ids, gap := keyIDs(n, keys, false)
		return children{kind: childElements, nodes: n.Content, ids: ids}, gap == nil
	}
	return children{}, false
}

// inside gives the merged value of a map or list in which the results differ: parts are
// those of r, lines, updated, dest and original.
func (p *parting) inside(s Schema, r *yaml.Node, keys []Key, parts [5]children) *yaml.Node {
	n := *r
	n.Content = nil
	visit := func(of *children, i int) {
		var at [5]*yaml.Node
		for k := range parts {
			at[k] = parts[k].at(parts[k].find(of, i))
		}
		here, inner := place{element: of.value(i), keys: keys}, elemSchema(s)
		key := of.key(i)
		if key != nil {
			here, inner = place{key: key}, fieldSchema(s, key)
		}
		p.enter(here)
		value := p.place(inner, at[4], at[2], at[3], at[0], at[1])
		p.leave()
		if value != nil {
			n.Content = entry{key: key, value: value}.appendTo(n.Content)
		}
	}
	for i := range parts[0].len() {
		visit(&parts[0], i)
	}
	for i := range parts[1].len() {
		if parts[0].find(&parts[1], i) < 0 {
			visit(&parts[1], i)
		}
	}
	return &n
}

// agrees reports whether two results have one value, apart from the order of lists that
// are sets or have keys, and from what the merge by lines repeats in one of these.
func (p *parting) agrees(s Schema, r, lines *yaml.Node) bool {
	if Equal(r, lines) {
		return true
	}
	if r == nil || shapeOf(r) != shapeOf(lines) || r.Kind == yaml.ScalarNode {
		return false
	}
	if r.Kind == yaml.MappingNode {
		a, b := fieldsOf(r), fieldsOf(lines)
		return a.len() == b.len() && p.pairwise(&a, &b, func(key *yaml.Node) Schema { return fieldSchema(s, key) })
	}
	inner := func(*yaml.Node) Schema { return elemSchema(s) }
	l := classify(s, r, lines)
	a, b := &l.children[0], &l.children[1]
	switch {
	case l.kind == ListKeyed:
		return a.len() == b.len() && p.pairwise(a, b, inner)
	case l.kind == ListSet:
		p.repeats = p.repeats || b.len() > a.len()
		return p.pairwise(a, b, inner) && p.pairwise(b, a, inner)
	case classify(s, r).kind == ListKeyed:
		p.repeats = true
		return true
	}
	return false
}

// pairwise reports whether each child agrees with one of another version.
func (p *parting) pairwise(a, b *children, schema func(key *yaml.Node) Schema) bool {
	for i := range a.len() {
		j := b.find(a, i)
		if j < 0 || !p.agrees(schema(a.key(i)), target(a.value(i)), target(b.value(j))) {
			return false
		}
	}
	return true
}

// AgreementWithLines is how the value of a merge by lines, which is valid, stands to a result
// of ThreeWay. Both are values or documents, or nil. The cost is that of comparing them.
func AgreementWithLines(s Schema, result, lines *yaml.Node) terms.Agreement {
	p := parting{walker: &walker{}}
	switch agrees := p.agrees(s, node.Root(result), node.Root(lines)); {
	case !agrees:
		return terms.Disagrees
	case p.repeats:
		return terms.Repeats
	}
	return terms.Agrees
}
