package resource

import (
	"cmp"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// wrappers merges what the Lists of dest hold next to their items. Each is merged with
// the List that has its place and file in the other versions.
//
// rule: list/*
func (p *pkg) wrappers() error {
	type place struct {
		path  string
		count int
	}
	var at [3]map[place]*wrapper
	for side, lists := range p.lists {
		at[side] = map[place]*wrapper{}
		count := map[string]int{}
		for _, l := range lists {
			at[side][place{l.Path, count[l.Path]}] = l
			count[l.Path]++
		}
	}
	count := map[string]int{}
	for _, d := range p.lists[merge.Dest] {
		here := place{d.Path, count[d.Path]}
		count[d.Path]++
		var t triple
		var keys [3]*yaml.Node
		for side := range at {
			if l := at[side][here]; l != nil {
				t[side] = l.bare()
				keys[side], _ = node.Entry(l.Node, "items")
			}
		}
		if t.u() == nil {
			continue
		}
		r := p.rule(&t)
		if r.err != nil {
			return r.err
		}
		p.out.Conflicts = append(p.out.Conflicts, r.conflicts...)
		p.out.Notes = append(p.out.Notes, r.notes...)
		p.out.Questions = append(p.out.Questions, r.open...)
		d.versions = &t
		p.results[&t] = r.merged
		p.out.Notes = append(p.out.Notes, d.remark(keys)...)
	}
	return nil
}

// remark merges the comments of the field of the items.
func (l *wrapper) remark(keys [3]*yaml.Node) []Note {
	o, u, d := keys[merge.Original], keys[merge.Updated], keys[merge.Dest]
	if o == nil || u == nil || d == nil {
		return nil
	}
	key, apart := *d, false
	for _, c := range []struct{ to, o, u, d *string }{
		{&key.HeadComment, &o.HeadComment, &u.HeadComment, &d.HeadComment},
		{&key.LineComment, &o.LineComment, &u.LineComment, &d.LineComment},
		{&key.FootComment, &o.FootComment, &u.FootComment, &d.FootComment},
	} {
		taken, differ := merge.Comment(*c.o, *c.u, *c.d)
		apart = apart || differ
		if taken == merge.Updated {
			*c.to, l.key = *c.u, &key
		}
	}
	if !apart {
		return nil
	}
	return []Note{{Resource: l.Resource, Note: merge.Note{Kind: merge.NoteComment, Message: merge.CommentsDiffer}}}
}

// beside is what a List of dest holds next to its items, nil if that is as in dest.
func (p *pkg) beside(l *wrapper) *yaml.Node {
	m := p.results[l.versions]
	if m == nil || m.Node == l.versions.d().Node {
		return nil
	}
	return m.Node
}

// bare is a List without its items, as a resource.
func (l *wrapper) bare() *member {
	r := *l.Resource
	r.Node, r.Doc = node.With(l.Node, "items", nil), nil
	return &member{Resource: &r, side: l.side, meta: r.Meta()}
}

// list puts dest's List together again, nil if upstream removed it with all
// that it held.
func (p *pkg) list(l *wrapper, around func(*member) []*Merged) *Merged {
	var items []*yaml.Node
	var others []*Merged
	key, old := node.Entry(l.Node, "items")
	for i, m := range l.items {
		for _, r := range around(m) {
			if r.Dest == m.Resource && r.Node == m.Node && l.implies(r) == m.implied {
				items = append(items, old.Content[i])
				continue
			}
			value := l.unnamed(r)
			if r.Dest != nil && r.Dest.Path != l.Path {
				// It has no place of its own any more.
				value = annotation.Without(value)
			}
			items, others = append(items, value), append(others, r)
		}
	}
	beside := p.beside(l)
	if beside == nil && l.key == nil && len(others) == 0 && len(items) == len(old.Content) {
		return &Merged{Node: l.Node, Doc: l.Doc, Dest: l.Resource, Path: l.Path}
	}
	if len(items) == 0 && !p.hasList(merge.Updated, l.Path) && p.hasList(merge.Original, l.Path) {
		p.out.Deleted = append(p.out.Deleted, l.Resource)
		return nil
	}
	sequence := *old
	sequence.Content = items
	if len(items) == 0 {
		sequence.Style = yaml.FlowStyle
	}
	list := *l.Node
	list.Content = l.entries(key, cmp.Or(l.key, key), &sequence, beside)
	return &Merged{Node: &list, Doc: node.InDocument(l.Doc, &list), Dest: l.Resource, Path: l.Path, Items: others}
}

// entries are the fields of a List with its items, which stand behind the field that
// they stood behind. What stands beside them is dest's if it is nil.
func (l *wrapper) entries(old, key, items, beside *yaml.Node) []*yaml.Node {
	if beside == nil {
		beside = node.With(l.Node, "items", nil)
	}
	fields := beside.Content
	at := 0
	for i := 0; l.Node.Content[i] != old; i += 2 {
		for j := 0; j+1 < len(fields); j += 2 {
			if fields[j].Value == l.Node.Content[i].Value {
				at = j + 2
			}
		}
	}
	return slices.Concat(fields[:at], []*yaml.Node{key, items}, fields[at:])
}

func (p *pkg) hasList(side merge.Side, path string) bool {
	for _, l := range p.lists[side] {
		if l.Path == path {
			return true
		}
	}
	return false
}
