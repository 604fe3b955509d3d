package fn

import (
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/kyaml/kio"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/krm-merge/krm-merge/merge"
)

// Filter is the merge as a kio.Filter. It takes the place of kyaml's
// filters.Merge3 in a kio.Pipeline: every input node says by the annotation
// config.kubernetes.io/merge-source which version it belongs to, and paths are
// relative to the root of each version.
type Filter struct {
	// Config is the configuration, nil for the defaults. Where the versions
	// are found is not looked at.
	Config *Config
	// Report, if set, is given the outcome: conflicts, notes and deletions.
	Report func(*Outcome)
}

var _ kio.Filter = Filter{}

// Filter merges the versions among the nodes and gives the merged resources.
// Nodes of dest that did not change come back themselves; inputs are never
// modified. Under onConflict: Fail a conflict is an error.
func (f Filter) Filter(nodes []*kyaml.RNode) ([]*kyaml.RNode, error) {
	cfg := f.Config
	if cfg == nil {
		cfg = &Config{}
	}
	in := &input{byItem: make(map[*Resource]*item, len(nodes))}
	values := make([]*yaml.Node, len(nodes))
	given := make(map[*yaml.Node]*kyaml.RNode, len(nodes))
	for i, n := range nodes {
		if n.IsNil() {
			return nil, fmt.Errorf("nodes[%d] is empty; remove it", i)
		}
		values[i] = n.YNode()
		given[values[i]] = n
	}
	in.locate(itemsOf(values))
	in.roots = [3]string{".", ".", "."}
	if err := in.sortMarked(cfg); err != nil {
		return nil, err
	}
	o, err := Merge(in.versions, cfg)
	if err != nil {
		return nil, err
	}
	if f.Report != nil {
		f.Report(o)
	}
	if o.Fails() {
		return nil, &errConflicts{resultsOf(o)}
	}
	return emitted(in, o, given)
}

// sortMarked finds the versions of items all of which are marked.
func (in *input) sortMarked(cfg *Config) error {
	if cfg.Strategy == Layers {
		return in.sortLayers(&Config{Strategy: Layers}, nil)
	}
	lists := [3]*[]*Resource{&in.versions.Original, &in.versions.Updated, &in.versions.Dest}
	for i, it := range in.items {
		side, ok, err := in.mark(it, i, cfg.Strategy)
		if err != nil {
			return err
		}
		r := in.plain(it, i)
		if !ok {
			known := "original, updated or dest"
			if cfg.Strategy == TwoWay {
				known = "source or dest"
			}
			return &Error{Resources: []*Resource{r}, Problem: "it has no annotation " + mergeSource + "; set it to " + known}
		}
		if it.side = side; side != merge.Dest {
			it.role = isSource
		}
		it.resource = r
		in.byItem[r] = it
		*lists[side] = append(*lists[side], r)
	}
	return nil
}

// emitted gives the merged resources as nodes of the caller's: the given ones
// where nothing changed.
func emitted(in *input, o *Outcome, given map[*yaml.Node]*kyaml.RNode) ([]*kyaml.RNode, error) {
	p := newPlacer(in, &Config{})
	merged := make([]*kyaml.RNode, 0, len(o.Resources))
	for _, m := range o.Resources {
		node, err := p.finish(m)
		if err != nil {
			return nil, err
		}
		if node == nil {
			return nil, errors.New("a merged resource is empty")
		}
		if g := given[node]; g != nil {
			merged = append(merged, g)
			continue
		}
		merged = append(merged, kyaml.NewRNode(node))
	}
	return merged, nil
}
