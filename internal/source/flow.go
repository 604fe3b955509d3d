package source

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// flow edits the entries of a flow collection; false if it must be written
// anew: when entries come or go between comments, when a key has no value but
// a colon ({x:, y: 1} would read x: as the key), for pairs without braces.
func (ed *editor) flow(o *place, n *yaml.Node) bool {
	match, ok := align(o.node, n)
	if !ok {
		return false
	}
	same := len(match) == len(o.entries)
	for j, i := range match {
		same = same && i == j
	}
	if !same && (o.bare || ed.hasComment(o) || hasBareColon(o)) || !ed.habits.json && ed.commentsChange(o, n, match) {
		return false
	}
	s := ed.layoutOf(o)
	separator := ed.separatorOf(o)
	prev := -1
	for j := 0; j <= len(match); {
		j1 := j
		for j1 < len(match) && match[j1] < 0 {
			j1++
		}
		next := len(o.entries)
		if j1 < len(match) {
			next = match[j1]
		}
		ed.betweenFlow(o, n, s, separator, prev, next, j, j1)
		if j1 < len(match) {
			key, value := child(n, j1)
			ed.flowEntry(&o.entries[next], key, value, s)
		}
		prev, j = next, j1+1
	}
	return true
}

func (ed *editor) betweenFlow(o *place, n *yaml.Node, s flowLayout, separator string, prev, next, j, j1 int) {
	var added []string
	for ; j < j1; j++ {
		key, value := child(n, j)
		added = append(added, ed.flowEntryText(key, value, s))
	}
	switch {
	case prev >= 0:
		at := o.entries[prev].end
		for _, t := range added {
			ed.insert(at, separator+t)
		}
		if prev+1 < next {
			ed.replaceBytes(at, o.entries[next-1].end, "")
		}
	default:
		at := o.entries[0].start
		for _, t := range added {
			ed.insert(at, t+separator)
		}
		if next > 0 {
			ed.replaceBytes(at, o.entries[next].start, "")
		}
	}
}

func (ed *editor) flowEntry(e *entry, key, value *yaml.Node, s flowLayout) {
	old := e.value.node
	if old == value {
		return
	}
	o := e.value
	if isCollection(value) && len(value.Content) > 0 && len(o.entries) > 0 && sameShape(old, value) {
		if !ed.flow(o, value) {
			ed.replaceBytes(o.body, o.end, ed.flowAgain(o, value))
			ed.goes(o.body, o.end, old)
		}
		return
	}
	if Equal(old, value) {
		return
	}
	text := ed.flowText(value, s)
	switch {
	case o.start < o.end:
		ed.replaceBytes(o.start, o.end, text)
		ed.goes(o.start, o.end, old.Content...)
	case e.mark < 0:
		ed.insert(e.key.end, ": "+text)
	case e.key == nil:
		ed.insert(e.mark, text)
	default:
		ed.insert(e.mark, " "+text)
	}
}

// commentsChange says that comments of the entries themselves come, go or
// change.
func (ed *editor) commentsChange(o *place, n *yaml.Node, match []int) bool {
	for j, i := range match {
		key, value := child(n, j)
		if i < 0 {
			if hasComments(value) || key != nil && hasComments(key) {
				return true
			}
			continue
		}
		e := &o.entries[i]
		if e.value.node != value && !sameComments(e.value.node, value) || e.key != nil && e.key.node != key && !sameComments(e.key.node, key) {
			return true
		}
	}
	return false
}

func hasComments(n *yaml.Node) bool {
	if n.HeadComment != "" || n.LineComment != "" || n.FootComment != "" {
		return true
	}
	for _, c := range n.Content {
		if hasComments(c) {
			return true
		}
	}
	return false
}

// hasComment says that a comment stands between the entries.
func (ed *editor) hasComment(o *place) bool {
	at := o.body
	for i := range o.entries {
		e := &o.entries[i]
		if bytes.IndexByte(ed.stream.text[at:e.start], '#') >= 0 {
			return true
		}
		at = e.end
	}
	return bytes.IndexByte(ed.stream.text[at:o.end], '#') >= 0
}

func hasBareColon(o *place) bool {
	for i := range o.entries {
		if e := &o.entries[i]; e.key != nil && e.mark >= 0 && e.value.start == e.value.end || e.explicit {
			return true
		}
	}
	return false
}

// separatorOf gives what stands between the first two entries.
func (ed *editor) separatorOf(o *place) string {
	if len(o.entries) > 1 {
		return strings.ReplaceAll(string(ed.stream.text[o.entries[0].end:o.entries[1].start]), "\r\n", "\n")
	}
	first := o.entries[0]
	l := ed.stream.lines
	if l.number(first.start) != l.number(o.body) {
		return ",\n" + string(ed.stream.text[l.start(first.start):first.start])
	}
	if ed.habits.tight || first.key != nil && first.mark >= 0 && first.mark == first.value.start {
		return ","
	}
	return ", "
}

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
	s.indent, s.step, s.unit = l.columnBehindBlanks(l.number(o.body)), ed.habits.stepOr(2), " "
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
	if s.comments && !s.many && s.unit != "" {
		for _, c := range n.Content {
			s.many = s.many || !sameComments(c, &yaml.Node{})
		}
	}
	inner := s
	inner.indent += s.step
	between, first, last := ", ", "", ""
	switch {
	case s.many:
		between = ",\n" + strings.Repeat(s.unit, inner.indent)
		first, last = between[1:], "\n"+strings.Repeat(s.unit, s.indent)
	case s.colon == ":":
		between = ","
	}
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
	if f, ok := ed.find(n); ok && f.place.header == 0 {
		p := f.place
		text := string(f.stream.text[p.start:p.end])
		plain := n.Style&quotedOrBlock == 0
		if text != "" && !strings.ContainsAny(text, "\r\n") && (!plain || !strings.ContainsAny(text, ",[]{}?:") && p.properties == p.start) {
			return text
		}
	}
	return ed.encodeFlow(n)
}

// encodeFlow leaves a value in a flow collection to the encoder.
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

// quoteJSON writes a string as JSON that YAML reads as well: what YAML cannot
// hold as it is, is escaped.
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
