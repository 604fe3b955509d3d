package resource

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

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
