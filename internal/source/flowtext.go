package source

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// flowLayout is how a flow collection is written.
type flowLayout struct {
	json bool
	// comments: they can be written.
	comments bool
	// colon stands between key and value.
	colon string
	// many: one entry a line; indent is the column of the line it begins on.
	many         bool
	indent, step int
	unit         string
}

func (ed *editor) layoutOf(o *place) flowLayout {
	s := flowLayout{json: ed.habits.json || len(o.entries) > 0 && isJSON(o), comments: !ed.habits.json, colon: ": "}
	if ed.habits.tight {
		s.colon = ":"
	}
	if len(o.entries) == 0 {
		return s
	}
	l := ed.stream.lines
	e := &o.entries[0]
	s.indent, s.step, s.unit = l.columnBehindBlanks(l.number(o.body)), 2, " "
	if l.number(e.start) != l.number(o.body) {
		s.many = true
		s.indent = l.columnOf(e.start)
		line := l.start(o.body)
		outer := 0
		for isBlank(ed.stream.text[line+outer]) {
			outer++
		}
		s.step = max(s.indent-outer, 0)
		s.unit = " "
		if ed.stream.text[l.start(e.start)] == '\t' {
			s.unit = "\t"
		}
	}
	if e.key != nil && e.mark >= 0 && e.value.start < e.value.end {
		if colon := string(ed.stream.text[e.key.end:e.value.start]); strings.Trim(colon, " ") == ":" && (s.json || strings.HasSuffix(colon, " ")) {
			s.colon = colon
		}
	}
	return s
}

// flowAgain writes a flow collection anew in the layout of the old one.
func (ed *editor) flowAgain(o *place, n *yaml.Node) string {
	c := *n
	c.Anchor = ""
	if c.Style&yaml.TaggedStyle != 0 {
		c.Style &^= yaml.TaggedStyle
		c.Tag = ""
	}
	s := ed.layoutOf(o)
	if s.many {
		s.indent -= s.step
	}
	if o.bare && len(n.Content) == 2 {
		return ed.flowEntryText(n.Content[0], n.Content[1], s)
	}
	return ed.flowText(&c, s)
}

func (ed *editor) flowEntryText(key, value *yaml.Node, s flowLayout) string {
	text := ed.flowText(value, s)
	if key == nil {
		return text
	}
	name := ed.flowKey(key, s)
	if s.colon == ":" && !strings.HasSuffix(name, "\"") {
		return name + ": " + text
	}
	return name + s.colon + text
}

func (ed *editor) flowKey(key *yaml.Node, s flowLayout) string {
	if s.json && key.Kind == yaml.ScalarNode && key.Anchor == "" && tagOf(key) == "!!str" {
		return quoteJSON(key.Value)
	}
	if key.Kind == yaml.AliasNode {
		return "*" + key.Value + " "
	}
	return ed.flowText(key, flowLayout{colon: ": "})
}

// flowText writes a value inside a flow collection.
func (ed *editor) flowText(n *yaml.Node, s flowLayout) string {
	switch {
	case n.Kind == yaml.AliasNode:
		return "*" + n.Value
	case n.Kind == yaml.ScalarNode:
		return ed.flowScalar(n, s)
	case n.Anchor != "" || n.Style&yaml.TaggedStyle != 0:
		return ed.encodeFlow(n)
	}
	open, end := "{", "}"
	if n.Kind == yaml.SequenceNode {
		open, end = "[", "]"
	}
	if len(n.Content) == 0 {
		return open + end
	}
	if s.comments && s.unit != "" {
		s.many = s.many || slices.ContainsFunc(n.Content, func(c *yaml.Node) bool { return !sameComments(c, &yaml.Node{}) })
	}
	inner := s
	inner.indent += s.step
	first, between, last := s.separators()
	var b strings.Builder
	b.WriteString(open + first)
	entries := entryCount(n)
	for j := range entries {
		key, value := child(n, j)
		comma := between
		if j == entries-1 {
			comma = ""
		}
		if s.many && s.comments {
			comma = ed.flowComments(&b, key, value, comma, inner)
		}
		b.WriteString(ed.flowEntryText(key, value, inner) + comma)
	}
	b.WriteString(last + end)
	return b.String()
}

// separators are what stands in front of the first entry, between entries, and behind
// the last one.
func (s flowLayout) separators() (first, between, last string) {
	switch {
	case s.many:
		first = "\n" + strings.Repeat(s.unit, s.indent+s.step)
		return first, "," + first, "\n" + strings.Repeat(s.unit, s.indent)
	case s.colon == ":":
		return "", ",", ""
	}
	return "", ", ", ""
}

// flowComments writes the comments above an entry, and gives what stands
// behind it: the comma with the comment of its line.
func (ed *editor) flowComments(b *strings.Builder, key, value *yaml.Node, comma string, s flowLayout) string {
	pad := strings.Repeat(s.unit, s.indent)
	for _, c := range commentLines(headOf(key, value)) {
		b.WriteString(c + "\n" + pad)
	}
	behind := ""
	if c := commentLines(lineOf(key, value)); len(c) > 0 {
		behind = " " + strings.Join(c, " ")
	}
	for _, c := range commentLines(footOf(key, value)) {
		behind += "\n" + pad + c
	}
	if behind == "" {
		return comma
	}
	first, rest, _ := strings.Cut(comma, "\n")
	if rest != "" {
		rest = "\n" + rest
	}
	return first + behind + rest
}

func (ed *editor) flowScalar(n *yaml.Node, s flowLayout) string {
	if s.json && n.Anchor == "" && n.Style&yaml.TaggedStyle == 0 {
		switch tag := tagOf(n); {
		case tag == nullTag:
			return "null"
		case tag == "!!str":
			return quoteJSON(n.Value)
		case json.Valid([]byte(n.Value)):
			return n.Value
		}
	}
	if f, ok := ed.find(n); ok {
		if text := f.flowScalar(); text != "" {
			return text
		}
	}
	return ed.encodeFlow(n)
}

// flowScalar is the text of a scalar, if that means the same in a flow collection, else "".
func (f found) flowScalar() string {
	p := f.place
	text := string(f.stream.text[p.start:p.end])
	if p.header > 0 || strings.ContainsAny(text, "\r\n") {
		return ""
	}
	if p.node.Style&quotedOrBlock == 0 && (strings.ContainsAny(text, ",[]{}?:") || p.properties != p.start) {
		return ""
	}
	return text
}

// encodeFlow has the encoder write a value in a flow collection.
func (ed *editor) encodeFlow(n *yaml.Node) string {
	v := repaired(withoutComments(n), true)
	setFlow(v)
	text, err := ed.encode(&yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle, Content: []*yaml.Node{v}})
	text = strings.TrimSuffix(text, "\n")
	if err != nil || !strings.HasPrefix(text, "[") || !strings.HasSuffix(text, "]") {
		ed.refuse(0, "value cannot be encoded: %v", err)
		return ""
	}
	return text[1 : len(text)-1]
}

func withoutComments(n *yaml.Node) *yaml.Node {
	c := *n
	c.HeadComment, c.LineComment, c.FootComment = "", "", ""
	c.Content = make([]*yaml.Node, len(n.Content))
	for i, child := range n.Content {
		c.Content[i] = withoutComments(child)
	}
	return &c
}

// setFlow turns a tree of our own into flow style.
func setFlow(n *yaml.Node) {
	switch {
	case isCollection(n):
		n.Style |= yaml.FlowStyle
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		n.Style = n.Style&^(yaml.LiteralStyle|yaml.FoldedStyle) | yaml.DoubleQuotedStyle
	}
	for _, c := range n.Content {
		setFlow(c)
	}
}

// quoteJSON writes a string as JSON that YAML can read, too: it escapes what YAML
// cannot hold.
func quoteJSON(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
