package source

import (
	"bytes"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// entryLines gives the lines of a new entry: copied from a text that has it, else made
// from the parts that texts have.
func (ed *editor) entryLines(key, value *yaml.Node, s slot) []string {
	if lines, ok := ed.copyEntry(key, value, s); ok {
		return lines
	}
	pad := spaces(s.column)
	var name string
	if !s.list {
		var ok bool
		if name, ok = ed.keyText(key); !ok {
			return ed.encodeEntry(key, value, s)
		}
	}
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
	w := ed.render(value, s)
	first := pad + "-"
	if !s.list {
		first = pad + name + ":"
	}
	at := len(lines)
	lines = append(append(lines, first+w.behindMark()), w.rest...)
	if w.closed {
		at = len(lines) - 1
	}
	if behind != "" {
		lines[at] += " " + strings.Join(commentLines(behind), " ")
	}
	for _, c := range commentLines(footOf(key, value)) {
		lines = append(lines, pad+c)
	}
	return lines
}

// render writes a value for a slot.
func (ed *editor) render(n *yaml.Node, s slot) written {
	if ed.habits.json {
		return written{inline: ed.flowText(n)}
	}
	switch {
	case n.Kind == yaml.AliasNode:
		return written{inline: "*" + n.Value}
	case isCollection(n) && len(n.Content) > 0:
		return ed.renderCollection(n, s)
	default:
		if f, ok := ed.find(n); ok && f.parentIsBlock() {
			if w, ok := ed.copyInline(f, s); ok {
				return w
			}
		}
	}
	return ed.encoded(n, s)
}

// renderCollection writes a collection with entries: copied from a text that has it in
// flow style, else in its own style.
func (ed *editor) renderCollection(n *yaml.Node, s slot) written {
	f, ok := ed.find(n)
	if ok && !f.place.block {
		if w, copied := ed.copyInline(f, s); copied && !f.place.bare {
			return w
		}
	}
	if n.Style&yaml.FlowStyle != 0 {
		if w, err := ed.encodeValue(n, s); err == nil {
			return w
		}
	}
	return ed.renderBlock(n, s, f)
}

// encoded is the value as the encoder writes it.
func (ed *editor) encoded(n *yaml.Node, s slot) written {
	if w, ok := literal(n, s.column+max(ed.habits.step, 2)); ok {
		return w
	}
	w, err := ed.encodeValue(n, s)
	if err != nil {
		ed.refuse(0, "value cannot be encoded: %v", err)
	}
	return w
}

func (f found) parentIsBlock() bool {
	return f.parent == nil || f.parent.block
}

// renderBlock writes a block collection. f is where a text has it, zero if none has.
func (ed *editor) renderBlock(n *yaml.Node, s slot, f found) written {
	if n.Style&yaml.TaggedStyle != 0 || tagOf(n) != "!!map" && tagOf(n) != "!!seq" {
		return ed.encoded(n, s)
	}
	inner := slot{column: ed.innerColumn(n, s, f), list: n.Kind == yaml.SequenceNode}
	properties := ""
	if n.Anchor != "" {
		properties = "&" + n.Anchor
	}
	var lines []string
	copied := false
	if f.isBlock() {
		lines, copied = ed.copyBlock(f, inner.column)
	}
	for j := 0; !copied && j < entryCount(n); j++ {
		key, value := child(n, j)
		lines = append(lines, ed.entryLines(key, value, inner)...)
	}
	if s.list && !s.root() && properties == "" {
		return written{inline: strings.TrimLeft(lines[0], " "), rest: lines[1:]}
	}
	return written{inline: properties, rest: lines}
}

func entryCount(n *yaml.Node) int {
	if n.Kind == yaml.MappingNode {
		return len(n.Content) / 2
	}
	return len(n.Content)
}

// isBlock reports whether a text has it as a block collection.
func (f found) isBlock() bool { return f.place != nil && f.place.block }

// innerColumn is where the entries of a block collection stand: as far in as in the text
// that has it, if that is written as ours is.
func (ed *editor) innerColumn(n *yaml.Node, s slot, f found) int {
	switch {
	case s.root():
		return 0
	case s.list:
		return s.column + len("- ")
	case f.isBlock() && f.inBlock() && f.parent.node.Kind == yaml.MappingNode:
		return s.column + f.place.column - f.parent.column
	case n.Kind == yaml.MappingNode:
		return s.column + max(ed.habits.step, 2)
	}
	return s.column
}

// keyText gives a key as it is written; false for keys that need a ?.
func (ed *editor) keyText(key *yaml.Node) (string, bool) {
	switch key.Kind {
	case yaml.AliasNode:
		return "*" + key.Value + " ", true
	case yaml.ScalarNode:
	default:
		return "", false
	}
	if f, ok := ed.find(key); ok && f.isKey && f.parent.block {
		p := f.place
		if text := string(f.stream.text[p.start:p.end]); p.start < p.end && !strings.ContainsAny(text, "\r\n") {
			return text, true
		}
	}
	k := repaired(key, false)
	k.HeadComment, k.LineComment, k.FootComment = "", "", ""
	text, err := ed.encode(&yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{k, {Kind: yaml.ScalarNode, Value: "x"}}})
	if err != nil || strings.HasPrefix(text, "? ") || !strings.HasSuffix(text, ": x\n") || strings.Count(text, "\n") > 1 {
		return "", false
	}
	return strings.TrimSuffix(text, ": x\n"), true
}

// encodeEntry has the encoder write a whole entry.
func (ed *editor) encodeEntry(key, value *yaml.Node, s slot) []string {
	n := &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{repaired(key, false), repaired(value, false)}}
	text, err := ed.encode(n)
	if err != nil {
		ed.refuse(0, "entry cannot be encoded: %v", err)
		return nil
	}
	return indented(strings.Split(strings.TrimSuffix(text, "\n"), "\n"), s.column)
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
	text, err := ed.encode(wrap)
	if err != nil {
		return written{}, err
	}
	if !strings.HasPrefix(text, mark) {
		return written{}, fmt.Errorf("the encoder gave %q", text)
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	return written{
		inline: strings.TrimSpace(strings.TrimPrefix(lines[0], mark)),
		rest:   indented(lines[1:], s.column),
		closed: v.Kind == yaml.ScalarNode && v.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0,
	}, nil
}

func indented(lines []string, column int) []string {
	for i, l := range lines {
		if l != "" {
			lines[i] = spaces(column) + l
		}
	}
	return lines
}

// encodeDocument has the encoder write a document, without the comment below it: a
// block scalar would take the blank line that the encoder puts above that.
func (ed *editor) encodeDocument(check *check) (string, error) {
	tree := repaired(&yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{check.root}}, false)
	foot := ""
	if doc := check.doc; doc != nil {
		tree.HeadComment = strings.ReplaceAll(doc.HeadComment, "\r", "")
		if doc.FootComment != "" {
			if !ed.open(check.root) {
				foot = "\n" // It separates the comment from one below the last entry.
			}
			foot += strings.Join(commentLines(doc.FootComment), "\n") + "\n"
		}
	}
	check.dropForeign(tree)
	text, err := ed.encode(tree)
	return text + foot, err
}

// encode prints a tree with the YAML library.
func (ed *editor) encode(n *yaml.Node) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			text, err = "", fmt.Errorf("the encoder failed: %v", r)
		}
	}()
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(min(max(ed.habits.step, 2), 9))
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
// string, spells the merge key with a tag and doubles lines at a \r.
func repaired(n *yaml.Node, flow bool) *yaml.Node {
	c := *n
	flow = flow || n.Style&yaml.FlowStyle != 0
	c.HeadComment = strings.ReplaceAll(n.HeadComment, "\r", "")
	c.LineComment = strings.ReplaceAll(n.LineComment, "\r", "")
	c.FootComment = strings.ReplaceAll(n.FootComment, "\r", "")
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
