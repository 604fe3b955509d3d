package resource

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// itemType is the type of the items of a list of one kind, such as a ConfigMapList, whose
// items need not say it.
//
// rule: list/typed-*
type itemType struct{ apiVersion, kind string }

// itemsOf is the type of the items of a list, zero for a List, whose items say it.
func itemsOf(list *yaml.Node) itemType {
	kind := strings.TrimSuffix(node.TextAt(list, "kind"), "List")
	if kind == "" {
		return itemType{}
	}
	return itemType{node.TextAt(list, "apiVersion"), kind}
}

// named is the value of an item with its type, and whether it does not say it itself.
func (t itemType) named(item *yaml.Node) (value *yaml.Node, implied bool) {
	if t.kind == "" || node.Field(item, "kind") != nil {
		return item, false
	}
	of := func(field, text string) []*yaml.Node {
		return []*yaml.Node{
			{Kind: yaml.ScalarNode, Tag: "!!str", Value: field, Line: item.Line, Column: item.Column},
			{Kind: yaml.ScalarNode, Tag: "!!str", Value: text, Line: item.Line, Column: item.Column},
		}
	}
	entries := append(of("apiVersion", t.apiVersion), of("kind", t.kind)...)
	return node.WithContent(item, append(entries, item.Content...)), true
}

// implies reports whether a result in the list leaves its type to the list, as it does in
// dest unless updated changed that. An addition does as the first of dest's does.
func (l *wrapper) implies(m *Merged) bool {
	switch {
	case !l.of.is(m):
		return false
	case m.Dest == nil && len(l.items) > 0:
		return l.items[0].implied
	case m.Dest == nil:
		return m.Updated.implied
	case m.Original != nil && m.Updated != nil && m.Original.implied != m.Updated.implied:
		return m.Updated.implied
	}
	return m.Dest.implied
}

// unnamed is the value of a result as it stands in the list.
func (l *wrapper) unnamed(m *Merged) *yaml.Node {
	if !l.implies(m) {
		return m.Node
	}
	return node.With(node.With(m.Node, "apiVersion", nil), "kind", nil)
}

func (t itemType) is(m *Merged) bool { return t.kind != "" && t.kind == m.meta().Kind }

// takes reports whether an addition may stand in the list; nil is not a list.
func (l *wrapper) takes(m *Merged) bool { return l == nil || l.of.kind == "" || l.of.is(m) }

// undivided are the kinds that end with List and are merged as one resource, because a
// version has one whose items do not all have a name, or that has no items.
func undivided(versions ...[]*Resource) map[string]bool {
	kinds := map[string]bool{}
	for _, resources := range versions {
		for _, r := range resources {
			kind := node.TextAt(r.Node, "kind")
			if kind != "List" && strings.HasSuffix(kind, "List") && listItems(r.Node) == nil {
				kinds[kind] = true
			}
		}
	}
	return kinds
}

// ItemsOf gives the items of a List, or of a list of one kind, as resources: with the kind
// that they leave to the list. It is nil for any other document. The cost is linear in the
// number of items.
func ItemsOf(list *yaml.Node) []*yaml.Node {
	items, of := listItems(list), itemsOf(list)
	if items == nil {
		return nil
	}
	all := make([]*yaml.Node, len(items.Content))
	for i, item := range items.Content {
		all[i], _ = of.named(node.Target(item))
	}
	return all
}

// Itemized is a resource as it stands in a list: without the kind, if that is what the
// list's other items leave to it.
func Itemized(list, value *yaml.Node) *yaml.Node {
	items, of := listItems(list), itemsOf(list)
	if items == nil || of.kind == "" || of.kind != node.TextAt(value, "kind") {
		return value
	}
	for _, item := range items.Content {
		if _, implied := of.named(node.Target(item)); !implied {
			return value
		}
	}
	return node.With(node.With(value, "apiVersion", nil), "kind", nil)
}

// listItems gives the items of a List, or of a list of one kind whose items all have a
// name, nil for any other document.
func listItems(root *yaml.Node) *yaml.Node {
	if root == nil || root.Kind != yaml.MappingNode {
		return nil
	}
	_, items := node.Entry(root, "items")
	if items == nil || items.Kind != yaml.SequenceNode {
		return nil
	}
	version := node.TextAt(root, "apiVersion")
	switch kind := node.TextAt(root, "kind"); {
	case kind == "List":
		if version != "v1" && version != "" {
			return nil
		}
		return items
	case version == "" || !strings.HasSuffix(kind, "List"):
		return nil
	}
	for _, item := range items.Content {
		item = node.Target(item)
		named := node.TextAt(item, "metadata", "name") != ""
		typed := node.Field(item, "kind") != nil || node.Field(item, "apiVersion") == nil
		if item.Kind != yaml.MappingNode || !named || !typed {
			return nil
		}
	}
	return items
}
