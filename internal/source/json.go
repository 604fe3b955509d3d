package source

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// JSON is YAML but for two escapes: of a slash, which the YAML library does not know, and
// of a character beyond the first 65,536 by a pair of surrogates.

// shortened are places of a text that is parsed in place of another, where characters of
// that are left out.
type shortened struct {
	// lines are those that it happened in, in order.
	lines []shortLine
}

// shortLine is a line with characters left out.
type shortLine struct {
	number int
	// at are the columns, in the text that is parsed, behind which so many characters
	// more, altogether, are left out.
	at, left []int
}

// jsonAsYAML gives a text that YAML reads as JSON reads the given one, nil if that is the
// text itself or if it is not JSON.
func jsonAsYAML(text []byte) ([]byte, *shortened) {
	trimmed := bytes.TrimLeft(text, " \t\r\n")
	if len(trimmed) == 0 || trimmed[0] != '{' && trimmed[0] != '[' || !hasEscapes(text) || !json.Valid(text) {
		return nil, nil
	}
	out, s := make([]byte, 0, len(text)), &shortened{}
	line, column, left := 1, 0, 0
	for i := 0; i < len(text); {
		size, written := 1, text[i:i+1]
		if text[i] == '\\' {
			size, written = jsonEscape(text[i:])
		}
		out = append(out, written...)
		i += size
		switch {
		case text[i-1] == '\n':
			line, column, left = line+1, 0, 0
			continue
		case written[0]&0xC0 != 0x80:
			column += len(written)
		}
		if size > len(written) {
			left += size - len(written)
			s.add(line, column, left)
		}
	}
	return out, s
}

// hasEscapes reports whether a text may have escapes that YAML lacks.
func hasEscapes(text []byte) bool {
	for _, escape := range []string{`\/`, `\ud`, `\uD`} {
		if bytes.Contains(text, []byte(escape)) {
			return true
		}
	}
	return false
}

// jsonEscape gives the size of the escape that a text begins with, and how YAML has it.
func jsonEscape(text []byte) (size int, written []byte) {
	const unicode, pair = len(`\u0000`), len(`\u0000\u0000`)
	switch {
	case text[1] == '/':
		return 2, text[1:2]
	case text[1] != 'u':
		return 2, text[:2]
	case len(text) < pair || text[unicode] != '\\' || text[unicode+1] != 'u':
		return unicode, text[:unicode]
	}
	high, _ := strconv.ParseUint(string(text[2:unicode]), 16, 16)
	low, _ := strconv.ParseUint(string(text[unicode+2:pair]), 16, 16)
	r := utf16.DecodeRune(rune(high), rune(low))
	if r == utf8.RuneError {
		return unicode, text[:unicode]
	}
	return pair, fmt.Appendf(nil, `\U%08X`, r)
}

func (s *shortened) add(line, column, left int) {
	if n := len(s.lines); n == 0 || s.lines[n-1].number != line {
		s.lines = append(s.lines, shortLine{number: line})
	}
	l := &s.lines[len(s.lines)-1]
	l.at, l.left = append(l.at, column), append(l.left, left)
}

// mend gives nodes the columns that they have in the text they stand for.
func (s *shortened) mend(n *yaml.Node) {
	if i, found := slices.BinarySearchFunc(s.lines, n.Line, func(l shortLine, line int) int { return l.number - line }); found {
		l := &s.lines[i]
		if j, _ := slices.BinarySearch(l.at, n.Column); j > 0 {
			n.Column += l.left[j-1]
		}
	}
	for _, c := range n.Content {
		s.mend(c)
	}
}
