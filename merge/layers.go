package merge

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// Layers folds layers left to right; each overrides the ones before.
//
// A layer is a value or document of any kind; none is modified. Free-form maps merge
// key by key: lists are united, any other right value overwrites, also a null.
// Resources (maps with apiVersion and kind) merge as TwoWay does, without directives. A
// map's mode changes that for the keys that both sides have: the one written in it
// under Options.ModeKey, left's before right's, else the one a rule gives. An unknown
// mode is an *InputError. Without layers the node is nil, one layer is its own result.
// The cost is linear in the size of the result for each layer.
//
// It implements the merging of configuration maps with modes; see
// docs/rules.md.
//
// rule: layers/merge/*, layers/order/*, layers/resource/*
func Layers(layers []*yaml.Node, opts Options) (Result, error) {
	var sum Result
	for i, layer := range layers {
		if i == 0 {
			if err := Check(layer); err != nil {
				return Result{}, err
			}
			sum.Node = layer
			continue
		}
		w := newWalker(freeForm, opts)
		if isResource(node.Root(layer)) && isResource(node.Root(sum.Node)) {
			w.system = layered
		}
		r, err := w.run(opts.Schema, Versions{Updated: layer, Dest: sum.Node})
		if err != nil {
			return Result{}, err
		}
		sum.Node, sum.Notes = r.Node, append(sum.Notes, r.Notes...)
	}
	return sum, nil
}

// isResource reports whether a value is a Kubernetes resource.
func isResource(n *yaml.Node) bool {
	return node.TextAt(n, "apiVersion") != "" && node.TextAt(n, "kind") != ""
}
