package fn

import (
	"cmp"
	"path"
	"slices"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// asking adds questions that have no place in a resource to the decisions of dest, or
// adds these.
func (in *input) asking(entries []wire.Entry, questions []*decisions.Question) ([]wire.Entry, error) {
	if len(questions) == 0 {
		return entries, nil
	}
	for _, it := range in.items {
		r := it.resource
		if r == nil || it.version != in.dest || r.Path != "" && r.Path != decisions.FileName || !it.decides() {
			continue
		}
		at := slices.IndexFunc(entries, func(e wire.Entry) bool { return e.Item == it.Item && !e.Added })
		if at < 0 {
			continue
		}
		s, err := decisions.ReadNode(annotation.Drop(entries[at].Value(), entries[at].Without), cmp.Or(it.location, decisions.FileName))
		if err != nil {
			return nil, err
		}
		s.Ask(questions...)
		entries[at].Without = ""
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
		n = in.put(n, path.Join(in.dest.root, decisions.FileName), &resource.Resource{})
	}
	return append(entries, wire.Entry{Node: n}), nil
}

// decides reports whether the item holds what people decided.
func (it *item) decides() bool {
	m := it.meta()
	return decisions.Is(m.Group(), m.Kind)
}

// isNamedDecisions reports whether it lies in a file that is called as decisions are: what holds none there
// cannot be passed over, as questions would be asked again.
func (it *item) isNamedDecisions() bool { return path.Base(it.location) == decisions.FileName }

// decisions are what people decided: those of dest that original lacks, those around its
// directory, and those of the configuration.
func (in *input) decisions(cfg *Config) (*decisions.Tree, error) {
	tree, err := resource.Decisions(in.versions.Original, in.versions.Dest)
	if err != nil {
		return nil, err
	}
	for _, it := range in.items {
		is := it.decides()
		if it.location == "" || !is && !it.isNamedDecisions() || it.version != nil && (is || it.version != in.dest) {
			continue // Those of dest are read already.
		}
		s, err := decisions.ReadNode(it.Node(), it.location)
		if err != nil {
			return nil, err
		}
		if dir, root := path.Dir(it.location), in.dest.root; inside(root, dir) {
			tree.Add("", s.Below(below(root, dir)))
		}
	}
	if cfg.Decisions != nil {
		tree.Add("", cfg.Decisions)
	}
	return tree, nil
}

// check gives the items as they are, or an error with a result for each open question
// that is in them.
func check(items []*wire.Item) ([]wire.Entry, sdk.Results, error) {
	in := &input{}
	if err := in.locate(items); err != nil {
		return nil, nil, err
	}
	var results sdk.Results
	for i, it := range in.items {
		if !it.decides() && !it.isNamedDecisions() {
			continue
		}
		r := in.plain(it, i)
		r.Node = it.Node()
		s, err := decisions.ReadNode(r.Node, r.Name)
		if err != nil {
			return nil, nil, err
		}
		for _, o := range s.Open {
			found := result(sdk.Error, phrase.TitleOf(o.Conflict)+": the question is open; krm-merge resolve answers it", r, o.Path)
			found.Tags = map[string]string{"conflict": o.Conflict}
			if o.File != "" {
				found.File = &sdk.File{Path: o.File}
			}
			if o.Resource.Name != "" {
				found.ResourceRef = &sdk.ResourceRef{APIVersion: o.Resource.APIVersion, Kind: o.Resource.Kind, Namespace: o.Resource.Namespace, Name: o.Resource.Name}
			}
			results = append(results, found)
		}
	}
	if len(results) > 0 {
		return nil, nil, &ConflictsError{results}
	}
	return wire.EntriesOf(items), nil, nil
}
