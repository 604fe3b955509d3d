package source

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// settleFeet gives the comments above an element that the YAML library counts as
// ones below its first field to the element in front, as it does elsewhere. It looks at
// the text only where that may be.
func settleFeet(n *yaml.Node, text []byte, l *lazyLines) {
	for i, c := range n.Content {
		settleFeet(c, text, l)
		if n.Kind != yaml.SequenceNode || i == 0 || n.Style&yaml.FlowStyle != 0 {
			continue
		}
		heads := len(commentLines(c.HeadComment))
		for first := c; len(first.Content) > 0; {
			key := first.Content[0]
			heads += len(commentLines(key.HeadComment))
			if key.FootComment != "" && l.of(text).above(key.FootComment, key.Line, heads) {
				n.Content[i-1].FootComment = strings.Trim(n.Content[i-1].FootComment+"\n"+key.FootComment, "\n")
				key.FootComment = ""
			}
			first = key
		}
	}
}

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

// above reports whether a comment is among the comments and blank lines above a line,
// counted from 1, of which the lowest are heads of what stands there.
func (l *lines) above(comment string, line, heads int) bool {
	want := commentLines(comment)
	have := l.commentAbove(line - 1)
	have = have[:max(len(have)-heads, 0)]
	for i := 0; i+len(want) <= len(have); i++ {
		if slices.Equal(have[i:i+len(want)], want) {
			return true
		}
	}
	return false
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
