package source

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// settleDocument takes the comments of a document without a value out of the document in
// front of it, to which the YAML library counts them.
func settleDocument(last, doc *yaml.Node, text []byte, l *lazyLines) {
	if last == nil || last.FootComment == "" || len(doc.Content) != 1 || !isEmptyPlain(doc.Content[0]) {
		return
	}
	want, have := commentLines(last.FootComment), l.of(text).commentAbove(doc.Line-1)
	n := 0
	for n < len(want) && slices.Contains(have, want[n]) {
		n++
	}
	if n < len(want) {
		last.FootComment = strings.Join(want[:n], "\n")
	}
}

// lazyLines are lines read when somebody asks.
type lazyLines struct{ read *lines }

func (l *lazyLines) of(text []byte) *lines {
	if l.read == nil {
		l.read = newLines(text)
	}
	return l.read
}

// commentAbove gives the comment lines above a line, counted from 0, with nothing but
// blank lines between them.
func (l *lines) commentAbove(line int) []string {
	var have []string
	for n := line - 1; n >= 0; n-- {
		t := string(l.trimmed(n))
		if t != "" && t[0] != '#' {
			break
		}
		if t != "" {
			have = append(have, t)
		}
	}
	slices.Reverse(have)
	return have
}
