package fn

import (
	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// MergeItems merges the versions among the items of a ResourceList, as Run does. config
// is the list's functionConfig, nil if it has none. It gives the items of the result,
// the given node for each that did not change, and the results. If it fails, ResultsOf
// makes results of the error. The cost is linear in the size of the items, none of
// which is modified.
func MergeItems(items []*yaml.Node, config *yaml.Node) (merged []*yaml.Node, results sdk.Results, err error) {
	entries, results, err := emit(itemsOf(items), config, nil)
	if err != nil {
		return nil, nil, err
	}
	merged = make([]*yaml.Node, len(entries))
	for i := range entries {
		merged[i] = entries[i].Value()
	}
	return merged, results, nil
}

// MergeMarked merges resources whose annotation config.kubernetes.io/merge-source names
// the version that they belong to; paths are relative to the root of each version. It
// gives the merged resources, with the given node for each of dest's that did not
// change, and the outcome, which it also gives if conflicts are the error. A nil cfg
// means the defaults; its versions are ignored. The cost is linear in the size of the
// resources, none of which is modified.
func MergeMarked(resources []*yaml.Node, cfg *Config) (merged []*yaml.Node, o *resource.Outcome, err error) {
	if cfg == nil {
		cfg = &Config{}
	}
	in := &input{}
	if err = in.locate(itemsOf(resources)); err != nil {
		return nil, nil, err
	}
	in.roots = [3]string{".", ".", "."}
	if err = in.sortMarked(cfg); err != nil {
		return nil, nil, err
	}
	in.name(cfg)
	if o, err = resource.Merge(in.versions, cfg.Options); err != nil {
		return nil, nil, err
	}
	if o.Refused() {
		return nil, o, &ConflictsError{resultsOf(o, conflictResults(&cfg.Options))}
	}
	merged, err = emitted(in, o)
	return merged, o, err
}

// sortMarked finds the versions of items that are all marked.
func (in *input) sortMarked(cfg *Config) error {
	if cfg.Strategy == resource.Layers {
		return in.sortLayers(&Config{Options: resource.Options{Strategy: resource.Layers}}, nil)
	}
	lists := in.lists()
	for i, it := range in.items {
		if err := in.readMark(it, i, cfg.Strategy); err != nil {
			return err
		}
		if !it.marked {
			return in.fault(it, i, "it has no annotation %s; set it to %s", annotation.MergeSource, oneOf(versionsOf(cfg.Strategy)))
		}
		in.take(i, ".", lists[it.side], nil)
	}
	return nil
}

// emitted gives the merged resources, with the annotations of their places.
func emitted(in *input, o *resource.Outcome) ([]*yaml.Node, error) {
	p := newPlacer(in)
	merged := make([]*yaml.Node, 0, len(o.Resources))
	for _, m := range o.Resources {
		node, err := p.finish(m)
		if err != nil {
			return nil, err
		}
		merged = append(merged, node)
	}
	return merged, nil
}
