package source

import (
	"bytes"

	"go.yaml.in/yaml/v3"
)

// habits are how a document is written, for the text that is added to it.
type habits struct {
	// step is how much deeper a map in a map is indented, 0 if there is none.
	step int
	// lists is whether a list in a map is indented deeper than its key.
	lists listStyle
	// json: all keys and strings are double quoted, and no collection is a block.
	json bool
	// tight: flow collections have no blanks behind commas and colons.
	tight bool
	// newline is the line break of the file.
	newline string
}

type listStyle uint8

const (
	listsUnknown listStyle = iota
	listsCompact
	listsWide
)

// habitsOf looks at how the places of a document are written.
func habitsOf(s *stream, root *place) habits {
	h := habits{newline: newlineOf(s.text), json: root != nil && len(root.entries) > 0 && isJSON(root)}
	if root == nil {
		return h
	}
	h.tight = h.json && isTight(root)
	count := stepCount{steps: map[int]int{}}
	count.add(root)
	best := 0
	for step, n := range count.steps {
		if n > best || n == best && step < h.step {
			h.step, best = step, n
		}
	}
	switch {
	case count.wide > count.compact:
		h.lists = listsWide
	case count.compact > 0:
		h.lists = listsCompact
	}
	if h.step == 0 {
		h.step = count.listStep
	}
	return h
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

// isTight looks at the first comma or colon of a JSON text.
func isTight(p *place) bool {
	if len(p.entries) == 0 {
		return false
	}
	e := &p.entries[0]
	if e.key != nil {
		return e.mark == e.value.start
	}
	if len(p.entries) > 1 {
		return p.entries[1].start == e.end+1
	}
	return isTight(e.value)
}

type stepCount struct {
	steps         map[int]int
	wide, compact int
	listStep      int
}

func (c *stepCount) add(p *place) {
	for i := range p.entries {
		e := &p.entries[i]
		v := e.value
		if !v.block {
			continue
		}
		if p.block && e.key != nil && !e.explicit {
			switch d := v.column - p.column; {
			case v.node.Kind == yaml.MappingNode:
				c.steps[d]++
			case d > 0:
				c.wide++
				c.listStep = d
			default:
				c.compact++
			}
		}
		c.add(v)
	}
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
