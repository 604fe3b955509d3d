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

// parser reads an item in plain block style, by its lines, and makes the very nodes that the
// YAML library makes of it, in a fraction of the time. It declines whatever is not that plain, so
// what it reads is sound YAML; of anything else, only the YAML library knows.
//
// Where it declines it goes to the end of the text, so that nothing is left to read.
type parser struct {
	text string
	// start is where the line at hand begins, end where its line break is, next where
	// the next line begins, number the number of the line at hand.
	start, end, next, number int
	// column is where the content of the line at hand begins, margin that of the item's
	// own keys.
	column, margin int
	// done: there are no more lines.
	done, declined bool
	// outlines: the nodes are only looked at to outline the item.
	outlines bool
	// keys are those of the map that was closed last.
	keys []string
	// inside are the collections that are being read, each with the nodes in it so far behind it; open
	// tells where these begin. The first is the root.
	inside []*yaml.Node
	open   []int
	// all are the nodes that are made anew for each item, of which so many are used; contents is what stands in the
	// collections that were closed.
	all      []yaml.Node
	used     int
	contents []*yaml.Node
	// made counts the nodes.
	made int32
	// nulls: there is a null somewhere. partial: what was read has comments other than behind
	// scalars, or folded text, which the nodes lack.
	nulls, partial bool
}

// read reads all lines of an item, whose dash stands in that column. The nodes of the item that
// the parser read before are not to be used any more.
func (p *parser) read(text string, column int) (isPlain bool) {
	*p = parser{
		text: text, number: 1, outlines: p.outlines, keys: p.keys, inside: p.inside[:0], open: p.open[:0],
		all: p.all, contents: p.contents[:0],
	}
	p.line(0)
	p.margin = column + len("- ")
	if p.margin >= p.end || p.text[p.margin-1] != ' ' || p.text[p.margin] == ' ' {
		return false
	}
	p.begin(yaml.SequenceNode, 0, column)
	for p.text[p.start+p.margin] == '#' {
		p.partial = true
		if !p.advance() || p.column != p.margin {
			return false
		}
	}
	at := p.start + p.margin
	if p.text[at] == '-' {
		return false
	}
	p.mapping(at)
	p.close()
	return p.done && !p.declined
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
func (p *parser) below(open bool) {
	comment, trailing := -1, true
	for p.advance() {
		if comment >= 0 && comment != p.column {
			p.decline()
			return
		}
		if p.text[p.start+p.column] != '#' {
			break
		}
		isBelowBlank := strings.HasSuffix(strings.TrimRight(p.text[:p.start-1], " "), "\n")
		trailing = trailing && !open && p.column == p.margin && !isBelowBlank
		comment, p.partial = p.column, true
	}
	if p.done && comment >= 0 && !trailing {
		p.decline()
	}
}

// mapping reads a map, whose first key stands there.
func (p *parser) mapping(at int) {
	column := at - p.start
	p.begin(yaml.MappingNode, 0, at)
	for !p.done {
		p.entry(at, column)
		if at = p.start + p.column; p.column < column {
			break
		}
		if p.column > column || p.isDash(at) {
			p.decline()
		}
	}
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
			p.mapping(value)
		default:
			p.value(value, column)
			p.below(false)
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
func (p *parser) entry(at, column int) {
	at = p.key(at)
	at, colon := p.skip(at), at
	if at == p.end || p.text[at] == '#' {
		p.entryBelow(at, colon, column)
		return
	}
	p.value(at, column)
	p.below(false)
}

// entryBelow reads the value of a key that has none on its line, but maybe a comment there:
// a collection on the lines below, else null.
func (p *parser) entryBelow(at, colon, column int) {
	empty := p.position(colon)
	if at < p.end {
		p.partial = true
		p.last().LineComment = p.text[at:p.end]
	}
	p.below(true)
	at = p.start + p.column
	isList := !p.done && p.isDash(at)
	switch {
	case p.done || p.column < column || p.column == column && !isList:
		p.scalar(empty, "", 0)
	case isList:
		p.sequence(at)
	default:
		p.mapping(at)
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
