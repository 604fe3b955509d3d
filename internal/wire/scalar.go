package wire

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// value reads the value that begins there, in a collection in that column, to the
// end of its last line.
func (p *parser) value(at, column int) {
	if c := p.text[at]; c == '|' || c == '>' {
		p.block(at, column)
		return
	}
	isFlow := isFlowStart(p.text[at])
	at = p.inline(at, false)
	rest := p.skip(at)
	p.partial = p.partial || isFlow && rest < p.end
	switch {
	case rest == p.end:
	case p.text[rest] != '#' || rest == at:
		p.decline()
	default:
		p.last().LineComment = p.text[rest:p.end]
	}
}

// inline reads a value of one line, in a flow collection or not.
func (p *parser) inline(at int, inFlow bool) (after int) {
	switch c := p.text[at]; {
	case isFlowStart(c):
		return p.flow(at)
	case c == '"' || c == '\'':
		return p.quoted(at)
	}
	return p.plain(at, inFlow)
}

func isFlowStart(c byte) bool { return c == '[' || c == '{' }

// block reads a block scalar: to the first line that stands further left.
func (p *parser) block(at, column int) {
	style, chomping := p.text[at], byte(0)
	position, from := p.position(at), p.next
	if at++; at < p.end && (p.text[at] == '-' || p.text[at] == '+') {
		chomping = p.text[at]
		at++
	}
	if p.skip(at) != p.end {
		p.decline()
		return
	}
	begins := p.blockLines(column)
	if p.outlines {
		position.column = p.next
	}
	switch {
	case begins < 0:
		p.decline()
	case style == '>':
		p.partial = true
		p.scalar(position, "", yaml.FoldedStyle)
	default:
		p.scalar(position, literalText(p.text[from:p.next], begins, chomping), yaml.LiteralStyle)
	}
}

// blockLines reads the lines of a block scalar, and gives the column where they begin: -1 if
// there is none, or one from which nobody knows that.
func (p *parser) blockLines(column int) (begins int) {
	begins, blanks := -1, 0
	for p.next < len(p.text) {
		start, end, number := p.start, p.end, p.number
		p.line(p.next)
		n := leadingSpaces(p.text[p.start:p.end])
		switch {
		case n == p.end-p.start:
			if begins < 0 {
				blanks = max(blanks, n)
			}
		case begins < 0 && (n <= column || n < blanks):
			return -1
		case begins < 0:
			begins = n
		case n < begins:
			p.next, p.start, p.end, p.number = p.start, start, end, number
			return begins
		}
	}
	return begins
}

// quoted reads a quoted text of one line.
func (p *parser) quoted(at int) (after int) {
	q, from, value := p.text[at], at+1, func(text string) string { return text }
	for at = from; at < p.end; at++ {
		switch c := p.text[at]; {
		case c == '\\' && q == '"':
			if at+1 == p.end || strings.IndexByte(`"\nt`, p.text[at+1]) < 0 {
				p.decline()
				return p.end
			}
			value = strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\n`, "\n", `\t`, "\t").Replace
			at++
		case c == q && q == '\'' && at+1 < p.end && p.text[at+1] == q:
			value = func(text string) string { return strings.ReplaceAll(text, "''", "'") }
			at++
		case c == q:
			p.scalar(p.position(from-1), value(p.text[from:at]), styleOf(q))
			return at + 1
		}
	}
	p.decline()
	return p.end
}

// plain reads a text without quotes, to the end of the line or a comment, and in a flow
// collection to what ends it there.
func (p *parser) plain(from int, inFlow bool) (after int) {
	line, to := p.text[from:p.end], 0
	isPlain := isPlainStart(line)
text:
	for at := 0; isPlain && at < len(line); at++ {
		switch c := line[at]; {
		case isWord(c):
		case c == ' ':
			continue
		case c == ':':
			isPlain = at+1 < len(line) && line[at+1] != ' ' && (!inFlow || isWord(line[at+1]) || line[at+1] == '/')
		case c == '#' && line[at-1] == ' ', inFlow && strings.IndexByte(",]}", c) >= 0:
			break text
		case inFlow && strings.IndexByte("[{?", c) >= 0:
			isPlain = false
		}
		to = at + 1
	}
	if !isPlain {
		p.decline()
		return p.end
	}
	p.scalar(p.position(from), line[:to], 0)
	return from + to
}

// flow reads a list or map in flow style, on one line.
func (p *parser) flow(at int) (after int) {
	closing, kind := byte(']'), yaml.SequenceNode
	if p.text[at] == '{' {
		closing, kind = '}', yaml.MappingNode
	}
	p.begin(kind, yaml.FlowStyle, at)
	for at = p.skip(at + 1); at < p.end && p.text[at] != closing; {
		if kind == yaml.MappingNode {
			at = p.skip(p.key(at))
		}
		if at < p.end {
			at = p.inline(at, true)
			at = p.skip(at)
		}
		switch {
		case at < p.end && p.text[at] == ',':
			at = p.skip(at + 1)
		case at == p.end || p.text[at] != closing:
			p.decline()
			at = p.end
		}
	}
	p.close()
	if at >= p.end {
		p.decline()
		return p.end
	}
	return at + 1
}

// key reads a key of a map, and gives where the text behind its colon begins.
func (p *parser) key(at int) (after int) {
	name, after := p.keyAt(at)
	if after == 0 {
		p.decline()
		return p.end
	}
	p.scalar(p.position(at), name, styleOf(p.text[at]))
	return after
}

func (p *parser) isKey(at int) bool {
	_, after := p.keyAt(at)
	return after > 0
}

// keyAt is the key that stands there. after is 0 if there is none.
func (p *parser) keyAt(at int) (key string, after int) {
	rest := p.text[at:p.end]
	if rest == "" {
		return "", 0
	}
	n := 0
	switch c := rest[0]; c {
	case '"', '\'':
		rest = rest[1:]
		if n = strings.IndexByte(rest, c); n < 0 || strings.IndexByte(rest[:n], '\\') >= 0 {
			return "", 0
		}
		key, rest = rest[:n], rest[n+1:]
	case '-':
		return "", 0
	default:
		for n < len(rest) && (isWord(rest[n]) || '-' <= rest[n] && rest[n] <= '/' || rest[n] == '_') {
			n++
		}
		key, rest = rest[:n], rest[n:]
	}
	if n == 0 || n > longestKey || rest != ":" && !strings.HasPrefix(rest, ": ") {
		return "", 0
	}
	return key, p.end - len(rest) + 1
}

// isPlainStart reports whether a text without quotes may begin so and can be nothing
// but a scalar.
func isPlainStart(text string) bool {
	c := text[0]
	return isWord(c) || c >= utf8.RuneSelf || strings.IndexByte("_./$(~+^;\\", c) >= 0 ||
		c == '-' && len(text) > 1 && (isWord(text[1]) || text[1] == '-' || text[1] == '.')
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// isPrintable reports whether a text holds only line feeds and characters without a
// special meaning in YAML.
func isPrintable(text string) bool {
	for i := range len(text) {
		if c := text[i]; c-' ' >= 0x7f-' ' && c != '\n' {
			return c >= utf8.RuneSelf && utf8.ValidString(text[i:]) && !strings.ContainsFunc(text[i:], isSpecial)
		}
	}
	return true
}

// isSpecial reports whether a character other than a line feed means something in YAML, or nothing at all.
func isSpecial(r rune) bool {
	switch {
	case r < ' ':
		return r != '\n'
	case r < 0x7f:
		return false
	}
	return r < 0xa0 || r == '\u2028' || r == '\u2029' || r == '\ufeff' || r == '\ufffe' || r == '\uffff'
}
