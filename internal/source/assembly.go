package source

import "bytes"

// assembly puts documents one behind the other, with --- between them.
type assembly struct {
	out     []byte
	newline string
	// documents are in out; a further one needs a marker.
	documents int
	// unmark: the document that was the first is gone, and had no marker: nor
	// need the next.
	unmark bool
	// head is where its comments begin, which stay.
	head int
}

func (a *assembly) keep(text []byte, c *chunk) {
	marked := c.marker
	// Without its marker a document of comments would be none.
	if a.unmark && marked && c.start == c.markerAt && !isEmptyPlain(c.doc.Content[0]) {
		line := text[:bytes.IndexByte(text, '\n')+1]
		if len(line)-lineBreak(line) == len("---") {
			text, marked = text[len(line):], false
		}
	}
	a.put(text, !marked && a.documents > 0 && !bytes.HasSuffix(bytes.TrimRight(a.out, "\r\n"), []byte("...")))
}

// put puts in a document, behind a marker if it needs one.
func (a *assembly) put(text []byte, mark bool) {
	a.endLine()
	if mark {
		a.out = append(append(a.out, "---"...), a.newline...)
	}
	a.out = append(a.out, text...)
	a.documents++
	a.unmark = false
}

func (a *assembly) endLine() {
	if n := len(a.out); n > 0 && lineBreak(a.out) == 0 && string(a.out) != byteOrderMark {
		a.out = append(a.out, a.newline...)
	}
}

// add puts in a document that has no marker of its own.
func (a *assembly) add(text []byte, mark bool) {
	if a.unmark && hasHead(text, a.out[a.head:]) {
		a.out = a.out[:a.head]
	}
	a.put(text, mark || a.documents > 0)
}

// hasHead reports whether a text begins with the lines of another.
func hasHead(text, head []byte) bool {
	rest, found := bytes.CutPrefix(text, bytes.TrimRight(head, "\r\n"))
	return found && len(rest) > 0 && isSpace(string(rest[:1]))
}

// drop leaves out a document. The head of the file stays.
func (a *assembly) drop(s *stream, c *chunk) {
	if a.documents > 0 || c.marker {
		return
	}
	a.unmark, a.head = true, len(a.out)
	head := c.start
	at := head
	for line := range bytes.Lines(s.text[c.start:c.end]) {
		said := bytes.TrimSpace(line)
		if len(said) > 0 && said[0] != '#' {
			break
		}
		if at += len(line); len(said) == 0 {
			head = at
		}
	}
	a.out = append(a.out, s.text[c.start:head]...)
}
