package merge

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
)

// DocumentLines merges three versions of a document of which one repeats a key, so that
// ThreeWay refuses it: line by line, each field and element on lines of its own. Where
// lines do not settle it, clean is false, and the winner, Updated or Dest, has its way:
// in the lines that both sides changed, or in the whole document if lines would break it
// or repeat a field that neither side repeats.
//
// The versions are values or documents, original may be nil; none is modified. The result
// is dest or updated itself, or a copy whose nodes have no positions. The cost is that of
// two diffs and of parsing.
func DocumentLines(v Versions, winner Side) (merged *yaml.Node, clean bool) {
	texts, written := writtenOut(v, inBlocks)
	o, u, d := texts[Original], texts[Updated], texts[Dest]
	whole := v.Updated
	if winner == Dest {
		whole = v.Dest
	}
	switch {
	case !written:
		return whole, false
	case u == o, u == d:
		return v.Dest, true
	case d == o:
		return v.Updated, true
	case v.Original == nil:
		return whole, false
	}
	m := diff.Texts(o, u, d)
	switch text := m.Text(winner == Updated); text {
	case u:
		merged = v.Updated
	case d:
		merged = v.Dest
	default:
		merged = readAgain(text, v)
	}
	if merged == nil {
		return whole, false
	}
	return merged, !m.Open()
}

// writtenOut writes the versions in a style in which each field and element has lines of its
// own. It is not written if the YAML library cannot write one.
func writtenOut(v Versions, styled func(*yaml.Node) *yaml.Node) (texts [3]string, written bool) {
	defer func() {
		if recover() != nil {
			written = false
		}
	}()
	for side, n := range v.all() {
		if n == nil {
			continue
		}
		text, err := yaml.Marshal(styled(n))
		if err != nil {
			return texts, false
		}
		texts[side] = string(text)
	}
	return texts, true
}

// inBlocks is a value without flow style. Anchors stay those of their aliases.
func inBlocks(n *yaml.Node) *yaml.Node {
	c := *n
	c.Content = make([]*yaml.Node, len(n.Content))
	for i, child := range n.Content {
		c.Content[i] = inBlocks(child)
	}
	if len(n.Content) > 0 {
		c.Style &^= yaml.FlowStyle
	}
	return &c
}

// readAgain parses a merged document, nil if it is none or repeats more fields than updated
// and dest do.
func readAgain(text string, v Versions) *yaml.Node {
	documents, err := source.Parse([]byte(text))
	if err != nil || len(documents) != 1 || kindOf(target(documents[0])) != kindOf(target(v.Dest)) {
		return nil
	}
	doc := documents[0]
	if err := Check(doc); err != nil && !RepeatsKey(err) {
		return nil
	}
	if repeatedFields(doc) > max(repeatedFields(v.Updated), repeatedFields(v.Dest)) {
		return nil
	}
	for n := range node.All(doc) {
		n.Line, n.Column = 0, 0 // No file holds this text.
	}
	if v.Dest.Kind != yaml.DocumentNode {
		return node.Root(doc)
	}
	return doc
}

// repeatedFields counts the fields that stand in their map before.
func repeatedFields(n *yaml.Node) (times int) {
	for m := range node.All(n) {
		seen := map[string]bool{}
		if m.Kind == yaml.MappingNode {
			for key := range node.Pairs(m.Content) {
				if id := keyID(key); seen[id] {
					times++
				} else {
					seen[id] = true
				}
			}
		}
	}
	return times
}
