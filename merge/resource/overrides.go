package resource

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge"
)

// overrides gives what becomes of a document that holds only what differs from original,
// such as the values of a Helm chart: dest's own, where overrides follow what upstream
// moved. Notes name the overrides that upstream's changes concern. It is nil if dest is
// not such a document. The cost is linear.
//
// rule: overrides/*
func (p *pkg) overrides(t *triple, modes *moded, opts *merge.Options) (*Merged, error) {
	values, is := p.isOverrides(t)
	if !is {
		p.mayBeOverrides(t, values)
		return nil, nil
	}
	d := t.d()
	if err := t.check(); merge.RepeatsKey(err) {
		p.out.Notes = append(p.out.Notes, Note{Resource: d.Resource, Warning: true, Note: merge.Note{
			Kind: merge.NoteOverride, Message: "not compared with upstream's defaults, because " + repeats(err, p.opts.Strategy) + "; yours stays",
		}})
		return t.merged(d.Node, d.Path), nil
	} else if err != nil {
		return nil, t.inputError(err)
	}
	v := overriding{t: t, root: node.Target(d.Node), moves: newMoves(bare(t.o()), bare(t.u()))}
	v.mayMove = modes == nil && opts.ModeKey == "" && !hasAnchors(d.Node) &&
		!slices.ContainsFunc(opts.Rules, func(r merge.Rule) bool { return r.Mode != merge.ModeUnset })
	v.compare(nil, node.Target(bare(t.o())), node.Target(bare(t.u())), v.root)
	if values.of > 0 {
		p.notes(t, []merge.Note{{Kind: merge.NoteOverride, Message: fmt.Sprintf(
			"has %d of the %d values of original, so it is taken for overrides: yours stays, and upstream's defaults are not added (layout: Copy merges them)", values.held, values.of)}})
	}
	p.notes(t, v.notes)
	result := d.Node
	if v.root != node.Target(d.Node) {
		result = v.root
	}
	m := t.merged(result, d.Path)
	if d.Doc != nil {
		m.Doc = node.InDocument(d.Doc, result)
	}
	return m, nil
}

// overriding compares overrides with two versions of what they override.
type overriding struct {
	t *triple
	// root is dest's, with what moved.
	root  *yaml.Node
	moves *moves
	// mayMove: nothing in dest keeps overrides where they are.
	mayMove bool
	// stays: a comment keeps what is at hand.
	stays bool
	// found counts the overrides whose new place was found.
	found int
	notes []merge.Note
}

func (v *overriding) note(at []string, message string) {
	v.notes = append(v.notes, merge.Note{Path: fieldPath(at), Kind: merge.NoteOverride, Message: message})
}

// shown is a value of a place in a message.
func (v *overriding) shown(at []string, n *yaml.Node) string {
	if n != nil && v.t.hidden().Hide(fieldPath(at)) {
		return "(secret)"
	}
	return brief(n)
}

// compare looks at the overrides in a map of dest that is there in both versions.
func (v *overriding) compare(at []string, o, u, d *yaml.Node) {
	for key, value := range node.Fields(d) {
		place := under(at, key)
		if len(at) == 0 {
			v.stays = merge.Keeps(&yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{key, value}})
		}
		was, is := node.FieldAt(o, key.Value), node.FieldAt(u, key.Value)
		v.override(place, was, is, node.Target(value))
	}
}

// override looks at one override; nil is a version that has no such value.
func (v *overriding) override(at []string, o, u, d *yaml.Node) {
	switch {
	case o == nil && u == nil:
	case u == nil:
		v.gone(at, o, d)
	case isMap(u) && isMap(d) && (o == nil || isMap(o)):
		if len(at) < deepestOverride {
			v.compare(at, o, u, d)
		}
	case o == nil && !merge.Equal(u, d):
		v.note(at, "upstream has a default for it now: "+v.shown(at, u)+"; yours is "+v.shown(at, d))
	case o != nil && !merge.Equal(o, u):
		v.note(at, "the default changed underneath: it was "+v.shown(at, o)+", upstream's is "+v.shown(at, u)+"; yours is "+v.shown(at, d))
	}
}

// gone looks at an override of something that upstream no longer has in this place. Of a
// map it is the fields that moved, where the map did not.
func (v *overriding) gone(at []string, o, d *yaml.Node) {
	if to := v.moves.of(o); to != nil {
		v.found++
		v.follow(at, to, o, d)
		return
	}
	if isFilled(o) && isFilled(d) && len(at) < deepestOverride {
		notes, found := len(v.notes), v.found
		for key, value := range node.Fields(d) {
			if was := node.FieldAt(o, key.Value); was != nil {
				v.gone(under(at, key), was, node.Target(value))
			} else {
				v.note(under(at, key), "upstream no longer has what this lies in, so it has no effect")
			}
		}
		if v.found > found {
			return
		}
		v.notes = v.notes[:notes]
	}
	v.note(at, "upstream no longer has it, so it has no effect: the default was "+v.shown(at, o)+", yours is "+v.shown(at, d))
}

// follow moves an override to the place that upstream gave its default.
func (v *overriding) follow(from []string, to *spot, o, d *yaml.Node) {
	path := to.path()
	if v.mayMove && !v.stays {
		if root := moved(v.root, from, path, to.key); root != nil {
			v.root = root
			v.note(path, "upstream moved it from "+fieldPath(from).String()+"; your override went along")
			v.override(path, o, to.value, d)
			return
		}
	}
	v.note(from, "upstream moved it to "+fieldPath(path).String()+
		"; yours stays here, without effect, because something is in the new place, or a comment, a mode or an anchor keeps it; move it or remove it")
}

func isMap(n *yaml.Node) bool { return n != nil && n.Kind == yaml.MappingNode }

// hasAnchors reports whether a value holds anchors, aliases or merge keys, so that what moves
// could mean something else.
func hasAnchors(n *yaml.Node) bool {
	return n.Kind == yaml.AliasNode || n.Anchor != "" || node.IsMergeKey(n) || slices.ContainsFunc(n.Content, hasAnchors)
}

// moved is a map with a field in another place, with its comments; maps that become empty
// by it are left out. key is the new name. It is nil if something stands in that place or
// on the way to it.
func moved(m *yaml.Node, from, to []string, key *yaml.Node) *yaml.Node {
	old, value := node.Entry(m, from[0])
	switch {
	case value == nil:
		return nil
	case len(from) > 1 && len(to) > 1 && from[0] == to[0]:
		inside := moved(value, from[1:], to[1:], key)
		if inside == nil {
			return nil
		}
		return node.With(m, from[0], inside)
	}
	for _, name := range from[1:] {
		if old, value = node.Entry(value, name); value == nil {
			return nil
		}
	}
	name := &yaml.Node{
		Kind: yaml.ScalarNode, Tag: key.Tag, Value: key.Value, Style: key.Style,
		HeadComment: old.HeadComment, LineComment: old.LineComment, FootComment: old.FootComment,
	}
	if len(from) == 1 && len(to) == 1 {
		if k, _ := node.Entry(m, to[0]); k != nil {
			return nil
		}
		content := slices.Clone(m.Content)
		content[slices.Index(content, old)] = name
		return node.WithContent(m, content)
	}
	rest := cut(m, from)
	if rest == nil {
		rest = node.WithContent(m, nil)
	}
	return put(rest, to, name, value)
}

// cut is a map without a field, and without the maps that become empty by it; nil if
// nothing is left.
func cut(m *yaml.Node, at []string) *yaml.Node {
	if len(at) == 1 {
		return node.With(m, at[0], nil)
	}
	_, inside := node.Entry(m, at[0])
	return node.With(m, at[0], cut(inside, at[1:]))
}

// put is a map with a field at a path; nil if something stands there or on the way.
func put(m *yaml.Node, at []string, key, value *yaml.Node) *yaml.Node {
	k, inside := node.Entry(m, at[0])
	if len(at) == 1 && k == nil {
		return node.WithContent(m, append(slices.Clone(m.Content), key, value))
	}
	if k == nil {
		inside = node.Map()
	}
	if len(at) == 1 || inside.Kind != yaml.MappingNode {
		return nil
	}
	if inside = put(inside, at[1:], key, value); inside == nil {
		return nil
	}
	return node.With(m, at[0], inside)
}

// brief shows a value in a message, in flow style and cut where it gets long.
func brief(n *yaml.Node) string {
	const longest = 60
	var b strings.Builder
	flow(&b, n, 4*longest)
	text := []rune(b.String())
	if len(text) > longest {
		text = append(text[:longest:longest], '…')
	}
	return printable.Line(string(text))
}

// flow writes a value in flow style until it is longer than that.
func flow(b *strings.Builder, n *yaml.Node, most int) {
	n = node.Target(n)
	switch {
	case b.Len() > most:
	case n == nil:
		b.WriteString("nothing")
	case n.Kind == yaml.MappingNode:
		before := "{"
		for i := 0; i+1 < len(n.Content) && b.Len() <= most; i += 2 {
			b.WriteString(before + n.Content[i].Value + ": ")
			flow(b, n.Content[i+1], most)
			before = ", "
		}
		b.WriteString(strings.TrimPrefix(before, ", ") + "}")
	case n.Kind == yaml.SequenceNode:
		before := "["
		for i := 0; i < len(n.Content) && b.Len() <= most; i++ {
			b.WriteString(before)
			flow(b, n.Content[i], most)
			before = ", "
		}
		b.WriteString(strings.TrimPrefix(before, ", ") + "]")
	case n.ShortTag() == "!!str":
		fmt.Fprintf(b, "%q", n.Value[:min(len(n.Value), most)])
	default:
		b.WriteString(n.Value)
	}
}
