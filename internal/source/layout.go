package source

import (
	"bytes"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Layout gives a text the blank lines and the lines of comments that another
// has, between its own lines. Both must say the same, line for line, but for
// indentation, blanks and quotes; else it says false. It serves to print what was
// merged with the empty lines and remarks of a merge by lines, which knows where
// they stand: the tree does not.
//
// Lines are those of the text where the two differ in writing, unless the other
// is where its values are from: then it is taken as it is. The cost is that of
// parsing both.
func Layout(text, as []byte, from bool) ([]byte, bool) {
	if bytes.Equal(text, as) {
		return text, true
	}
	if from && sameStream(text, as) {
		return as, true
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
			return nil, false
		}
		out = append(out, saying[next]...)
		next++
	}
	if next < len(saying) || !sameStream(text, out) {
		return nil, false
	}
	return out, true
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
		if !sameDocument(da[i], db[i]) {
			return false
		}
	}
	return true
}

func sameDocument(a, b *yaml.Node) bool {
	return len(a.Content) == len(b.Content) && (len(a.Content) == 0 || Equal(a.Content[0], b.Content[0]))
}

// Reordered says that two texts hold the same documents in another order. The cost
// is that of parsing both and, for each document that moved, of comparing it with
// those that it passed.
func Reordered(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return false
	}
	da, errA := Parse(a)
	db, errB := Parse(b)
	if errA != nil || errB != nil || len(da) != len(db) {
		return false
	}
	taken := make([]bool, len(db))
	moved, first := false, 0
	for _, doc := range da {
		at := first
		for at < len(db) && (taken[at] || !sameDocument(doc, db[at])) {
			at++
		}
		if at == len(db) {
			return false
		}
		taken[at], moved = true, moved || at != first
		for first < len(db) && taken[first] {
			first++
		}
	}
	return moved
}
