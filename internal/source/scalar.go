package source

import (
	"bytes"
	"strings"

	"go.yaml.in/yaml/v3"
)

// scalar finds the end of a scalar whose content begins at the cursor.
func (w *walker) scalar(p *place, parent int) {
	n := p.node
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		w.quoted('"')
	case n.Style&yaml.SingleQuotedStyle != 0:
		w.quoted('\'')
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		w.blockScalar(p, parent)
	default:
		w.plain(n.Value)
	}
}

// quoted goes over a text to its last quote: one behind no \, or not doubled.
func (w *walker) quoted(quote byte) {
	w.expect(quote)
	for ; w.at < len(w.text); w.at++ {
		switch c := w.text[w.at]; {
		case c == '\\' && quote == '"':
			w.at++
		case c != quote:
		case quote == '\'' && w.at+1 < len(w.text) && w.text[w.at+1] == quote:
			w.at++
		default:
			w.at++
			return
		}
	}
	w.refuse("quoted text without end")
}

// plain matches the characters of the value, white space aside: exact over
// several lines as well, without knowing how YAML folds them.
func (w *walker) plain(value string) {
	v := []byte(value)
	for i := behindSpace(v, 0); i < len(v); i = behindSpace(v, i+1) {
		if w.at = behindSpace(w.text, w.at); !w.is(v[i]) {
			w.refuse("expected the text %q", value)
			return
		}
		w.at++
	}
}

// behindSpace goes over blanks and line breaks.
func behindSpace(text []byte, i int) int {
	for {
		n := breakAt(text, i)
		if i < len(text) && isBlank(text[i]) {
			n = 1
		}
		if n == 0 {
			return i
		}
		i += n
	}
}

// blockScalar reads the header and goes on to the first line that is indented
// less than the text.
func (w *walker) blockScalar(p *place, parent int) {
	first := w.lines.number(w.at) + 1
	indent := 0
	w.at++
	for w.at < len(w.text) && strings.IndexByte("+-123456789", w.text[w.at]) >= 0 {
		if c := w.text[w.at]; c >= '1' {
			indent = max(parent, 0) + int(c-'0')
		}
		w.at++
	}
	p.header = w.at
	keep := bytes.IndexByte(w.text[p.body:p.header], '+') >= 0
	if indent == 0 {
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
}

// blockIndent finds the indentation of a block scalar without a digit in its
// header: that of its first line that is not blank.
func (w *walker) blockIndent(line, parent int) int {
	indent := max(parent+1, 1)
	for ; line < len(w.lines.starts) && w.lines.starts[line] < len(w.text); line++ {
		n := w.lines.columnBehindBlanks(line)
		indent = max(indent, n)
		if breakAt(w.text, w.lines.starts[line]+n) == 0 {
			break
		}
	}
	return indent
}
