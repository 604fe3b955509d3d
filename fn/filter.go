package fn

import (
	"cmp"
	"fmt"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/kyaml/kio"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Filter is the merge as a kio.Filter. It takes the place of kyaml's
// filters.Merge3 in a kio.Pipeline: the annotation
// config.kubernetes.io/merge-source of every input node names the version it
// belongs to, and paths are relative to the root of each version.
type Filter struct {
	// Config is the configuration, nil for the defaults. Where the versions
	// are found is not looked at.
	Config *Config
	// Report, if set, is given the outcome: conflicts, notes and deletions.
	Report func(*resource.Outcome)
}

var _ kio.Filter = Filter{}

// Filter merges the versions among the nodes and gives the merged resources.
// Nodes of dest that did not change come back themselves; inputs are never
// modified. Under onConflict: Fail the error of a conflict is a *ConflictsError.
// The cost is linear in the size of the nodes.
func (f Filter) Filter(nodes []*kyaml.RNode) ([]*kyaml.RNode, error) {
	cfg := cmp.Or(f.Config, &Config{})
	items := make([]*wire.Item, len(nodes))
	given := make(map[*yaml.Node]*kyaml.RNode, len(nodes))
	for i, n := range nodes {
		if n.IsNil() {
			return nil, fmt.Errorf("nodes[%d] is empty; remove it", i)
		}
		items[i] = wire.ItemOf(n.YNode())
		given[n.YNode()] = n
	}
	in := &input{}
	if err := in.sortMarked(items, cfg); err != nil {
		return nil, err
	}
	o, results, err := in.merge(cfg, nil)
	if o != nil && f.Report != nil {
		f.Report(o)
	}
	if err != nil {
		return nil, err
	}
	if o.Refused() {
		return nil, &ConflictsError{results}
	}
	entries, err := compose(in, o)
	if err != nil {
		return nil, err
	}
	merged := make([]*kyaml.RNode, len(entries))
	for i := range entries {
		node := entries[i].Value()
		merged[i] = cmp.Or(given[node], kyaml.NewRNode(node))
	}
	return merged, nil
}

// sortMarked finds the versions of items that are all marked. It does not look at where the
// configuration has them.
func (in *input) sortMarked(items []*wire.Item, cfg *Config) error {
	if err := in.locate(items); err != nil {
		return err
	}
	if err := in.readMarks(&Config{Options: resource.Options{Strategy: cfg.Strategy}}); err != nil {
		return err
	}
	for _, v := range in.from {
		v.root = "."
	}
	for i, it := range in.items {
		if !it.marked {
			return in.fault(it, i, "it has no annotation %s; set it to %s", annotation.MergeSource, oneOf(in.from))
		}
		in.take(i, nil)
	}
	in.read(false)
	return nil
}
