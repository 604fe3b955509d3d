package source

import (
	"encoding/json"
	"strings"

	"go.yaml.in/yaml/v3"
)

// betweenFlow is between for a flow collection.
func (ed *editor) betweenFlow(o *place, n *yaml.Node, _ slot, prev, next, j, j1 int) {
	separator, text := ed.separatorOf(o), ""
	for ; j < j1; j++ {
		key, value := child(n, j)
		if entry := ed.flowEntryText(key, value); prev >= 0 {
			text += separator + entry
		} else {
			text += entry + separator
		}
	}
	switch {
	case prev >= 0:
		ed.replaceBytes(o.entries[prev].end, o.entries[next-1].end, text)
	case next < len(o.entries):
		ed.replaceBytes(o.entries[0].start, o.entries[next].start, text)
	default:
		ed.replaceBytes(o.entries[0].start, o.entries[next-1].end, strings.TrimSuffix(text, separator))
	}
}

// separatorOf gives what stands between the first two entries.
func (ed *editor) separatorOf(o *place) string {
	first, l := o.entries[0], ed.stream.lines
	switch {
	case len(o.entries) > 1:
		between := string(withoutCR(ed.stream.text[first.end:o.entries[1].start]))
		if !strings.Contains(between, "#") {
			return between
		}
	case l.number(first.start) != l.number(o.body):
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
// line, a collection by its entries.
func (ed *editor) flowText(n *yaml.Node) string {
	if f, ok := ed.find(n); ok {
		if text, ok := f.flowText(ed.json); ok {
			return text
		}
	}
	if !isCollection(n) || n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 {
		return ed.encodeFlow(n)
	}
	var entries []string
	for j := range entryCount(n) {
		entries = append(entries, ed.flowEntryText(child(n, j)))
	}
	text := strings.Join(entries, ", ")
	if n.Kind == yaml.MappingNode {
		return "{" + text + "}"
	}
	return "[" + text + "]"
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

// encodeFlow has the encoder write a value in a flow collection.
func (ed *editor) encodeFlow(n *yaml.Node) string {
	v := repaired(n, true)
	ed.setFlow(v)
	text, err := encode(&yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle, Content: []*yaml.Node{v}})
	text = strings.TrimSuffix(text, "\n")
	if err != nil || !strings.HasPrefix(text, "[") || !strings.HasSuffix(text, "]") {
		ed.refuse(0, "value cannot be encoded: %v", err)
		return ""
	}
	return text[1 : len(text)-1]
}

// setFlow turns a tree of our own into flow style, without comments, in JSON into JSON.
func (ed *editor) setFlow(n *yaml.Node) {
	n.HeadComment, n.LineComment, n.FootComment = "", "", ""
	switch {
	case isCollection(n):
		n.Style |= yaml.FlowStyle
	case ed.json && tagOf(n) == nullTag:
		n.Value = "null"
	case ed.json && tagOf(n) == "!!str", n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		n.Style = n.Style&^(yaml.LiteralStyle|yaml.FoldedStyle|yaml.SingleQuotedStyle) | yaml.DoubleQuotedStyle
	}
	for _, c := range n.Content {
		ed.setFlow(c)
	}
}
