package resource

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// wrapper is a document of kind List.
type wrapper struct {
	*Resource
	items []*member
	// versions is a List of dest in all versions, without the items; nil if upstream has
	// none.
	versions *triple
}

// itemless are the files with Lists of which no version has an item: they are resources like others.
//
// rule: list/without-items-*
func (v *Versions) itemless() map[string]bool {
	files := map[string]bool{}
	for _, r := range slices.Concat(v.Original, v.Updated, v.Dest) {
		if list := node.List(r.Node); list != nil {
			without, seen := files[r.Path]
			files[r.Path] = len(list.Content) == 0 && (without || !seen)
		}
	}
	return files
}

// wrappers merges what the Lists of dest hold beside their items. The Lists of a file pair
// in order.
//
// rule: list/*
func (p *pkg) wrappers() error {
	var at [3]map[string][]*wrapper
	for side, lists := range p.lists {
		at[side] = map[string][]*wrapper{}
		for _, l := range lists {
			at[side][l.Path] = append(at[side][l.Path], l)
		}
	}
	for _, l := range p.lists[merge.Dest] {
		i := slices.Index(at[merge.Dest][l.Path], l)
		var t triple
		for side := range at {
			if all := at[side][l.Path]; i < len(all) {
				t[side] = all[i].bare(merge.Side(side))
			}
		}
		if t.u() == nil {
			continue
		}
		r := p.rule(&t)
		if r.err != nil {
			return r.err
		}
		p.results[&t] = r.merged
		p.out.add(&r.out)
		l.versions = &t
	}
	return nil
}

// bare is a List with no items in it, as a resource.
func (l *wrapper) bare(side merge.Side) *member {
	r := *l.Resource
	r.Node, r.Doc = node.With(l.Node, "items", &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Style: yaml.FlowStyle}), nil
	return &member{Resource: &r, side: side, meta: r.Meta()}
}

// list puts dest's List together again, nil if upstream removed it with all
// that it held.
func (p *pkg) list(l *wrapper, around func(*member) []*Merged) *Merged {
	var items []*yaml.Node
	var others []*Merged
	old := node.List(l.Node)
	for i, m := range l.items {
		for _, r := range around(m) {
			if r.Dest == m.Resource && r.Node == m.Node {
				items = append(items, old.Content[i])
				continue
			}
			value := r.Node
			if r.Dest != nil && r.Dest.Path != l.Path {
				// It has no place of its own any more.
				value = annotation.Without(value)
			}
			items, others = append(items, value), append(others, r)
		}
	}
	beside := l.Node
	if m := p.results[l.versions]; m != nil && m.Node != l.versions.d().Node {
		beside = m.Node
	}
	if beside == l.Node && len(others) == 0 && len(items) == len(old.Content) {
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
	list := node.With(beside, "items", &sequence)
	return &Merged{Node: list, Doc: node.InDocument(l.Doc, list), Dest: l.Resource, Path: l.Path, Items: others}
}

func (p *pkg) hasList(side merge.Side, path string) bool {
	return slices.ContainsFunc(p.lists[side], func(l *wrapper) bool { return l.Path == path })
}
