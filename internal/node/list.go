package node

import "go.yaml.in/yaml/v3"

// List gives the sequence of items of a List of resources, nil for any other document.
func List(root *yaml.Node) *yaml.Node {
	if root == nil || root.Kind != yaml.MappingNode || TextAt(root, "kind") != "List" {
		return nil
	}
	if version := TextAt(root, "apiVersion"); version != "v1" && version != "" {
		return nil
	}
	_, items := Entry(root, "items")
	if items == nil || items.Kind != yaml.SequenceNode {
		return nil
	}
	return items
}

// Items gives the items of a List of resources, nil for any other document.
func Items(root *yaml.Node) []*yaml.Node {
	list := List(root)
	if list == nil {
		return nil
	}
	items := make([]*yaml.Node, len(list.Content))
	for i, item := range list.Content {
		items[i] = Target(item)
	}
	return items
}
