package wire

import (
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// value reads the value that begins there, in a collection in that column, to the
// end of its last line. plain: text is the value as a reader sees it, and not null.
func (p *parser) value(at, column int) (text string, plain bool) {
	from := at
	switch c := p.text[at]; c {
	case '|', '>':
		p.block(at, column)
		return "", false
	case '[', '{':
		at = p.flow(at)
		p.out.comments = p.out.comments || p.skip(at) < p.end
	case '"', '\'':
		text, plain, at = p.quoted(at)
	default:
		text, at = p.plain(at)
		plain = !spellsNull(text)
		p.out.Nulls = p.out.Nulls || !plain
		p.scalar(from, "", text, 0)
	}
	switch rest := p.skip(at); {
	case rest == p.end:
	case p.text[rest] != '#' || rest == at:
		p.decline()
	case p.nodes != nil:
		p.nodes.last().LineComment = p.text[rest:p.end]
	}
	return text, plain
}

// block reads a block scalar: to the first line that stands further left.
func (p *parser) block(at, column int) {
	style, chomping := p.text[at], byte(0)
	position, from := p.position(at), p.next
	if at++; at < p.end && (p.text[at] == '-' || p.text[at] == '+') {
		chomping = p.text[at]
		at++
	}
	if p.skip(at) != p.end || style == '>' && p.nodes != nil {
		p.decline()
		return
	}
	switch begins := p.blockLines(column); {
	case begins < 0:
		p.decline()
	case p.nodes != nil:
		p.scalarAt(position, "!!str", literalText(p.text[from:p.next], begins, chomping), yaml.LiteralStyle)
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
func (p *parser) quoted(at int) (text string, plain bool, after int) {
	q, from := p.text[at], at+1
	plain = true
	for at = from; at < p.end; at++ {
		switch c := p.text[at]; {
		case c == '\\' && q == '"':
			if at+1 == p.end || strings.IndexByte(`"\nt`, p.text[at+1]) < 0 {
				p.decline()
				return "", false, p.end
			}
			plain = false
			at++
		case c == q && q == '\'' && at+1 < p.end && p.text[at+1] == q:
			plain = false
			at++
		case c == q:
			text = p.text[from:at]
			value := text
			if !plain && p.nodes != nil {
				value = unquoted(text, q)
			}
			p.scalar(from-1, "!!str", value, styleOf(q))
			return text, plain, at + 1
		}
	}
	p.decline()
	return "", false, p.end
}

// plain reads a text without quotes, to the end of the line or a comment.
func (p *parser) plain(at int) (text string, after int) {
	from, to := at, at
	if !isPlainStart(p.text[from:p.end]) {
		p.decline()
		return "", p.end
	}
	for ; at < p.end; at++ {
		switch p.text[at] {
		case ' ':
			continue
		case ':':
			if at+1 == p.end || p.text[at+1] == ' ' {
				p.decline()
				return "", p.end
			}
		case '#':
			if p.text[at-1] == ' ' {
				return p.text[from:to], to
			}
		}
		to = at + 1
	}
	return p.text[from:to], to
}

// flow reads a list or map in flow style, on one line.
func (p *parser) flow(at int) (after int) {
	closing, kind := byte(']'), yaml.SequenceNode
	if p.text[at] == '{' {
		closing, kind = '}', yaml.MappingNode
	}
	p.begin(kind, yaml.FlowStyle, at)
	keys := keySet{from: len(p.keys)}
	for at = p.skip(at + 1); at < p.end && p.text[at] != closing; {
		if kind == yaml.MappingNode {
			_, at = p.key(at, &keys)
			at = p.skip(at)
		}
		at = p.skip(p.inFlow(at))
		switch {
		case at < p.end && p.text[at] == ',':
			at = p.skip(at + 1)
		case at == p.end || p.text[at] != closing:
			p.decline()
		}
	}
	p.keys = p.keys[:keys.from]
	p.close()
	if at >= p.end {
		p.decline()
		return p.end
	}
	return at + 1
}

// inFlow reads a value in a flow collection.
func (p *parser) inFlow(at int) (after int) {
	if at == p.end {
		p.decline()
		return p.end
	}
	switch p.text[at] {
	case '[', '{':
		return p.flow(at)
	case '"', '\'':
		_, _, after = p.quoted(at)
		return after
	}
	from, to := at, at
	for plain := isPlainStart(p.text[at:p.end]); plain && at < p.end; at++ {
		switch c := p.text[at]; {
		case c == ' ':
			continue
		case isWord(c), c >= utf8.RuneSelf, strings.IndexByte("_./-+=$()~%@", c) >= 0:
		case c == ':' && at+1 < p.end && (isWord(p.text[at+1]) || p.text[at+1] == '/'):
		case c == ',', c == ']', c == '}':
			text := p.text[from:to]
			p.out.Nulls = p.out.Nulls || spellsNull(text)
			p.scalar(from, "", text, 0)
			return to
		default:
			plain = false
		}
		to = at + 1
	}
	p.decline()
	return p.end
}

// key reads a key of a map that has none that might be equal, and gives where the text
// behind its colon begins.
func (p *parser) key(at int, in *keySet) (key string, after int) {
	key, after = p.keyAt(at)
	if after == 0 || !p.once(in, key) {
		p.decline()
		return "", p.end
	}
	if style := styleOf(p.text[at]); style != 0 {
		p.scalar(at, "!!str", key, style)
	} else {
		p.scalar(at, "", key, 0)
	}
	return key, after
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
		for n < len(rest) && isKeyByte(rest[n]) {
			n++
		}
		key, rest = rest[:n], rest[n:]
	}
	if n == 0 || n > longestKey || rest != ":" && !strings.HasPrefix(rest, ": ") {
		return "", 0
	}
	return key, p.end - len(rest) + 1
}

// keySet are the keys of a map: in the parser's from there on, and by themselves where
// they are many.
type keySet struct {
	from int
	many map[string]bool
}

// few keys are compared one by one.
const few = 16

// once reports whether the map has no other key that might be equal.
func (p *parser) once(in *keySet, key string) bool {
	if isNumberLike(key) {
		// Spelled differently it may be equal still: 1.0 and 1.
		key = "0"
	}
	if in.many != nil {
		if in.many[key] {
			return false
		}
		in.many[key] = true
		return true
	}
	if slices.Contains(p.keys[in.from:], key) {
		return false
	}
	p.keys = append(p.keys, key)
	if len(p.keys)-in.from > few {
		in.many = make(map[string]bool, 4*few)
		for _, k := range p.keys[in.from:] {
			in.many[k] = true
		}
	}
	return true
}

// isNumberLike reports whether a key may be something else than its text.
func isNumberLike(key string) bool {
	switch c := key[0]; {
	case '0' <= c && c <= '9', c == '.', c == '+', c == '~':
		return true
	case len(key) > len("false"):
		return false
	}
	switch strings.ToLower(key) {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return true
	}
	return false
}

func spellsNull(text string) bool {
	switch text {
	case "~", "null", "Null", "NULL":
		return true
	}
	return false
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

func isKeyByte(c byte) bool {
	return isWord(c) || c == '_' || c == '-' || c == '.' || c == '/'
}

// isPrintable reports whether a text holds only line feeds and characters without a
// special meaning in YAML.
func isPrintable(text string) bool {
	for i := range len(text) {
		if c := text[i]; c >= utf8.RuneSelf {
			return isPrintableUnicode(text[i:])
		} else if c < ' ' && c != '\n' || c == 0x7f {
			return false
		}
	}
	return true
}

func isPrintableUnicode(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	for _, r := range text {
		switch {
		case r < ' ' && r != '\n', 0x7f <= r && r < 0xa0, r == '\u2028', r == '\u2029', r == '\ufeff', r == '\ufffe', r == '\uffff':
			return false
		}
	}
	return true
}
