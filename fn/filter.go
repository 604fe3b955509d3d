package fn

import (
	"fmt"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/kyaml/kio"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

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
	values := make([]*yaml.Node, len(nodes))
	given := make(map[*yaml.Node]*kyaml.RNode, len(nodes))
	for i, n := range nodes {
		if n.IsNil() {
			return nil, fmt.Errorf("nodes[%d] is empty; remove it", i)
		}
		values[i] = n.YNode()
		given[values[i]] = n
	}
	values, o, err := MergeMarked(values, f.Config)
	if o != nil && f.Report != nil {
		f.Report(o)
	}
	if err != nil {
		return nil, err
	}
	merged := make([]*kyaml.RNode, len(values))
	for i, node := range values {
		if merged[i] = given[node]; merged[i] == nil {
			merged[i] = kyaml.NewRNode(node)
		}
	}
	return merged, nil
}
