package fn

import (
	"cmp"
	"path"
	"slices"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// asking adds questions that have no place in a resource to the decisions of dest, or
// adds these.
func (in *input) asking(entries []wire.Entry, questions []*decisions.Open) ([]wire.Entry, error) {
	if len(questions) == 0 {
		return entries, nil
	}
	for _, it := range in.items {
		r := it.resource
		if r == nil || it.version != in.dest || r.Path != "" && r.Path != decisions.FileName {
			continue
		}
		if m := it.meta(); !decisions.Is(m.Group(), m.Kind) {
			continue
		}
		at := slices.IndexFunc(entries, func(e wire.Entry) bool { return e.Item == it.from && !e.Added })
		if at < 0 {
			continue
		}
		s, err := decisions.ReadNode(entries[at].Value(), cmp.Or(it.location, decisions.FileName))
		if err != nil {
			return nil, err
		}
		s.Ask(questions...)
		entries[at].Make, entries[at].Without = nil, ""
		entries[at].Node, err = s.Node()
		return entries, err
	}
	var s decisions.Set
	s.Ask(questions...)
	n, err := s.Node()
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(in.items, func(it *item) bool { return it.location != "" }) {
		n = newPlacer(in).put(path.Join(in.dest.root, decisions.FileName), &resource.Resource{})(n)
	}
	return append(entries, wire.Entry{Node: n}), nil
}

// decisions are what people decided: those of dest that original lacks, those around its
// directory, and those of the configuration. It is nil if there are none.
func (in *input) decisions(cfg *Config) (*decisions.Tree, error) {
	tree, err := resource.Decisions(in.versions.Original, in.versions.Dest)
	if err != nil {
		return nil, err
	}
	add := func(file string, s *decisions.Set) {
		if tree == nil {
			tree = &decisions.Tree{}
		}
		tree.Add(file, s)
	}
	for _, it := range in.items {
		if it.version != nil || it.location == "" {
			continue
		}
		if m := it.meta(); !decisions.Is(m.Group(), m.Kind) {
			continue
		}
		s, err := decisions.ReadNode(it.Node(), it.location)
		if err != nil {
			return nil, err
		}
		if dir, root := path.Dir(it.location), in.dest.root; inside(root, dir) {
			add("", s.Below(below(root, dir)))
		}
	}
	if cfg.Decisions != nil {
		add("", cfg.Decisions)
	}
	return tree, nil
}
