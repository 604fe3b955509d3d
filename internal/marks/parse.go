package marks

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/krm-merge/krm-merge/merge"
)

// Parse takes a text apart at its blocks. A block is between a line of <<<<<<< and the
// next one of >>>>>>> of the same size; other sizes are text. A mark that is missing, is
// there twice or stands where none belongs is an error with its line. The cost is linear.
func Parse(text []byte) ([]Part, error) {
	p := parser{behind: end}
	n, at, from := 0, 0, 0
	for line := range bytes.Lines(text) {
		n++
		if kind, size, label := markOf(line); p.isMark(kind, size) {
			if strings.IndexByte(p.next(), kind) < 0 {
				return nil, fmt.Errorf("line %d: this conflict mark lacks one in front of it, or is there twice; somebody edited the marks: put them right, or take the merge again", n)
			}
			p.take(string(text[from:at]))
			p.mark(n, kind, size, label)
			from = at + len(line)
		}
		at += len(line)
	}
	if p.behind != end {
		return nil, fmt.Errorf("line %d: this conflict mark has no end, which is a line of %s", p.block.Line, strings.Repeat(string(rune(end)), p.block.Size))
	}
	p.take(string(text[from:]))
	if last := len(p.parts) - 1; last >= 0 && p.parts[last].Block != nil && !bytes.HasSuffix(text, []byte("\n")) {
		// The last lines of the sides have no end if the last mark has none.
		for side, text := range p.block.Texts {
			p.block.Texts[side] = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
		}
	}
	return p.parts, nil
}

// parser is where a text is being read.
type parser struct {
	parts []Part
	// behind is the kind of the last mark: outside of blocks that of an end.
	behind byte
	// block is the one at hand, or the last one.
	block *Block
}

// isMark reports whether a line that looks like a mark is one here.
func (p *parser) isMark(kind byte, size int) bool {
	if p.behind == end {
		return kind == open || kind == end
	}
	return kind != 0 && size == p.block.Size
}

// next are the kinds of mark that can stand behind the last one.
func (p *parser) next() string {
	return map[byte]string{end: "<", open: "|=", base: "=", half: ">"}[p.behind]
}

// take takes over the text behind the last mark.
func (p *parser) take(text string) {
	switch {
	case p.behind != end:
		p.block.Texts[sideOf(p.behind)] = text
	case text != "":
		p.parts = append(p.parts, Part{Text: text})
	}
}

// mark takes over a mark.
func (p *parser) mark(line int, kind byte, size int, label string) {
	if p.behind = kind; kind == open {
		p.block = &Block{Line: line, Size: size}
		p.parts = append(p.parts, Part{Block: p.block})
	}
	p.block.Names[sideOf(kind)] = label
	p.block.HasOriginal = p.block.HasOriginal || kind == base
}

// sideOf is the version that a mark stands beside.
func sideOf(kind byte) merge.Side {
	switch kind {
	case open:
		return merge.Dest
	case base:
		return merge.Original
	}
	return merge.Updated
}
