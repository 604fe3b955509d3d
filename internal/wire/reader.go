package wire

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// listener receives what a reader reads: collections with their content, keys and
// values in turn. at is where something begins, in the current line.
type listener interface {
	begin(r *reader, kind yaml.Kind, style yaml.Style, at int)
	end()
	// scalar receives a scalar as a node without position, which it must not keep.
	scalar(r *reader, s *yaml.Node, at int)
}

// reader reads a block collection that has an outline, so that nothing has to be
// checked again.
type reader struct {
	scanner
	to listener
	// current is the scalar being read.
	current yaml.Node
	// declined: there is text that only the library can read.
	declined bool
	// done: there are no more lines.
	done bool
}

// read reads a collection. It is false for one with folded text.
func read(text string, to listener) bool {
	r := reader{scanner: scanner{text: text}, to: to}
	r.line(0)
	if column := r.indent(); r.isDash(column) {
		r.sequence(column)
	} else {
		r.mapping(column)
	}
	return !r.declined && r.done
}

// below moves to the next line with content.
func (r *reader) below() { r.done = !r.advance() }

// sequence reads a list, whose first dash stands in that column of the line at
// hand.
func (r *reader) sequence(column int) {
	r.to.begin(r, yaml.SequenceNode, 0, r.start+column)
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
			r.to.end()
			return
		}
	}
}

// mapping reads a map, whose first key stands in that column of the line at hand.
func (r *reader) mapping(column int) {
	r.to.begin(r, yaml.MappingNode, 0, r.start+column)
	for {
		r.under(r.key(r.start+column), column)
		if r.done || r.indent() != column {
			r.to.end()
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
	r.current = yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: value, Style: style}
	r.to.scalar(r, &r.current, at)
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
		r.current, after = r.quoted(at)
	default:
		r.current = yaml.Node{Kind: yaml.ScalarNode}
		r.current.Value, after = r.plain(at)
		r.current.Tag = tagOf(r.current.Value)
	}
	r.current.LineComment = r.text[r.skip(after):r.end]
	r.to.scalar(r, &r.current, at)
}

// quoted reads a quoted text, and gives where what follows begins.
func (r *reader) quoted(at int) (n yaml.Node, after int) {
	text, plain, after := r.scanner.quoted(at)
	n = yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Style: yaml.SingleQuotedStyle}
	if r.text[at] == '"' {
		n.Style = yaml.DoubleQuotedStyle
		if !plain {
			text = strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\n`, "\n", `\t`, "\t").Replace(text)
		}
	} else if !plain {
		text = strings.ReplaceAll(text, "''", "'")
	}
	n.Value = text
	return n, after
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
	r.to.begin(r, kind, yaml.FlowStyle, at)
	for at = r.skip(at + 1); r.text[at] != closing; {
		if kind == yaml.MappingNode {
			at = r.skip(r.key(at))
		}
		switch r.text[at] {
		case '[', '{':
			at = r.flow(at)
		case '"', '\'':
			from := at
			r.current, at = r.quoted(at)
			r.to.scalar(r, &r.current, from)
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
	r.to.end()
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
