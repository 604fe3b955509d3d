package wire

import (
	"strings"
	"unicode/utf8"
)

// value reads the value that begins there, in a collection of that indentation, to the
// end of its last line. plain: text is the value as a reader sees it, and not null.
func (s *scanner) value(at, indent int) (text string, plain, ok bool) {
	switch c := s.text[at]; c {
	case '|', '>':
		return "", false, s.block(at, indent)
	case '"', '\'':
		text, plain, at = s.quoted(at)
	case '[', '{':
		at = s.flow(at, 0)
		s.out.comments = s.out.comments || s.skip(at) < s.end
	default:
		text, at = s.plain(at)
		plain = !spellsNull(text)
		s.out.Nulls = s.out.Nulls || !plain
	}
	return text, plain, at > 0 && s.ends(at)
}

// ends reports whether nothing but a comment follows on the line.
func (s *scanner) ends(at int) bool {
	rest := s.skip(at)
	return rest == s.end || s.text[rest] == '#' && rest > at
}

// block reads a block scalar: to the first line that stands further left.
func (s *scanner) block(at, indent int) bool {
	if at++; at < s.end && (s.text[at] == '-' || s.text[at] == '+') {
		at++
	}
	if s.skip(at) != s.end {
		return false
	}
	column, blanks := -1, 0
	for s.next < len(s.text) {
		start, end := s.start, s.end
		s.line(s.next)
		n := s.indent()
		switch {
		case n == s.end-s.start:
			if column < 0 {
				blanks = max(blanks, n)
			}
		case column < 0 && (n <= indent || n < blanks):
			return false
		case column < 0:
			column = n
		case n < column:
			s.next, s.start, s.end = s.start, start, end
			return true
		}
	}
	return column >= 0
}

// quoted reads a quoted text of one line. after is 0 if it is none.
func (s *scanner) quoted(at int) (text string, plain bool, after int) {
	q, from := s.text[at], at+1
	plain = true
	for at = from; at < s.end; at++ {
		switch c := s.text[at]; {
		case c == '\\' && q == '"':
			if at+1 == s.end || strings.IndexByte(`"\nt`, s.text[at+1]) < 0 {
				return "", false, 0
			}
			plain = false
			at++
		case c == q && q == '\'' && at+1 < s.end && s.text[at+1] == q:
			plain = false
			at++
		case c == q:
			return s.text[from:at], plain, at + 1
		}
	}
	return "", false, 0
}

// plain reads a text without quotes, to the end of the line or a comment.
// after is 0 if it is none.
func (s *scanner) plain(at int) (text string, after int) {
	from := at
	if !isPlainStart(s.text[from:s.end]) {
		return "", 0
	}
	to := at
	for ; at < s.end; at++ {
		switch s.text[at] {
		case ' ':
			continue
		case ':':
			if at+1 == s.end || s.text[at+1] == ' ' {
				return "", 0
			}
		case '#':
			if s.text[at-1] == ' ' {
				return s.text[from:to], to
			}
		}
		to = at + 1
	}
	return s.text[from:to], to
}

// deepestFlow is how deep flow collections nest.
const deepestFlow = 10

// flow reads a list or map in flow style, on one line. after is 0 if it is more
// than a plain one.
func (s *scanner) flow(at, depth int) (after int) {
	if depth == deepestFlow {
		return 0
	}
	closing, isMap := byte(']'), false
	if s.text[at] == '{' {
		closing, isMap = '}', true
	}
	keys := len(s.keys)
	defer func() { s.keys = s.keys[:keys] }()
	if at = s.skip(at + 1); at < s.end && s.text[at] == closing {
		return at + 1
	}
	in := level{keys: keys}
	for at < s.end {
		if isMap {
			key, behind := s.key(at)
			if behind == 0 || !s.once(&in, key) {
				return 0
			}
			if at = s.skip(behind); at == s.end {
				return 0
			}
		}
		if at = s.inFlow(at, depth); at == 0 {
			return 0
		}
		if at = s.skip(at); at == s.end {
			return 0
		}
		switch s.text[at] {
		case closing:
			return at + 1
		case ',':
			at = s.skip(at + 1)
		default:
			return 0
		}
	}
	return 0
}

// inFlow reads a value in a flow collection. after is 0 if it is more than a plain one.
func (s *scanner) inFlow(at, depth int) (after int) {
	switch s.text[at] {
	case '[', '{':
		return s.flow(at, depth+1)
	case '"', '\'':
		_, _, after = s.quoted(at)
		return after
	}
	return s.plainInFlow(at)
}

// plainInFlow reads a text without quotes in a flow collection.
func (s *scanner) plainInFlow(at int) (after int) {
	from := at
	if !isPlainStart(s.text[from:s.end]) {
		return 0
	}
	to := at
	for ; at < s.end; at++ {
		c := s.text[at]
		switch {
		case c == ' ':
			continue
		case isWord(c), c >= utf8.RuneSelf, strings.IndexByte("_./-+=$()~%@", c) >= 0:
		case c == ':' && at+1 < s.end && (isWord(s.text[at+1]) || s.text[at+1] == '/'):
		case c == ',', c == ']', c == '}':
			s.out.Nulls = s.out.Nulls || spellsNull(s.text[from:to])
			return to
		default:
			return 0
		}
		to = at + 1
	}
	return 0
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
