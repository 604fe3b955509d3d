package wire

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// reader makes nodes of a block collection that has an outline, so that nothing has to
// be checked again.
type reader struct {
	scanner
	// declined: there is text that only the library can read.
	declined bool
	// done: there are no more lines.
	done bool
	root *yaml.Node
	open []*yaml.Node
	slab []yaml.Node
	// number is the number of the line that begins at counted.
	number, counted int
}

// tree makes the nodes of an item that has an outline without comments: the very
// nodes that the YAML library makes of it, in a fraction of the time, because the
// outline proves that the item is as plain as this. It gives the item as the only
// one of a list, nil for an item with folded text.
func tree(text string) *yaml.Node {
	at := func(kind yaml.Kind, tag string, content ...*yaml.Node) *yaml.Node {
		return &yaml.Node{Kind: kind, Tag: tag, Line: 1, Column: 1, Content: content}
	}
	r := reader{scanner: scanner{text: text}, number: 2}
	r.line(0)
	r.sequence(r.indent())
	if r.declined || !r.done {
		return nil
	}
	key := at(yaml.ScalarNode, "!!str")
	key.Value = strings.TrimSuffix(itemsKey, ":\n")
	return at(yaml.DocumentNode, "", at(yaml.MappingNode, "!!map", key, r.root))
}

// begin makes a collection that begins there, and opens it.
func (r *reader) begin(kind yaml.Kind, style yaml.Style, at int) {
	n := r.node(at)
	n.Kind, n.Style, n.Tag = kind, style, "!!seq"
	if kind == yaml.MappingNode {
		n.Tag = "!!map"
	}
	if style == 0 && kind == yaml.MappingNode {
		n.Content = make([]*yaml.Node, 0, 4) // most have two entries or more
	}
	r.open = append(r.open, n)
}

func (r *reader) close() { r.open = r.open[:len(r.open)-1] }

// node makes a node that begins there in the line at hand.
func (r *reader) node(at int) *yaml.Node {
	if r.start > r.counted {
		r.number += strings.Count(r.text[r.counted:r.start], "\n")
		r.counted = r.start
	}
	if len(r.slab) == 0 {
		r.slab = make([]yaml.Node, 64)
	}
	n := &r.slab[0]
	r.slab = r.slab[1:]
	n.Line, n.Column = r.number, 1+utf8.RuneCountInString(r.text[r.start:at])
	if r.root == nil {
		r.root = n
	} else {
		in := r.open[len(r.open)-1]
		in.Content = append(in.Content, n)
	}
	return n
}

// below moves to the next line with content.
func (r *reader) below() { r.done = !r.advance() }

// sequence reads a list, whose first dash stands in that column of the line at
// hand.
func (r *reader) sequence(column int) {
	r.begin(yaml.SequenceNode, 0, r.start+column)
	for {
		at := r.skip(r.start + column + 1)
		switch {
		case r.isDash(at):
			r.sequence(at - r.start)
		case r.isEntry(at):
			r.mapping(at - r.start)
		default:
			r.value(at, column)
			r.below()
		}
		if r.done || r.indent() != column || !r.isDash(r.start+column) {
			r.close()
			return
		}
	}
}

// mapping reads a map, whose first key stands in that column of the line at hand.
func (r *reader) mapping(column int) {
	r.begin(yaml.MappingNode, 0, r.start+column)
	for {
		r.under(r.key(r.start+column), column)
		if r.done || r.indent() != column {
			r.close()
			return
		}
	}
}

// under reads the value of a key, which begins behind its colon or on the next
// line.
func (r *reader) under(after, column int) {
	if at := r.skip(after); at < r.end {
		r.value(at, column)
		r.below()
		return
	}
	line := r.start
	r.below()
	if !r.done {
		switch n := r.indent(); {
		case n >= column && r.isDash(r.start+n):
			r.sequence(n)
			return
		case n > column:
			r.mapping(n)
			return
		}
	}
	r.emitFrom(line, "!!null", "", 0, after)
}

// emitFrom emits a scalar that begins in a line above.
func (r *reader) emitFrom(line int, tag, value string, style yaml.Style, at int) {
	now := r.start
	r.start = line
	r.emit(tag, value, style, at)
	r.start = now
}

// emit emits a scalar that begins there.
func (r *reader) emit(tag, value string, style yaml.Style, at int) {
	n := r.node(at)
	n.Kind, n.Tag, n.Value, n.Style = yaml.ScalarNode, tag, value, style
}

// key reads a key, and gives where the text behind its colon begins.
func (r *reader) key(at int) (after int) {
	text, after := r.scanner.key(at)
	switch r.text[at] {
	case '"':
		r.emit("!!str", text, yaml.DoubleQuotedStyle, at)
	case '\'':
		r.emit("!!str", text, yaml.SingleQuotedStyle, at)
	default:
		r.emit(tagOf(text), text, 0, at)
	}
	return after
}

// value reads the value that begins there, in a collection in that column, to the
// end of its last line.
func (r *reader) value(at, column int) {
	var after int
	switch r.text[at] {
	case '|':
		r.literal(at, column)
		return
	case '>':
		r.declined = true
		r.emit("!!str", "", yaml.FoldedStyle, at)
		r.block(at, column)
		return
	case '[', '{':
		r.flow(at)
		return
	case '"', '\'':
		after = r.quoted(at)
	default:
		var text string
		text, after = r.plain(at)
		r.emit(tagOf(text), text, 0, at)
	}
	n := r.open[len(r.open)-1].Content
	n[len(n)-1].LineComment = r.text[r.skip(after):r.end]
}

// quoted reads a quoted text, and gives where what follows begins.
func (r *reader) quoted(at int) (after int) {
	text, plain, after := r.scanner.quoted(at)
	style := yaml.SingleQuotedStyle
	switch {
	case r.text[at] == '"':
		style = yaml.DoubleQuotedStyle
		if !plain {
			text = strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\n`, "\n", `\t`, "\t").Replace(text)
		}
	case !plain:
		text = strings.ReplaceAll(text, "''", "'")
	}
	r.emit("!!str", text, style, at)
	return after
}

// literal reads a literal text, whose header begins there.
func (r *reader) literal(at, column int) {
	chomping, line, from := r.text[at+1], r.start, r.next
	r.block(at, column)
	r.emitFrom(line, "!!str", literalText(r.text[from:r.next], chomping), yaml.LiteralStyle, at)
}

// literalText is the text that the lines of a literal block hold.
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
		if column < 0 || len(line) <= column+1 {
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
		return strings.TrimSuffix(all[:end], "\n")
	default:
		return all[:end]
	}
}

// flow reads a list or map in flow style, and gives where what follows begins.
func (r *reader) flow(at int) (after int) {
	closing, kind := byte(']'), yaml.SequenceNode
	if r.text[at] == '{' {
		closing, kind = '}', yaml.MappingNode
	}
	r.begin(kind, yaml.FlowStyle, at)
	for at = r.skip(at + 1); r.text[at] != closing; {
		if kind == yaml.MappingNode {
			at = r.skip(r.key(at))
		}
		switch r.text[at] {
		case '[', '{':
			at = r.flow(at)
		case '"', '\'':
			at = r.quoted(at)
		default:
			from := at
			at = r.plainInFlow(at)
			text := r.text[from:at]
			r.emit(tagOf(text), text, 0, from)
		}
		if at = r.skip(at); r.text[at] == ',' {
			at = r.skip(at + 1)
		}
	}
	r.close()
	return at + 1
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
	case strings.IndexByte("_/$(^;\\", c) >= 0, c >= utf8.RuneSelf:
		return "!!str"
	}
	n := yaml.Node{Kind: yaml.ScalarNode, Value: text}
	return n.ShortTag()
}
