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
			items, others = append(items, l.item(r)), append(others, r)
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
	m := l.with(beside, items, others)
	m.Dest = l.Resource
	return m
}

// holding is a List of updated with results as its items.
func (l *wrapper) holding(results []*Merged) *Merged {
	var items []*yaml.Node
	for _, r := range results {
		items = append(items, l.item(r))
	}
	m := l.with(l.bare(merge.Updated).bare(l.Node), items, results)
	m.Updated = l.Resource
	return m
}

// item is a result as an item: one from another file has no place of its own any more.
func (l *wrapper) item(r *Merged) *yaml.Node {
	if r.Dest != nil && r.Dest.Path != l.Path {
		return annotation.Without(r.Node)
	}
	return r.Node
}

// with is a List that has other items, those of results among them, and beside these what root has.
func (l *wrapper) with(root *yaml.Node, items []*yaml.Node, results []*Merged) *Merged {
	sequence := *node.List(l.Node)
	sequence.Content = items
	if len(items) == 0 {
		sequence.Style = yaml.FlowStyle
	}
	list := node.With(root, "items", &sequence)
	return &Merged{Node: list, Doc: node.InDocument(l.Doc, list), Path: l.Path, Items: results}
}

func (p *pkg) hasList(side merge.Side, path string) bool {
	return slices.ContainsFunc(p.lists[side], func(l *wrapper) bool { return l.Path == path })
}
