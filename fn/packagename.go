package fn

import (
	"path"
	"strings"

	"go.yaml.in/yaml/v3"
)

// namePackages gives the sources' root Kptfile and package context the name
// that dest's have: kpt names a package after the directory it lies in, so that
// original, updated and dest would all disagree.
func (in *input) namePackages() {
	names := map[string]string{}
	for _, r := range in.versions.Dest {
		if it := in.byItem[r]; it != nil && it.role == isDest {
			if kind, name := packageName(r); name != nil {
				names[kind+" "+r.Path] = name.Value
			}
		}
	}
	for side, list := range [2][]*Resource{in.versions.Original, in.versions.Updated} {
		for _, r := range list {
			kind, name := packageName(r)
			local, ok := names[kind+" "+r.Path]
			if name == nil || !ok || name.Value != path.Base(in.roots[side]) || in.roots[side] == "." {
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
	m := r.meta()
	switch {
	case m.kind == "Kptfile" && m.group() == "kpt.dev":
		_, metadata := entryOf(r.Node, "metadata")
		_, name = entryOf(metadata, "name")
	case m.kind == "ConfigMap" && m.name == packageContext:
		_, data := entryOf(r.Node, "data")
		_, name = entryOf(data, "name")
	}
	if name == nil || name.Kind != yaml.ScalarNode {
		return m.kind, nil
	}
	return m.kind, name
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
