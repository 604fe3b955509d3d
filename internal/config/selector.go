package config

import (
	"strings"

	"go.yaml.in/yaml/v3"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/krm-merge/krm-merge/internal/node"
)

// selector reads a selector of labels, as kubectl takes it, or of annotations, written in the
// same way; nil if none is written.
func selector(at, text, field string) (selects func(root *yaml.Node) bool, err error) {
	matches := (*kyaml.RNode).MatchesLabelSelector
	if field == "annotations" {
		matches = (*kyaml.RNode).MatchesAnnotationSelector
	}
	if text == "" {
		return nil, nil
	}
	const as = "write it as kubectl takes it: app=web,tier in (front,back),!canary"
	if strings.TrimSpace(text) == "" {
		return nil, wrong(at, "must be a selector; %s", as)
	}
	if _, err = matches(kyaml.NewMapRNode(nil), text); err != nil {
		return nil, wrong(at, "%q: %w; %s", text, err, as)
	}
	return func(root *yaml.Node) bool {
		ok, err := matches(withOnly(root, field), text)
		return ok && err == nil
	}, nil
}

// withOnly is a resource that has nothing but the labels or annotations of another,
// written out: kyaml looks through neither aliases nor merge keys.
func withOnly(root *yaml.Node, field string) *kyaml.RNode {
	var values map[string]string
	if n := node.FieldAt(root, "metadata", field); n != nil {
		_ = n.Decode(&values) // What is not a map of texts has none.
	}
	n := kyaml.NewMapRNode(nil)
	_ = n.SetMapField(kyaml.NewMapRNode(&values), "metadata", field) // A new map takes it.
	return n
}
