package source

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// flow edits the entries of a flow collection. It is written again where entries come or
// go between comments, where a key has no value but a colon ({x:, y: 1} would read x: as
// the key), and for pairs without braces.
func (ed *editor) flow(o *place, n *yaml.Node) {
	match, ok := align(o.node, n, ed.hashes, ed.foreign)
	same := len(match) == len(o.entries)
	for j, i := range match {
		same = same && i == j
	}
	if !ok || !same && (o.bare || hasBareColon(o) || bytes.IndexByte(ed.stream.text[o.body:o.end], '#') >= 0) {
		c := *n
		c.Anchor, c.Style = "", c.Style&^yaml.TaggedStyle
		ed.replaceBytes(o.body, o.end, ed.flowText(&c))
		return
	}
	runs(match, len(o.entries), func(prev, next, j, j1 int) {
		ed.betweenFlow(o, n, prev, next, j, j1)
	}, func(i, j int) {
		_, value := child(n, j)
		ed.flowEntry(&o.entries[i], value)
	})
}

func (ed *editor) betweenFlow(o *place, n *yaml.Node, prev, next, j, j1 int) {
	separator := ed.separatorOf(o)
	var added []string
	for ; j < j1; j++ {
		key, value := child(n, j)
		added = append(added, ed.flowEntryText(key, value))
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

func (ed *editor) flowEntry(e *entry, value *yaml.Node) {
	o := e.value
	switch old := o.node; {
	case old == value:
	case isCollection(value) && len(value.Content) > 0 && len(o.entries) > 0 && sameShape(old, value):
		ed.flow(o, value)
	case Equal(old, value):
	case o.start < o.end:
		ed.replaceBytes(o.start, o.end, ed.flowText(value))
	case e.mark < 0:
		ed.insert(e.key.end, ": "+ed.flowText(value))
	default:
		ed.insert(e.mark, " "+ed.flowText(value))
	}
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
	first, l := o.entries[0], ed.stream.lines
	if l.number(first.start) != l.number(o.body) {
		return ",\n" + string(ed.stream.text[l.start(first.start):first.start])
	}
	return ", "
}

func (ed *editor) flowEntryText(key, value *yaml.Node) string {
	text := ed.flowText(value)
	switch {
	case key == nil:
		return text
	case key.Kind == yaml.AliasNode:
		return "*" + key.Value + " : " + text
	}
	return ed.flowText(key) + ": " + text
}

// flowText writes a value inside a flow collection: as a text has it there, else in one
// line.
func (ed *editor) flowText(n *yaml.Node) string {
	if f, ok := ed.find(n); ok {
		if text, ok := f.flowText(ed.habits.json); ok {
			return text
		}
	}
	switch {
	case n.Kind == yaml.AliasNode:
		return "*" + n.Value
	case ed.habits.json && n.Anchor == "" && n.Style&yaml.TaggedStyle == 0:
		return ed.jsonText(n)
	}
	return ed.encodeFlow(n)
}

// flowText is the text of a value, if that means the same in a flow collection.
func (f found) flowText(asJSON bool) (string, bool) {
	p := f.place
	text := string(f.stream.text[p.start:p.end])
	switch {
	case asJSON:
		return strings.ReplaceAll(text, "\r\n", "\n"), json.Valid([]byte(text))
	case p.start == p.end, p.block, p.bare, p.header > 0, strings.ContainsAny(text, "\r\n"):
		return "", false
	case p.node.Kind != yaml.ScalarNode, p.node.Style&quotedOrBlock != 0:
		return text, true
	}
	return text, !strings.ContainsAny(text, ",[]{}?") && p.properties == p.start
}

// jsonText writes a value as JSON.
func (ed *editor) jsonText(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode {
		switch tag := tagOf(n); {
		case tag == nullTag:
			return "null"
		case tag != "!!str" && json.Valid([]byte(n.Value)):
			return n.Value
		}
		return quoteJSON(n.Value)
	}
	entries := make([]string, entryCount(n))
	for j := range entries {
		entries[j] = ed.flowEntryText(child(n, j))
	}
	text := strings.Join(entries, ", ")
	if n.Kind == yaml.SequenceNode {
		return "[" + text + "]"
	}
	return "{" + text + "}"
}

// encodeFlow has the encoder write a value in a flow collection.
func (ed *editor) encodeFlow(n *yaml.Node) string {
	v := repaired(n, true)
	setFlow(v)
	text, err := ed.encode(&yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle, Content: []*yaml.Node{v}})
	text = strings.TrimSuffix(text, "\n")
	if err != nil || !strings.HasPrefix(text, "[") || !strings.HasSuffix(text, "]") {
		ed.refuse(0, "value cannot be encoded: %v", err)
		return ""
	}
	return text[1 : len(text)-1]
}

// setFlow turns a tree of our own into flow style, without comments.
func setFlow(n *yaml.Node) {
	n.HeadComment, n.LineComment, n.FootComment = "", "", ""
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
		case r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
