package wire

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// deepest is how deep the collections of an outlined item nest, longestKey how
// long its keys are. YAML allows more.
const (
	deepest    = 40
	longestKey = 256
)

// parser reads an item in plain block style, by its lines. It declines whatever is not
// that plain, so what it reads is sound YAML; of anything else, only the YAML library
// knows.
//
// Where it declines it goes to the end of the text, so that nothing is left to read.
type parser struct {
	text string
	out  Outline
	// start is where the line at hand begins, end where its line break is, next where
	// the next line begins, number the number of the line at hand.
	start, end, next, number int
	// column is where the content of the line at hand begins, margin that of the item's
	// own keys.
	column, margin int
	// done: there are no more lines.
	done, declined bool
	// depth is how many collections are open.
	depth int
	// keys are those of the maps that are open, the innermost map's last.
	keys []string
	// found are the annotations so far.
	found []Annotation
	// nodes makes the nodes of what is read, nil where only the outline is wanted.
	nodes *nodes
}

// item reads all lines of an item, whose dash stands in that column.
func (p *parser) item(column int) {
	p.line(0)
	p.margin = column + len("- ")
	if p.margin >= p.end || p.text[p.margin-1] != ' ' || p.text[p.margin] == ' ' {
		p.decline()
		return
	}
	p.begin(yaml.SequenceNode, 0, column)
	for p.text[p.start+p.margin] == '#' {
		p.out.comments = true
		if !p.advance() || p.column != p.margin {
			p.decline()
			return
		}
	}
	at := p.start + p.margin
	if p.text[at] == '-' {
		p.decline()
		return
	}
	p.mapping(at, root)
	p.close()
	if !p.done {
		p.decline()
	}
}

func (p *parser) decline() {
	p.declined, p.next = true, len(p.text)
	p.advance()
}

// line moves to the line that begins there.
func (p *parser) line(start int) {
	p.start, p.end, p.next = start, len(p.text), len(p.text)
	p.number++
	if n := strings.IndexByte(p.text[start:], '\n'); n >= 0 {
		p.end = start + n
		p.next = p.end + 1
	}
}

// advance moves to the next line that is not blank.
func (p *parser) advance() bool {
	for p.next < len(p.text) {
		p.line(p.next)
		if p.column = leadingSpaces(p.text[p.start:p.end]); p.start+p.column < p.end {
			return true
		}
	}
	p.start, p.end, p.column, p.done = len(p.text), len(p.text), 0, true
	return false
}

// below moves to the next line that is neither blank nor a comment. Comments have to stand
// in its column, or at the end of the item directly below its last line, in the column of
// its keys: there they belong to the item also when it is read by itself. open: the key
// above has no value yet.
func (p *parser) below(in part, open bool) {
	comment, trailing := -1, true
	for p.advance() {
		if comment >= 0 && comment != p.column {
			p.decline()
			return
		}
		if p.text[p.start+p.column] != '#' {
			return
		}
		if in == annotations {
			p.decline()
			return
		}
		isBelowBlank := strings.HasSuffix(strings.TrimRight(p.text[:p.start-1], " "), "\n")
		trailing = trailing && !open && p.column == p.margin && !isBelowBlank
		comment, p.out.comments = p.column, true
	}
	if comment >= 0 && !trailing {
		p.decline()
	}
}

// begin opens a collection that begins there, close closes it.
func (p *parser) begin(kind yaml.Kind, style yaml.Style, at int) {
	if p.depth++; p.depth > deepest {
		p.decline()
	}
	if p.nodes != nil {
		p.nodes.begin(kind, style, p.position(at))
	}
}

func (p *parser) close() {
	p.depth--
	if p.nodes != nil {
		p.nodes.close()
	}
}

// mapping reads a map, whose first key stands there.
func (p *parser) mapping(at int, in part) {
	column, keys := at-p.start, len(p.keys)
	p.begin(yaml.MappingNode, 0, at)
	for !p.done {
		p.entry(at, column, in)
		if at = p.start + p.column; p.column < column {
			break
		}
		if p.column > column || p.isDash(at) {
			p.decline()
		}
	}
	p.closeKeys(keys)
	p.close()
}

// sequence reads a list, whose first dash stands there.
func (p *parser) sequence(at int) {
	column := at - p.start
	p.begin(yaml.SequenceNode, 0, at)
	for !p.done {
		value := p.skip(at + 1)
		switch {
		case value == p.end || p.text[value] == '#':
			p.decline()
		case p.isDash(value):
			p.sequence(value)
		case p.isKey(value):
			p.mapping(value, nothing)
		default:
			p.value(value, column)
			p.below(nothing, false)
		}
		if at = p.start + p.column; p.column < column || !p.done && p.column == column && !p.isDash(at) {
			break
		}
		if p.column > column {
			p.decline()
		}
	}
	p.close()
}

// entry reads an entry of the map in that column.
func (p *parser) entry(at, column int, in part) {
	start := p.start
	key, at := p.key(at)
	of := in.of(key)
	at, colon := p.skip(at), at
	if at == p.end || p.text[at] == '#' {
		p.entryBelow(at, colon, column, in, of, p.field(in, key) != nil)
		return
	}
	value, plain := p.value(at, column)
	if of != nothing {
		p.decline()
	}
	if in == annotations {
		p.found = append(p.found, Annotation{key, value, plain && value != "", int32(start), int32(p.next)})
	} else if field := p.field(in, key); field != nil {
		*field = value
		if !plain || value == "" {
			p.decline()
		}
	}
	p.below(in, false)
}

// entryBelow reads the value of a key that has none on its line, but maybe a comment there:
// a collection on the lines below, else null.
func (p *parser) entryBelow(at, colon, column int, in, of part, isText bool) {
	empty := p.position(colon)
	if at < p.end {
		p.out.comments = true
		if of == metadata {
			p.out.Meta.Comment = p.text[at:p.end]
		}
	}
	p.below(max(in, of), true)
	at = p.start + p.column
	isList := !p.done && p.isDash(at)
	isEmpty := p.done || p.column < column || p.column == column && !isList
	if in == annotations || isText || of != nothing && (isEmpty || isList) {
		p.decline()
		return
	}
	switch {
	case isEmpty:
		p.out.Nulls = true
		p.scalar(empty, "", 0)
	case isList:
		p.sequence(at)
	default:
		p.mapping(at, of)
	}
}

func (p *parser) isDash(at int) bool {
	return p.text[at] == '-' && (at+1 == p.end || p.text[at+1] == ' ')
}

func (p *parser) skip(at int) int {
	for at < p.end && p.text[at] == ' ' {
		at++
	}
	return at
}
