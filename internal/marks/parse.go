package marks

import (
	"bytes"
	"strings"
)

// Parse takes a text apart at its blocks. A block is between a line of <<<<<<< and the
// next one of >>>>>>> of the same size; other sizes are text. A mark that is missing, is
// there twice or stands where none belongs is an *Error. The cost is linear.
func Parse(text []byte) ([]Part, error) {
	p := parser{}
	for line := range bytes.Lines(text) {
		p.line++
		kind, size, label := markOf(line)
		if p.block != nil && size != p.block.Size {
			kind = 0
		}
		if err := p.read(kind, size, label, string(line)); err != nil {
			return nil, err
		}
	}
	if p.block != nil {
		return nil, &Error{p.block.Line, "this conflict mark has no end, which is a line of " + strings.Repeat(string(rune(end)), p.block.Size)}
	}
	p.text()
	p.unend(text)
	return p.parts, nil
}

// parser is where a text is being read.
type parser struct {
	line  int
	plain strings.Builder
	parts []Part
	// block is the one at hand, nil outside of any; into is its part that lines go to,
	// and of is the mark that began it.
	block *Block
	into  *strings.Builder
	of    byte
}

// read reads a line that may be a mark.
func (p *parser) read(kind byte, size int, label, line string) error {
	switch {
	case p.block == nil && kind == open:
		p.text()
		p.block = &Block{Line: p.line, Size: size, Names: Names{Yours: label}}
		p.into, p.of = &strings.Builder{}, open
	case p.block == nil && kind == end:
		return p.misplaced("ends no conflict")
	case p.block == nil:
		p.plain.WriteString(line)
	case kind == open:
		return p.misplaced("is inside of another conflict")
	case kind == base && p.of != open, kind == half && p.of == half:
		return p.misplaced("is there twice, or behind where it belongs")
	case kind == end && p.of != half:
		return p.misplaced("ends a conflict without a line of " + strings.Repeat(string(rune(half)), size))
	case kind == 0:
		p.into.WriteString(line)
	default:
		p.next(kind, label)
	}
	return nil
}

func (p *parser) misplaced(what string) error {
	return &Error{p.line, "this conflict mark " + what + "; somebody edited the marks: put them right, or take the merge again"}
}

// next ends a part of the block, and the block if that was the last.
func (p *parser) next(kind byte, label string) {
	b, text := p.block, p.into.String()
	switch p.of {
	case open:
		b.Yours = text
	case base:
		b.Original, b.HasOriginal = text, true
	case half:
		b.Upstream = text
	}
	p.into, p.of = &strings.Builder{}, kind
	switch kind {
	case base:
		b.Names.Original = label
	case end:
		b.Names.Upstream = label
		p.parts = append(p.parts, Part{Block: b})
		p.block = nil
	}
}

// text ends text without marks.
func (p *parser) text() {
	if p.plain.Len() > 0 {
		p.parts = append(p.parts, Part{Text: p.plain.String()})
		p.plain.Reset()
	}
}

// unend takes the end off the last lines of both sides if the last mark has none.
func (p *parser) unend(text []byte) {
	n := len(p.parts)
	if n == 0 || p.parts[n-1].Block == nil || bytes.HasSuffix(text, []byte("\n")) {
		return
	}
	b := p.parts[n-1].Block
	for _, side := range []*string{&b.Yours, &b.Original, &b.Upstream} {
		*side = strings.TrimSuffix(strings.TrimSuffix(*side, "\n"), "\r")
	}
}
