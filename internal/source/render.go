package source

import (
	"bytes"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// documentText writes a document with the comments around its value.
func (ed *editor) documentText(root, doc *yaml.Node) string {
	if doc == nil {
		doc = &yaml.Node{}
	}
	lines := append(commentLines(doc.HeadComment), commentLines(root.HeadComment)...)
	lines = ed.render(root, slot{column: -1}).appendTo(lines, "", root.LineComment)
	lines = append(lines, commentLines(root.FootComment)...)
	lines = append(lines, commentLines(doc.FootComment)...)
	return strings.Join(lines, "\n") + "\n"
}

// entryLines gives the lines of a new entry: copied from a text that has it, else made
// from the parts that texts have.
func (ed *editor) entryLines(key, value *yaml.Node, s slot) []string {
	if lines, ok := ed.copyEntry(key, value, s); ok {
		return lines
	}
	pad := spaces(s.column)
	var lines []string
	for _, c := range commentLines(headOf(key, value)) {
		lines = append(lines, pad+c)
	}
	behind := lineOf(key, value)
	if key != nil && key.LineComment != "" && value.LineComment != "" {
		// One line holds one comment.
		lines = append(lines, pad+strings.Join(commentLines(key.LineComment), " "))
		behind = value.LineComment
	}
	mark := pad + "-"
	if !s.list {
		name := ed.render(key, slot{})
		switch {
		case len(name.rest) > 0 || isCollection(key):
			lines, mark = append(lines, pad+"? "+ed.flowText(key)), pad+":"
		case key.Kind == yaml.AliasNode:
			mark = pad + name.inline + " :"
		default:
			mark = pad + name.inline + ":"
		}
	}
	lines = ed.render(value, s).appendTo(lines, mark, behind)
	for _, c := range commentLines(footOf(key, value)) {
		lines = append(lines, pad+c)
	}
	return lines
}

// render writes a value for a slot: as a text has it, else as the encoder writes it, but
// block collections entry by entry.
func (ed *editor) render(n *yaml.Node, s slot) written {
	if ed.json || s.flow {
		return written{inline: ed.flowText(n)}
	}
	if f, ok := ed.find(n); ok && !f.place.block && (f.parent == nil || f.parent.block) {
		if w, ok := ed.copyInline(f, s); ok {
			return w
		}
	}
	if isBlock(n) {
		return ed.renderBlock(n, s)
	}
	if w, ok := literal(n, s.column+ed.step); ok {
		return w
	}
	w, err := ed.encodeValue(n, s)
	if err != nil {
		ed.refuse(0, "value cannot be encoded: %v", err)
	}
	return w
}

// isBlock reports whether a value is a block collection without a tag of its own.
func isBlock(n *yaml.Node) bool {
	return isCollection(n) && len(n.Content) > 0 && n.Style&(yaml.FlowStyle|yaml.TaggedStyle) == 0 && (tagOf(n) == "!!map" || tagOf(n) == "!!seq")
}

// literal writes a literal block with its lines in a column. The encoder quotes one that
// has blanks at the end of a line. It is false if such a block cannot hold the value.
func literal(n *yaml.Node, column int) (written, bool) {
	lines := strings.Split(strings.TrimSuffix(n.Value, "\n"), "\n")
	if n.Style != yaml.LiteralStyle || n.Anchor != "" || lines[0] == "" || isBlank(lines[0][0]) || strings.Contains(n.Value, "\r") {
		return written{}, false
	}
	header := "|"
	switch {
	case !strings.HasSuffix(n.Value, "\n"):
		header = "|-"
	case strings.HasSuffix(n.Value, "\n\n"):
		header = "|+"
	}
	return written{inline: header, rest: indented(lines, max(column, 2))}, true
}

// renderBlock writes a block collection: a list as deep as the key of it, a map deeper.
func (ed *editor) renderBlock(n *yaml.Node, s slot) written {
	inner := slot{column: s.column, list: n.Kind == yaml.SequenceNode}
	switch {
	case s.root():
		inner.column = 0
	case s.list:
		inner.column += len("- ")
	case n.Kind == yaml.MappingNode:
		inner.column += ed.step
	}
	var lines []string
	for j := range entryCount(n) {
		key, value := child(n, j)
		lines = append(lines, ed.entryLines(key, value, inner)...)
	}
	switch {
	case n.Anchor != "":
		return written{inline: "&" + n.Anchor, rest: lines}
	case s.list && !s.root():
		return written{inline: strings.TrimLeft(lines[0], " "), rest: lines[1:]}
	}
	return written{rest: lines}
}

func entryCount(n *yaml.Node) int {
	if n.Kind == yaml.MappingNode {
		return len(n.Content) / 2
	}
	return len(n.Content)
}

// encodeValue has the encoder write a value: below a key or a dash, which are cut off
// again, and without its own comments.
func (ed *editor) encodeValue(n *yaml.Node, s slot) (written, error) {
	v := repaired(n, false)
	v.HeadComment, v.LineComment, v.FootComment = "", "", ""
	wrap, mark := &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{{Kind: yaml.ScalarNode, Value: "k"}, v}}, "k:"
	if s.list {
		wrap, mark = &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{v}}, "-"
	}
	text, err := encode(wrap)
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	return written{
		inline: strings.TrimSpace(strings.TrimPrefix(lines[0], mark)),
		rest:   indented(lines[1:], s.column),
		closed: v.Kind == yaml.ScalarNode && v.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0,
	}, err
}

func indented(lines []string, column int) []string {
	for i, l := range lines {
		if l != "" {
			lines[i] = spaces(column) + l
		}
	}
	return lines
}

// encode prints a tree with the YAML library.
func encode(n *yaml.Node) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			text, err = "", fmt.Errorf("the encoder failed: %v", r)
		}
	}()
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	encoder.CompactSeqIndent()
	if err := encoder.Encode(n); err != nil {
		return "", err
	}
	if err := encoder.Close(); err != nil {
		return "", err
	}
	return b.String(), nil
}

// repaired copies a tree so that the encoder writes the values it holds: it
// adds line breaks to some folded text, makes an empty null in a flow a
// string and spells the merge key with a tag.
func repaired(n *yaml.Node, flow bool) *yaml.Node {
	c := *n
	flow = flow || n.Style&yaml.FlowStyle != 0
	switch {
	case n.Kind == yaml.AliasNode:
		return &c
	case n.Kind == yaml.ScalarNode && n.Tag == mergeTag && n.Style&yaml.TaggedStyle == 0:
		c.Tag = ""
	case n.Kind == yaml.ScalarNode && n.Style&yaml.FoldedStyle != 0 && strings.Contains(n.Value, "\n"):
		c.Style = n.Style&^yaml.FoldedStyle | yaml.LiteralStyle
	case n.Kind == yaml.ScalarNode && flow && n.Value == "" && tagOf(n) == nullTag:
		c.Value = "null"
	}
	if len(n.Content) > 0 {
		c.Content = make([]*yaml.Node, len(n.Content))
		for i, child := range n.Content {
			c.Content[i] = repaired(child, flow)
		}
	}
	return &c
}
