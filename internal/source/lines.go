package source

import (
	"bytes"
	"slices"
)

// lines knows where the lines of a text begin, counted as the YAML library
// counts them: a line ends with \n, \r\n, \r, NEL, U+2028 or U+2029, and a
// byte order mark at the start belongs to no line.
type lines struct {
	text   []byte
	starts []int
	// before are the lines of the stream in front of the text.
	before int
}

const byteOrderMark = "\xef\xbb\xbf"

func newLines(text []byte) *lines {
	l := &lines{text: text}
	first := 0
	if bytes.HasPrefix(text, []byte(byteOrderMark)) {
		first = len(byteOrderMark)
	}
	l.starts = append(make([]int, 0, 1+bytes.Count(text, []byte{'\n'})), first)
	for i := first; i < len(text); i++ {
		if n := breakAt(text, i); n > 0 {
			l.starts = append(l.starts, i+n)
			i += n - 1
		}
	}
	return l
}

// breakAt gives the length of the line break at i, 0 if there is none.
func breakAt(text []byte, i int) int {
	if i >= len(text) {
		return 0
	}
	switch text[i] {
	case '\n':
		return 1
	case '\r':
		if i+1 < len(text) && text[i+1] == '\n' {
			return 2
		}
		return 1
	case 0xc2:
		if i+1 < len(text) && text[i+1] == 0x85 {
			return 2
		}
	case 0xe2:
		if i+2 < len(text) && text[i+1] == 0x80 && (text[i+2] == 0xa8 || text[i+2] == 0xa9) {
			return 3
		}
	}
	return 0
}

// offset gives where a line of the stream (from 1) begins, -1 if the text does not have it.
func (l *lines) offset(line int) int {
	line -= l.before
	if line < 1 || line > len(l.starts) {
		return -1
	}
	return l.starts[line-1]
}

// number gives the line (from 0) a byte lies in.
func (l *lines) number(at int) int {
	i, _ := slices.BinarySearch(l.starts, at+1)
	return max(i-1, 0)
}

// end gives the place behind the last byte of the line, in front of its break.
func (l *lines) end(at int) int {
	e := l.next(at)
	for e > at && breakBefore(l.text, e) > 0 {
		return e - breakBefore(l.text, e)
	}
	return e
}

// next gives the start of the next line, the end of the text behind the last.
func (l *lines) next(at int) int {
	if n := l.number(at) + 1; n < len(l.starts) {
		return l.starts[n]
	}
	return len(l.text)
}

// breakBefore gives the length of the line break that ends at e.
func breakBefore(text []byte, e int) int {
	for _, n := range [...]int{3, 2, 1} {
		if e >= n && breakAt(text, e-n) == n {
			return n
		}
	}
	return 0
}

// find finds lines from one on (from 0), blank ones between them aside: where the last that
// was found begins, and how many were.
func (l *lines) find(want []string, n, limit int) (last, found int) {
	for ; n < len(l.starts) && l.starts[n] < limit && found < len(want); n++ {
		t := l.trimmed(n)
		switch {
		case len(t) == 0:
			continue
		case string(t) != want[found]:
			return last, found
		}
		last = l.starts[n]
		found++
	}
	return last, found
}

// trimmed gives a line (from 0) without the blanks around it and its break.
func (l *lines) trimmed(line int) []byte {
	s := l.starts[line]
	return bytes.Trim(l.text[s:l.end(s)], " \t\r")
}

// newlineOf gives the line break a text uses first.
func newlineOf(text []byte) string {
	i := bytes.IndexAny(text, "\r\n")
	switch {
	case i < 0 || text[i] == '\n':
		return "\n"
	case i+1 < len(text) && text[i+1] == '\n':
		return "\r\n"
	}
	return "\r"
}
