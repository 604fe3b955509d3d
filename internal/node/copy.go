package node

import (
	"slices"

	"go.yaml.in/yaml/v3"
)

// String is a scalar that holds a text.
func String(text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
}

// Map is a map of names and values in turn: nodes, or texts.
func Map(fields ...any) *yaml.Node {
	m := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	for pair := range slices.Chunk(fields, 2) {
		value, isNode := pair[1].(*yaml.Node)
		if !isNode {
			value = String(pair[1].(string))
		}
		m.Content = append(m.Content, String(pair[0].(string)), value)
	}
	return m
}

// InDocument is a document, but with another value, nil if there is no document.
func InDocument(doc, value *yaml.Node) *yaml.Node {
	if doc == nil || Root(doc) == value {
		return doc
	}
	c := *doc
	c.Content = []*yaml.Node{value}
	return &c
}

// WithContent is a copy of a map with other entries, nil without entries.
func WithContent(m *yaml.Node, entries []*yaml.Node) *yaml.Node {
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

// With is a copy of a map with one field set, or without it if value is
// nil; nil if nothing is left of what was not an empty map before.
func With(m *yaml.Node, name string, value *yaml.Node) *yaml.Node {
	if m == nil {
		if value == nil {
			return nil
		}
		return Map(name, value)
	}
	content, set := make([]*yaml.Node, 0, len(m.Content)+2), false
	for key, old := range Pairs(m.Content) {
		switch {
		case key.Value != name || key.Kind != yaml.ScalarNode:
			content = append(content, key, old)
		case value != nil:
			content, set = append(content, key, value), true
		}
	}
	if !set && value != nil {
		content = append(content, String(name), value)
	}
	if len(content) == 0 && len(m.Content) > 0 {
		return nil
	}
	c := *m
	c.Content = content
	return &c
}

// Anchored reports whether one of the nodes has an anchor.
func Anchored(nodes ...*yaml.Node) bool {
	for _, n := range nodes {
		if n != nil && n.Anchor != "" {
			return true
		}
	}
	return false
}

// Copy copies a value; aliases inside it point into the copy.
func Copy(n *yaml.Node) *yaml.Node {
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
