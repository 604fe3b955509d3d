package fn

import (
	"slices"

	"go.yaml.in/yaml/v3"
)

// annotationsOf gives the annotations of a resource, nil if it has none.
func annotationsOf(root *yaml.Node) *yaml.Node {
	annotations := target(fieldOf(target(fieldOf(target(root), "metadata")), "annotations"))
	if annotations == nil || annotations.Kind != yaml.MappingNode {
		return nil
	}
	return annotations
}

// annotation gives the text of one annotation, "" if there is none.
func annotation(root *yaml.Node, name string) string {
	return text(fieldOf(annotationsOf(root), name))
}

// setAnnotations gives a copy of root with the annotations set, in order. One
// that says so already keeps its spelling.
func setAnnotations(root *yaml.Node, names []string, values []string) *yaml.Node {
	return editAnnotations(root, func(entries []*yaml.Node) []*yaml.Node {
		entries = append([]*yaml.Node(nil), entries...)
	next:
		for i, name := range names {
			value := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: values[i], Style: yaml.SingleQuotedStyle}
			for j := 0; j+1 < len(entries); j += 2 {
				if entries[j].Value == name {
					if text(entries[j+1]) != values[i] {
						entries[j+1] = value
					}
					continue next
				}
			}
			entries = append(entries, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: name}, value)
		}
		return entries
	})
}

// dropAnnotations gives a copy of root without the annotations, root itself if
// it has none of them.
func dropAnnotations(root *yaml.Node, names ...string) *yaml.Node {
	if !annotatedWith(root, names) {
		return root
	}
	return editAnnotations(root, func(entries []*yaml.Node) []*yaml.Node {
		var kept []*yaml.Node
		for i := 0; i+1 < len(entries); i += 2 {
			if !slices.Contains(names, entries[i].Value) {
				kept = append(kept, entries[i], entries[i+1])
			}
		}
		return kept
	})
}

// editAnnotations copies root, its metadata and its annotations and replaces
// the entries of the last. Maps that become empty by it are left out.
func editAnnotations(root *yaml.Node, edit func(entries []*yaml.Node) []*yaml.Node) *yaml.Node {
	root = target(root)
	metadataNode := fieldOf(root, "metadata")
	metadata := target(metadataNode)
	if metadata != nil && metadata.Kind != yaml.MappingNode {
		return root
	}
	annotationsNode := fieldOf(metadata, "annotations")
	annotations := target(annotationsNode)
	if annotations != nil && annotations.Kind == yaml.ScalarNode && annotations.Tag == "!!null" {
		annotations = nil
	}
	if annotations != nil && annotations.Kind != yaml.MappingNode {
		return root
	}
	if anchored(metadata, annotations) || metadataNode != metadata || annotationsNode != annotations && annotations != nil {
		return editInPlace(deepCopy(root), edit)
	}
	var entries []*yaml.Node
	if annotations != nil {
		entries = annotations.Content
	}
	return setEntry(root, "metadata", setEntry(metadata, "annotations", withContent(annotations, edit(entries))))
}

// withContent is a copy of a map with other entries, nil without entries.
func withContent(m *yaml.Node, entries []*yaml.Node) *yaml.Node {
	if len(entries) == 0 {
		return nil
	}
	if m == nil {
		return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: entries}
	}
	c := *m
	c.Content = entries
	return &c
}

// setEntry is a copy of a map with one field set, or without it if value is
// nil; nil if nothing is left of what was no empty map before.
func setEntry(m *yaml.Node, name string, value *yaml.Node) *yaml.Node {
	if m == nil {
		if value == nil {
			return nil
		}
		return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{
			{Kind: yaml.ScalarNode, Tag: "!!str", Value: name}, value,
		}}
	}
	content := make([]*yaml.Node, 0, len(m.Content)+2)
	found := false
	for i := 0; i+1 < len(m.Content); i += 2 {
		switch {
		case m.Content[i].Value != name || m.Content[i].Kind != yaml.ScalarNode:
			content = append(content, m.Content[i], m.Content[i+1])
		case value != nil:
			content = append(content, m.Content[i], value)
			found = true
		default:
			found = true
		}
	}
	if !found && value != nil {
		content = append(content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: name}, value)
	}
	if len(content) == 0 && len(m.Content) > 0 {
		return nil
	}
	c := *m
	c.Content = content
	return &c
}

// editInPlace edits the annotations of a copy in which aliases and anchors lead
// to each other, so that nodes must stay what they are.
func editInPlace(root *yaml.Node, edit func(entries []*yaml.Node) []*yaml.Node) *yaml.Node {
	annotations := ownMap(ownMap(root, "metadata"), "annotations")
	annotations.Content = edit(annotations.Content)
	return root
}

// ownMap gives the map in a map's field, written out where it was an alias or
// came from a merge key, made where it was missing.
func ownMap(m *yaml.Node, name string) *yaml.Node {
	inherited := target(fieldOf(m, name))
	own := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	if inherited != nil {
		own.Content = inherited.Content
	}
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == name && m.Content[i].Kind == yaml.ScalarNode {
			if m.Content[i+1].Kind == yaml.MappingNode {
				return m.Content[i+1]
			}
			m.Content[i+1] = own
			return own
		}
	}
	m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: name}, own)
	return own
}

func anchored(nodes ...*yaml.Node) bool {
	for _, n := range nodes {
		if n != nil && n.Anchor != "" {
			return true
		}
	}
	return false
}

// deepCopy copies a value; aliases inside it point into the copy.
func deepCopy(n *yaml.Node) *yaml.Node {
	copies := map[*yaml.Node]*yaml.Node{}
	var visit func(n *yaml.Node) *yaml.Node
	visit = func(n *yaml.Node) *yaml.Node {
		if n == nil {
			return nil
		}
		c := *n
		copies[n] = &c
		if n.Alias != nil {
			if in, ok := copies[n.Alias]; ok {
				c.Alias = in
			}
		}
		c.Content = make([]*yaml.Node, len(n.Content))
		for i := range n.Content {
			c.Content[i] = visit(n.Content[i])
		}
		return &c
	}
	return visit(n)
}

// annotatedWith says that a resource has one of the annotations.
func annotatedWith(root *yaml.Node, names []string) bool {
	for _, name := range names {
		if annotation(root, name) != "" {
			return true
		}
	}
	return false
}
