package merge_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/merge"
)

// A value of the model is a leaf, fields or elements, or one of these with a tag; nil
// where there is none.
type (
	leaf struct {
		said    string // what scalarText says
		spelled string
	}
	fields   map[string]any
	elements []any
	tagged   struct {
		tag string
		of  any
	}
)

// sortOf is what kind of value it is, with its tag.
func sortOf(v any) string {
	if t, ok := v.(tagged); ok {
		return t.tag + sortOf(t.of)
	}
	return fmt.Sprintf("%T", v)
}

// untagged are values without their tags, and what gives one its tag again.
func untagged(values ...any) (bare []any, again func(any) any) {
	again = func(v any) any { return v }
	for _, v := range values {
		t, ok := v.(tagged)
		if ok {
			v = t.of
			again = func(v any) any {
				if v == nil {
					return nil
				}
				return tagged{t.tag, v}
			}
		}
		bare = append(bare, v)
	}
	return bare, again
}

func modelled(n *yaml.Node) any {
	n = value(n)
	if n != nil && ownTag(n) != "" {
		plain := *n
		plain.Tag = ""
		return tagged{ownTag(n), modelled(&plain)}
	}
	switch {
	case n == nil:
		return nil
	case n.Kind == yaml.MappingNode:
		f := fields{}
		for i := 0; i < len(n.Content); i += 2 {
			f[n.Content[i].Value] = modelled(n.Content[i+1])
		}
		return f
	case n.Kind == yaml.SequenceNode:
		e := elements{}
		for _, c := range n.Content {
			e = append(e, modelled(c))
		}
		return e
	}
	return leaf{scalarText(n), n.Value}
}

// said writes a value so that equal ones are written alike.
func said(v any) string {
	switch v := v.(type) {
	case tagged:
		return v.tag + said(v.of)
	case leaf:
		return v.said
	case fields:
		var all []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			all = append(all, name+": "+said(v[name]))
		}
		return "{" + strings.Join(all, ", ") + "}"
	case elements:
		var all []string
		for _, e := range v {
			all = append(all, said(e))
		}
		return "[" + strings.Join(all, ", ") + "]"
	}
	return "absent"
}

func null(v any) bool { l, ok := v.(leaf); return ok && l.said == "null" }

// modelList says how the versions of a list merge: by keys, if these identify all.
func modelList(s merge.Schema, versions ...any) (merge.ListKind, []merge.Key) {
	t := merge.ListType{}
	if s != nil {
		t = s.List()
	}
	switch t.Kind {
	case merge.ListAtomic, merge.ListSet:
		return t.Kind, nil
	case merge.ListKeyed:
		if identify(t.Keys, versions) {
			return t.Kind, t.Keys
		}
		if t.Fallback == merge.ListSet {
			return merge.ListSet, nil
		}
		return merge.ListAtomic, nil
	case merge.ListUnknown:
	}
	for _, name := range []string{"mountPath", "devicePath", "name", "ip", "type", "topologyKey", "containerPort"} {
		if keys := []merge.Key{{Field: name}}; identify(keys, versions) {
			return merge.ListKeyed, keys
		}
	}
	return merge.ListAtomic, nil
}

func identify(keys []merge.Key, versions []any) bool {
	for _, v := range versions {
		l, _ := v.(elements)
		seen := map[string]bool{}
		for _, e := range l {
			id, _ := identity(keys, e)
			if id == "" || seen[id] {
				return false
			}
			seen[id] = true
		}
	}
	return true
}

// identity is what tells an element apart, "" if nothing does: of a member of a
// set its value.
func identity(keys []merge.Key, e any) (string, merge.Step) {
	if keys == nil {
		l, _ := e.(leaf)
		return said(e), merge.Member(l.spelled)
	}
	f, _ := e.(fields)
	id := ""
	var spelled []merge.KeyValue
	for _, k := range keys {
		v := f[k.Field]
		if v == nil || null(v) {
			v = modelled(k.Default)
		}
		l, ok := v.(leaf)
		if !ok || f == nil {
			return "", merge.Step{}
		}
		id += l.said + "\n"
		spelled = append(spelled, merge.KeyValue{Field: k.Field, Value: l.spelled})
	}
	return id, merge.Keyed(spelled...)
}

// children are those of a collection by name or identity, in their order; the
// names of fields are in none.
type children struct {
	ids []string
	of  map[string]any
}

func childrenOf(v any, keys []merge.Key) children {
	c := children{of: map[string]any{}}
	switch v := v.(type) {
	case fields:
		c.ids, c.of = slices.Sorted(maps.Keys(v)), v
	case elements:
		for _, e := range v {
			id, _ := identity(keys, e)
			c.ids, c.of[id] = append(c.ids, id), e
		}
	}
	return c
}

// inOrder is dest's order. What updated put in the place of something stands where dest has
// that, or has something in its place; any other addition in front of what follows it in
// updated.
func inOrder(merged map[string]any, original, updated, dest []string) elements {
	_, by := exchanged(original, dest)
	lost, _ := exchanged(original, updated)
	next, before := "", map[string]elements{}
	for _, id := range slices.Backward(updated) {
		switch i := slices.IndexFunc(lost[id], func(id string) bool { return slices.Contains(dest, id) }); {
		case slices.Contains(dest, id):
			next = id
			continue
		case i >= 0:
			next = lost[id][i]
		case by[id] != "":
			next = by[id]
		}
		if v := merged[id]; v != nil {
			before[next] = append(elements{v}, before[next]...)
		}
	}
	result := elements{}
	for _, id := range dest {
		result = append(result, before[id]...)
		if v := merged[id]; v != nil {
			result = append(result, v)
		}
	}
	return append(result, before[""]...)
}

// exchanged looks between what original and a side have in common, in order: what the side
// lost there for what it gained, and its first gain for what it lost.
func exchanged(original, side []string) (lost map[string][]string, by map[string]string) {
	lost, by = map[string][]string{}, map[string]string{}
	fromO, fromS := 0, 0
	for _, p := range append(diff.Match(original, side), [2]int{len(original), len(side)}) {
		gone := slices.DeleteFunc(slices.Clone(original[fromO:p[0]]), func(id string) bool { return slices.Contains(side, id) })
		come := slices.DeleteFunc(slices.Clone(side[fromS:p[1]]), func(id string) bool { return slices.Contains(original, id) })
		for _, id := range come {
			lost[id] = gone
		}
		for _, id := range gone {
			if len(come) > 0 {
				by[id] = come[0]
			}
		}
		fromO, fromS = p[0]+1, p[1]+1
	}
	return lost, by
}

func allOf(ids ...[]string) []string {
	all := slices.Concat(ids...)
	slices.Sort(all)
	return slices.Compact(all)
}

// chosen is what a map chose of a union, and what belongs to the choice.
func chosen(of merge.Union, f fields) (choice string, part fields) {
	part = fields{}
	l, _ := f[of.Discriminator].(leaf)
	if of.Discriminator == "" || null(l) {
		l = leaf{}
	}
	named := l.spelled
	if named != "" {
		part[of.Discriminator] = l
	}
	other := named
	for _, member := range of.Members {
		v := f[member.Field]
		if v != nil && !null(v) {
			part[member.Field] = v
		}
		if part[member.Field] != nil || named != "" && member.Choice == named {
			choice += member.Field + " "
		}
		if member.Choice == named {
			other = ""
		}
	}
	return choice + other, part
}
