package wire

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// tree makes the nodes of an item that has an outline without comments: the very
// nodes that the YAML library makes of it, in a fraction of the time, because the
// outline proves that the item is as plain as this. It gives the item as the only
// one of a list, nil for an item with folded text.
func tree(text string) (doc *yaml.Node) {
	b := builder{scanner: scanner{text: text, out: &Outline{}}, number: 1}
	b.line(0)
	b.count()
	doc = b.node(yaml.DocumentNode, "", 0)
	doc.Line = 1
	list := b.node(yaml.MappingNode, "!!map", 0)
	list.Line = 1
	key := b.node(yaml.ScalarNode, "!!str", 0)
	key.Value, key.Line = strings.TrimSuffix(itemsKey, ":\n"), 1
	doc.Content = []*yaml.Node{list}
	list.Content = []*yaml.Node{key, b.sequence(b.indent())}
	if b.declined {
		return nil
	}
	return doc
}

// builder reads what a scanner has read before, so nothing is checked again.
type builder struct {
	scanner
	// number is the number of the line that begins at counted.
	number, counted int
	slab            []yaml.Node
	// declined: only the library can tell a value.
	declined bool
	// done: there are no more lines.
	done bool
}

// count finds out the number of the line at hand.
func (b *builder) count() {
	b.number += strings.Count(b.text[b.counted:b.start], "\n")
	if b.counted == 0 && b.number == 1 {
		b.number = 2 // behind that of the list's key
	}
	b.counted = b.start
}

// below moves to the next line with content.
func (b *builder) below() {
	b.done = !b.advance()
	if !b.done {
		b.count()
	}
}

// node makes a node that begins there in the line at hand.
func (b *builder) node(kind yaml.Kind, tag string, at int) *yaml.Node {
	if len(b.slab) == 0 {
		b.slab = make([]yaml.Node, 64)
	}
	n := &b.slab[0]
	b.slab = b.slab[1:]
	n.Kind, n.Tag, n.Line, n.Column = kind, tag, b.number, 1
	if at > b.start {
		n.Column += utf8.RuneCountInString(b.text[b.start:at])
	}
	return n
}

// sequence reads a list, whose first dash stands in that column of the line at
// hand.
func (b *builder) sequence(column int) *yaml.Node {
	list := b.node(yaml.SequenceNode, "!!seq", b.start+column)
	for {
		at := b.skip(b.start + column + 1)
		switch {
		case b.isDash(at):
			list.Content = append(list.Content, b.sequence(at-b.start))
		case b.isEntry(at):
			list.Content = append(list.Content, b.mapping(at-b.start))
		default:
			list.Content = append(list.Content, b.scalarOrFlow(at, column))
			b.below()
		}
		if b.done || b.indent() != column || !b.isDash(b.start+column) {
			return list
		}
	}
}

// mapping reads a map, whose first key stands in that column of the line at hand.
func (b *builder) mapping(column int) *yaml.Node {
	m := b.node(yaml.MappingNode, "!!map", b.start+column)
	for {
		key, after := b.keyNode(b.start + column)
		m.Content = append(m.Content, key, b.under(after, column))
		if b.done || b.indent() != column {
			return m
		}
	}
}

// under reads the value of a key, which begins behind its colon or on the next
// line.
func (b *builder) under(after, column int) *yaml.Node {
	if at := b.skip(after); at < b.end {
		value := b.scalarOrFlow(at, column)
		b.below()
		return value
	}
	null := b.node(yaml.ScalarNode, "!!null", after)
	b.below()
	if b.done {
		return null
	}
	switch n := b.indent(); {
	case n >= column && b.isDash(b.start+n):
		return b.sequence(n)
	case n > column:
		return b.mapping(n)
	}
	return null
}

// keyNode reads a key, and tells where the text behind its colon begins.
func (b *builder) keyNode(at int) (key *yaml.Node, after int) {
	text, after := b.key(at)
	key = b.node(yaml.ScalarNode, "!!str", at)
	key.Value = text
	switch b.text[at] {
	case '"':
		key.Style = yaml.DoubleQuotedStyle
	case '\'':
		key.Style = yaml.SingleQuotedStyle
	default:
		key.Tag = tagOf(text)
	}
	return key, after
}

// scalarOrFlow reads the value that begins there, in a collection in that column.
func (b *builder) scalarOrFlow(at, column int) *yaml.Node {
	switch b.text[at] {
	case '|':
		return b.literal(at, column)
	case '>':
		b.declined = true
		b.block(at, column)
		return nil
	case '[', '{':
		n, _ := b.flowNode(at)
		return n
	case '"', '\'':
		n, after := b.quotedNode(at)
		n.LineComment = b.text[b.skip(after):b.end]
		return n
	}
	n := b.node(yaml.ScalarNode, "", at)
	var after int
	n.Value, after = b.plain(at)
	n.Tag = tagOf(n.Value)
	n.LineComment = b.text[b.skip(after):b.end]
	return n
}

// quotedNode reads a quoted text, and tells where what follows begins.
func (b *builder) quotedNode(at int) (n *yaml.Node, after int) {
	n = b.node(yaml.ScalarNode, "!!str", at)
	text, plain, after := b.quoted(at)
	if b.text[at] == '"' {
		n.Style = yaml.DoubleQuotedStyle
		if !plain {
			text = strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\n`, "\n", `\t`, "\t").Replace(text)
		}
	} else {
		n.Style = yaml.SingleQuotedStyle
		if !plain {
			text = strings.ReplaceAll(text, "''", "'")
		}
	}
	n.Value = text
	return n, after
}

// literal reads a literal text, whose header begins there.
func (b *builder) literal(at, column int) *yaml.Node {
	n := b.node(yaml.ScalarNode, "!!str", at)
	n.Style = yaml.LiteralStyle
	chomping, from := b.text[at+1], b.next
	b.block(at, column)
	n.Value = literalText(b.text[from:b.next], chomping)
	return n
}

// literalText is what the lines of a literal text say.
func literalText(lines string, chomping byte) string {
	column := -1
	var value strings.Builder
	value.Grow(len(lines))
	end := 0 // behind the last line that is not blank
	for line := range strings.Lines(lines) {
		text := strings.TrimLeft(line, " ")
		if column < 0 && text != "\n" {
			column = len(line) - len(text)
		}
		if len(line) <= column+1 || column < 0 {
			value.WriteByte('\n')
			continue
		}
		value.WriteString(line[column:])
		end = value.Len()
	}
	switch all := value.String(); chomping {
	case '+':
		return all
	case '-':
		return all[:end-1]
	default:
		return all[:end]
	}
}

// flowNode reads a list or map in flow style, and tells where what follows
// begins.
func (b *builder) flowNode(at int) (n *yaml.Node, after int) {
	closing, isMap := byte(']'), false
	n = b.node(yaml.SequenceNode, "!!seq", at)
	if b.text[at] == '{' {
		closing, isMap = '}', true
		n.Kind, n.Tag = yaml.MappingNode, "!!map"
	}
	n.Style = yaml.FlowStyle
	for at = b.skip(at + 1); b.text[at] != closing; {
		if isMap {
			var key *yaml.Node
			key, at = b.keyNode(at)
			n.Content = append(n.Content, key)
			at = b.skip(at)
		}
		var value *yaml.Node
		switch b.text[at] {
		case '[', '{':
			value, at = b.flowNode(at)
		case '"', '\'':
			value, at = b.quotedNode(at)
		default:
			value = b.node(yaml.ScalarNode, "", at)
			from := at
			at = b.plainInFlow(at)
			value.Value = b.text[from:at]
			value.Tag = tagOf(value.Value)
		}
		n.Content = append(n.Content, value)
		if at = b.skip(at); b.text[at] == ',' {
			at = b.skip(at + 1)
		}
	}
	return n, at + 1
}

// tagOf is the tag of a text without quotes.
func tagOf(text string) string {
	switch c := text[0]; {
	case isWord(c) && c > '9':
		switch text {
		case "true", "True", "TRUE", "false", "False", "FALSE":
			return "!!bool"
		case "null", "Null", "NULL":
			return "!!null"
		}
		return "!!str"
	case c == '_', c == '/', c == '$', c == '(', c == '^', c == ';', c == '\\', c >= utf8.RuneSelf:
		return "!!str"
	}
	n := yaml.Node{Kind: yaml.ScalarNode, Value: text}
	return n.ShortTag()
}
