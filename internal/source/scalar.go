package source

import "go.yaml.in/yaml/v3"

// scalar finds the end of a scalar whose content begins at the cursor.
func (w *walker) scalar(p *place, parent int) error {
	n := p.node
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return w.doubleQuoted()
	case n.Style&yaml.SingleQuotedStyle != 0:
		return w.singleQuoted()
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return w.blockScalar(p, parent)
	}
	return w.plain(n.Value)
}

func (w *walker) doubleQuoted() error {
	if err := w.expect('"'); err != nil {
		return err
	}
	for w.at < len(w.text) {
		switch w.text[w.at] {
		case '\\':
			w.at++
		case '"':
			w.at++
			return nil
		}
		w.at++
	}
	return w.refuse("quoted text without end")
}

func (w *walker) singleQuoted() error {
	if err := w.expect('\''); err != nil {
		return err
	}
	for w.at < len(w.text) {
		if w.text[w.at] == '\'' {
			if w.at+1 < len(w.text) && w.text[w.at+1] == '\'' {
				w.at++
			} else {
				w.at++
				return nil
			}
		}
		w.at++
	}
	return w.refuse("quoted text without end")
}

// plain matches the characters of the value, white space aside: exact over
// several lines as well, without knowing how YAML folds them.
func (w *walker) plain(value string) error {
	v := []byte(value)
	for i := 0; ; {
		for i < len(v) {
			n := spaceAt(v, i)
			if n == 0 {
				break
			}
			i += n
		}
		if i == len(v) {
			return nil
		}
		for {
			n := spaceAt(w.text, w.at)
			if n == 0 {
				break
			}
			w.at += n
		}
		if !w.is(v[i]) {
			return w.refuse("expected the text %q", value)
		}
		w.at++
		i++
	}
}

func spaceAt(text []byte, i int) int {
	if i < len(text) && isBlank(text[i]) {
		return 1
	}
	return breakAt(text, i)
}

// blockScalar reads the header and goes on to the first line that is indented
// less than the text.
func (w *walker) blockScalar(p *place, parent int) error {
	if !w.is('|') && !w.is('>') {
		return w.refuse("expected a block scalar")
	}
	w.at++
	digit, keep := 0, false
	for w.at < len(w.text) && w.text[w.at] > ' ' && w.text[w.at] != '#' && breakAt(w.text, w.at) == 0 {
		switch c := w.text[w.at]; {
		case c == '+':
			keep = true
		case c >= '1' && c <= '9':
			digit = int(c - '0')
		case c != '-':
			return w.refuse("unknown header of a block scalar")
		}
		w.at++
	}
	p.header = w.at
	first := w.lines.number(w.at) + 1
	indent := max(parent, 0) + digit
	if digit == 0 {
		indent = w.blockIndent(first, parent)
	}
	for line := first; line < len(w.lines.starts) && w.lines.starts[line] < len(w.text); line++ {
		s := w.lines.starts[line]
		n := min(w.lines.columnBehindBlanks(line), indent)
		blank := breakAt(w.text, s+n) > 0
		if !blank && n < indent {
			break
		}
		if !blank || keep {
			w.at = w.lines.end(s)
		}
	}
	return nil
}

// blockIndent finds the indentation of a block scalar without a digit in its
// header: that of its first line that is not blank.
func (w *walker) blockIndent(line, parent int) int {
	indent := 0
	for ; line < len(w.lines.starts); line++ {
		s := w.lines.starts[line]
		i := s
		for i < len(w.text) && w.text[i] == ' ' {
			i++
		}
		indent = max(indent, i-s)
		if breakAt(w.text, i) == 0 {
			break
		}
	}
	return max(indent, parent+1, 1)
}
