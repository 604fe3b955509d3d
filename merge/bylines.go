package merge

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
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
	p := parting{walker: newWalker(threeWay, opts)}
	value := p.place(opts.Schema, [...]*yaml.Node{node.Root(v.Original), node.Root(v.Updated), node.Root(v.Dest), root, lines})
	if len(p.conflicts) == 0 {
		return r
	}
	p.traits.aliases = true
	if value = p.writeAliases(value); value != nil && r.Node.Kind == yaml.DocumentNode {
		value = node.InDocument(r.Node, value)
	}
	return Result{Node: value, Conflicts: p.conflicts, Notes: append(r.Notes[:len(r.Notes):len(r.Notes)], p.notes...)}
}

// lineMerged is the value of the versions merged line by line, nil if there is none.
func lineMerged(v Versions, opts Options) *yaml.Node {
	if !opts.Policy.TextByLines || len(opts.Rules) > 0 || opts.ModeKey != "" || v.Original == nil {
		return nil
	}
	texts, written := writtenOut(v, unstyled)
	o, u, d := texts[Original], texts[Updated], texts[Dest]
	if !written || o == u || o == d || u == d || strings.Contains(d, terms.PinComment) {
		return nil
	}
	m := diff.Texts(o, u, d)
	if m.Open() {
		return nil
	}
	documents, err := source.Parse([]byte(m.Text(true)))
	if err != nil || len(documents) != 1 || Check(documents[0]) != nil {
		return nil
	}
	return node.Root(documents[0])
}

// unstyled is a value without comments and styles, but that what would be another value
// without quotes has them. Only comments that decide stay.
func unstyled(n *yaml.Node) *yaml.Node {
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

// parting finds the shallowest places where two results part.
type parting struct {
	*walker
	// repeats: the merge by lines repeats what is once in a list that is a set or has keys.
	repeats bool
}

// place gives the merged value of a place, of the versions, the result and the merge by lines:
// the result's, unless lines part from it there.
func (p *parting) place(s Schema, versions [byLines + 1]*yaml.Node) *yaml.Node {
	result, before := versions[merged], p.recorded()
	for i, n := range versions {
		versions[i] = target(n)
	}
	o, u, d, r, lines := versions[Original], versions[Updated], versions[Dest], versions[merged], versions[byLines]
	keys, agree, inside := p.compare(s, r, lines)
	if inside {
		value, together := p.inside(s, keys, versions)
		if agree = p.recorded() == before; together && !agree {
			return value
		}
	}
	p.forget(before)
	if agree || kindOf(r) == yaml.SequenceNode && doubles(lines, u, d) {
		return result
	}
	return p.takenWhole(s, u, p.conflict(LinesDiffer, o, u, d).of(u, d))
}

// compare compares two results of one place, neither an alias: whether they have one value,
// apart from the order of a list that is a set or has keys, and from what the merge by lines
// repeats in one; or whether that is to be told inside of them, in a list by its keys.
func (p *parting) compare(s Schema, r, lines *yaml.Node) (keys []Key, agree, inside bool) {
	switch {
	case shapeOf(r) != shapeOf(lines) || r.Kind == yaml.ScalarNode:
		return nil, Equal(r, lines), false
	case r.Kind == yaml.MappingNode:
		return nil, false, true
	}
	l := classify(s, r, lines)
	a, b := &l.children[0], &l.children[1]
	switch {
	case l.kind == ListKeyed:
		return l.keys, false, true
	case l.kind == ListSet:
		p.repeats = p.repeats || b.len() > a.len()
		return nil, a.holds(b) && b.holds(a), false
	case classify(s, r).kind == ListKeyed:
		p.repeats = true
		return nil, true, false
	}
	return nil, Equal(r, lines), false
}

// doubles reports whether a list by lines holds an element that both sides have there,
// more often than either: an addition of both, taken for two.
func doubles(lines, u, d *yaml.Node) bool {
	timesIn := func(list *yaml.Node) map[string]int { return counted(membersOf(list).ids) }
	inU, inD := timesIn(u), timesIn(d)
	for id, times := range timesIn(lines) {
		if times > max(inU[id], inD[id]) && min(inU[id], inD[id]) > 0 {
			return true
		}
	}
	return false
}

// inside gives the merged value of a map or list in which the results may part; together:
// the versions can be taken apart as the results can.
func (p *parting) inside(s Schema, keys []Key, versions [byLines + 1]*yaml.Node) (value *yaml.Node, together bool) {
	var parts [byLines + 1]children
	together = true
	for i, n := range versions {
		var fits bool
		parts[i], fits = partsOf(n, shapeOf(versions[merged]), keys)
		together = together && (fits || n == nil && Side(i) == Original)
	}
	n := *versions[merged]
	n.Content = nil
	eachPair(parts[:], []Side{merged, byLines}, func(of *children, i int, spots []spot) {
		var at [byLines + 1]*yaml.Node
		for k := range at {
			at[k] = spots[k].value
		}
		here, inner := place{element: of.value(i), keys: keys}, elemSchema(s)
		key := of.key(i)
		if key != nil {
			here, inner = place{key: key}, fieldSchema(s, key)
		}
		p.enter(here)
		value := p.place(inner, at)
		p.leave()
		if value != nil {
			n.Content = entry{key: key, value: value}.appendTo(n.Content)
		}
	})
	return &n, together
}

// partsOf takes a version of a map apart, or of a list with keys; it fits if it has that
// shape, and each of its parts is its own.
func partsOf(n *yaml.Node, like shape, keys []Key) (of children, fits bool) {
	switch {
	case n == nil || shapeOf(n) != like:
		return children{}, false
	case n.Kind == yaml.MappingNode:
		of = fieldsOf(n)
		return of, !of.inherits
	}
	of, gap := keyedBy(n, keys, false)
	return of, gap == nil
}

// AgreementWithLines is how the value of a merge by lines, which is valid, stands to a result
// of ThreeWay. Both are values or documents, or nil. The cost is that of comparing them.
func AgreementWithLines(s Schema, result, lines *yaml.Node) terms.Agreement {
	p := parting{walker: &walker{}}
	p.place(s, [...]*yaml.Node{merged: node.Root(result), byLines: node.Root(lines)})
	switch {
	case len(p.conflicts) > 0:
		return terms.Disagrees
	case p.repeats:
		return terms.Repeats
	}
	return terms.Agrees
}
