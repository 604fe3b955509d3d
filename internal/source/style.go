package source

import (
	"bytes"

	"go.yaml.in/yaml/v3"
)

// habits are how a document is written, for the text that is added to it.
type habits struct {
	// step is how much deeper a map in a map is indented.
	step int
	// json: all keys and strings are double quoted, and no collection is a block.
	json bool
	// newline is the line break of the file.
	newline string
}

// habitsOf looks at how the places of a document are written.
func habitsOf(root *place, newline string) habits {
	json := root != nil && len(root.entries) > 0 && isJSON(root)
	return habits{stepOf(root), json, newline}
}

// stepOf is how much deeper the first map in a map is indented, 2 if there is none.
func stepOf(root *place) int {
	if root != nil && root.block && root.node.Kind == yaml.MappingNode {
		for i := range root.entries {
			if v := root.entries[i].value; v.block && v.node.Kind == yaml.MappingNode && v.column > root.column {
				return v.column - root.column
			}
		}
	}
	return 2
}

// newlineOf gives the line break a text uses first.
func newlineOf(text []byte) string {
	i := bytes.IndexAny(text, "\r\n")
	switch {
	case i < 0 || text[i] == '\n':
		return "\n"
	case i+1 < len(text) && text[i+1] == '\n':
		return "\r\n"
	}
	return "\r"
}

// isJSON reports whether a value is written as JSON is.
func isJSON(p *place) bool {
	n := p.node
	switch n.Kind {
	case yaml.MappingNode, yaml.SequenceNode:
		if p.block || p.bare || n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 {
			return false
		}
		for i := range p.entries {
			e := &p.entries[i]
			if e.key != nil && e.key.node.Style&yaml.DoubleQuotedStyle == 0 || !isJSON(e.value) {
				return false
			}
		}
		return true
	case yaml.ScalarNode:
		return n.Style&yaml.DoubleQuotedStyle != 0 || n.Style == 0 && tagOf(n) != "!!str" && n.Anchor == "" && n.Value != ""
	}
	return false
}
