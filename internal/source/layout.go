package source

import (
	"bytes"
	"strings"
)

// Layout gives a text the blank lines and the lines of comments that another
// has, between its own lines. Both must say the same, line for line, but for
// indentation, blanks and quotes; else the text is given back as it is. It serves to
// print what was merged with the empty lines and remarks of a merge by lines,
// which knows where they stand: the tree does not.
//
// Lines are those of the text where the two differ in writing, unless the other
// is where its values are from: then it is taken as it is. The cost is that of
// parsing both.
func Layout(text, as []byte, from bool) []byte {
	if bytes.Equal(text, as) {
		return text
	}
	if from && sameStream(text, as) {
		return as
	}
	saying := sayingLines(text)
	wanted := bytes.SplitAfter(as, []byte("\n"))
	out := make([]byte, 0, len(as))
	next := 0
	for _, line := range wanted {
		if !says(line) {
			out = append(out, line...)
			continue
		}
		if next == len(saying) || !alike(line, saying[next]) {
			return text
		}
		out = append(out, saying[next]...)
		next++
	}
	if next < len(saying) || !sameStream(text, out) {
		return text
	}
	return out
}

// alike says that two lines differ in blanks and quotes alone.
func alike(a, b []byte) bool {
	plain := func(line []byte) []byte {
		return bytes.Map(func(c rune) rune {
			if strings.ContainsRune(" \t\r\n\"'", c) {
				return -1
			}
			return c
		}, line)
	}
	return bytes.Equal(plain(a), plain(b))
}

// says tells a line from a blank one and from a comment.
func says(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && line[0] != '#'
}

func sayingLines(text []byte) [][]byte {
	var lines [][]byte
	for _, line := range bytes.SplitAfter(text, []byte("\n")) {
		if says(line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// sameStream says that two texts hold the same documents.
func sameStream(a, b []byte) bool {
	da, errA := Parse(a)
	db, errB := Parse(b)
	if errA != nil || errB != nil || len(da) != len(db) {
		return false
	}
	for i := range da {
		if len(da[i].Content) != len(db[i].Content) || len(da[i].Content) > 0 && !Equal(da[i].Content[0], db[i].Content[0]) {
			return false
		}
	}
	return true
}
