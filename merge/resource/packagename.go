package resource

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// NamePackages gives the sources' root Kptfile and package context the name that
// those of dest have: kpt names a package after the directory it lies in, so that
// original, updated and dest would all disagree. directories are the names of those
// that original and updated lie in; a name that is another one stays.
func NamePackages(original, updated, dest []*Resource, directories [2]string) {
	names := map[string]string{}
	for _, r := range dest {
		if kind, name := packageName(r); name != nil {
			names[kind+" "+r.Path] = name.Value
		}
	}
	for side, list := range [2][]*Resource{original, updated} {
		for _, r := range list {
			kind, name := packageName(r)
			local, ok := names[kind+" "+r.Path]
			if name == nil || !ok || name.Value != directories[side] {
				continue
			}
			renamed := *name
			renamed.Value = local
			r.Node = replaced(r.Node, name, &renamed)
		}
	}
}

// packageContext is the name of the ConfigMap that tells kpt's package context.
const packageContext = "kptfile.kpt.dev"

// packageName gives the node that names the package of a root Kptfile or
// package context.
func packageName(r *Resource) (kind string, name *yaml.Node) {
	if strings.Contains(r.Path, "/") {
		return "", nil
	}
	m := r.Meta()
	switch {
	case m.Kind == "Kptfile" && m.Group() == "kpt.dev":
		_, metadata := node.Entry(r.Node, "metadata")
		_, name = node.Entry(metadata, "name")
	case m.Kind == "ConfigMap" && m.Name == packageContext:
		_, data := node.Entry(r.Node, "data")
		_, name = node.Entry(data, "name")
	}
	if name == nil || name.Kind != yaml.ScalarNode {
		return m.Kind, nil
	}
	return m.Kind, name
}

// replaced copies the nodes on the way to one that is two maps deep.
func replaced(n, old, node *yaml.Node) *yaml.Node {
	c := *n
	c.Content = append([]*yaml.Node(nil), n.Content...)
	for i, child := range c.Content {
		switch {
		case child == old:
			c.Content[i] = node
		case child.Kind == yaml.MappingNode:
			for _, grandchild := range child.Content {
				if grandchild == old {
					c.Content[i] = replaced(child, old, node)
				}
			}
		}
	}
	return &c
}
