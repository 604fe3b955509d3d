package source

import (
	"bytes"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// document prints a document of the stream.
func (p *printer) document(c *chunk, d Change) ([]byte, error) {
	want := d.wanted()
	if d.Text == nil && isSame(c.doc, want) {
		return c.text, nil
	}
	check := newCheck(c.text, want)
	if text, copied := p.copied(c, d.Text, check); copied {
		return text, nil
	}
	if d.Versions != nil && d.Versions.dest != nil {
		check.keep(d.Versions, c.doc)
	} else if text, merged := p.byLines(c, d, check); merged {
		return text, nil
	}
	text, err := p.edited(c, check)
	whole := false
	if err == nil {
		whole, err = check.text(text)
	}
	switch {
	case err != nil:
		p.anew++
		if text, err = p.rewritten(c, check); err == nil {
			_, err = check.text(text)
		}
		return text, err
	case !whole:
		p.lossy++
	}
	return text, nil
}

// edited changes the lines of a document's text that differ.
func (p *printer) edited(c *chunk, check *check) ([]byte, error) {
	text := c.text[c.marker:]
	f := formIn(text, c.doc)
	was, err := f.lines(c.doc)
	if err != nil {
		return nil, err
	}
	is, err := f.lines(restyled(check.want, c.doc))
	return p.behindMarker(c, respell(diff.Lines(string(withoutCR(text))), was, is, check.kept)), err
}

// rewritten is a document as the YAML library writes it, and the comments below that are not its own: those of the next.
func (p *printer) rewritten(c *chunk, check *check) ([]byte, error) {
	check.alike, check.json = anyReading, false
	lines, err := form{step: 2, compact: true}.lines(check.want)
	own, text := CommentLines(c.doc), diff.Lines(string(withoutCR(c.text[c.body:])))
	end := len(text)
	for end > 0 && isLayout(text[end-1]) && !slices.Contains(own, strings.TrimSpace(text[end-1])) {
		end--
	}
	for i := range lines {
		lines[i] += "\n"
	}
	below := strings.TrimLeft(strings.Join(text[end:], ""), " \n") // Blank lines might be a text's.
	return p.behindMarker(c, append(lines, below)), err
}

// behindMarker is a document with other lines behind its marker.
func (p *printer) behindMarker(c *chunk, lines []string) []byte {
	if c.marker > 0 && (len(lines) == 0 || !isSpace(lines[0][:1])) {
		lines = append([]string{"\n"}, lines...)
	}
	for i, l := range lines[:len(lines)-1] {
		if !strings.HasSuffix(l, "\n") {
			lines[i] += "\n"
		}
	}
	return slices.Concat(c.text[:c.marker], p.broken([]byte(strings.Join(lines, ""))))
}

// copied is the text of a document of another stream, behind the marker of this; false where that is not what
// is wanted.
func (p *printer) copied(c *chunk, text []byte, check *check) ([]byte, bool) {
	s := divided(text)
	if len(s.chunks) != 1 || !s.chunks[0].isBare() || !c.isBare() {
		return nil, false
	}
	out := slices.Concat(c.text[:c.body], p.ended(p.broken(s.chunks[0].text[s.chunks[0].body:])))
	whole, err := check.text(out)
	return out, err == nil && whole
}

// broken is a text with the line breaks of the stream.
func (p *printer) broken(text []byte) []byte {
	return bytes.ReplaceAll(withoutCR(text), []byte("\n"), []byte(p.newline))
}
