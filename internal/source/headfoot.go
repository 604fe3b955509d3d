package source

import (
	"bytes"
	"strings"

	"go.yaml.in/yaml/v3"
)

// documentHead makes the comment above the value that of doc.
func (ed *editor) documentHead(c *chunk, doc *yaml.Node) {
	if was, is, _ := ed.aboveFirst(c.doc.HeadComment, doc.HeadComment); was != is {
		top := c.start
		if c.marker {
			top = ed.stream.lines.next(c.markerAt)
		}
		ed.documentComment(c, top, was, is, comment(is, "")+"\n")
	}
}

// documentFoot makes the comment below the value, which is root by now, that of doc.
func (ed *editor) documentFoot(c *chunk, root, doc *yaml.Node) {
	l := ed.stream.lines
	if was, is := c.doc.FootComment, doc.FootComment; was != is {
		below := ed.documentComment(c, l.next(ed.endOf(ed.root)), was, is, footText(is, ed.endsBlank(root)))
		switch {
		case is == "":
			ed.clearBelow(root, below, 0)
		case was == "":
			ed.release(root)
		}
	}
}

// footText gives the lines of a comment below a document. A blank line separates it
// from a comment below the last entry; there may be one already, that of a text.
func footText(text string, blank bool) string {
	if blank {
		return comment(text, "")
	}
	return "\n" + comment(text, "")
}

// endsBlank reports whether the document ends in a block scalar whose last line is
// blank. Another one would belong to the scalar, too.
func (ed *editor) endsBlank(root *yaml.Node) bool {
	n := lastLeaf(root)
	lines := literalLines(n.Value)
	return strings.HasSuffix(n.Value, "\n") && strings.TrimSpace(lines[len(lines)-1]) == "" && (ed.plus(n) >= 0 || ed.open(n))
}

// release takes the + out of the header of a block scalar at the end of the document
// that does not need it, but would take a blank line below for its own.
func (ed *editor) release(root *yaml.Node) {
	n := lastLeaf(root)
	at := ed.plus(n)
	if at < 0 || ed.endsBlank(root) || n.Value != "" && !strings.HasSuffix(n.Value, "\n") {
		return
	}
	ed.replaceBytes(at, at+1, "")
}

// plus finds the + in the header of the block scalar at the end of the text, -1 if
// there is none or it does not stay, as n.
func (ed *editor) plus(n *yaml.Node) int {
	if ed.root == nil {
		return -1
	}
	last := lastScalar(ed.root)
	if last.header == 0 || last.node.Line != n.Line || last.node.Column != n.Column || !Equal(last.node, n) {
		return -1
	}
	if i := bytes.IndexByte(ed.stream.text[last.body:last.header], '+'); i >= 0 {
		return last.body + i
	}
	return -1
}

// documentComment exchanges a comment that is looked for from a line on; if
// there was none, added is put there. It gives the start of the line below it.
func (ed *editor) documentComment(c *chunk, top int, was, is, added string) (below int) {
	l := ed.stream.lines
	want := commentLines(was)
	from, last, k := l.find(want, l.number(top), c.end)
	to := top
	if k > 0 {
		to = l.next(last)
	}
	switch {
	case len(want) == 0 || k == 0 && !standsIn(ed.stream.text[c.start:c.end], want):
		if is != "" {
			ed.insert(top, added)
		}
	case k < len(want):
		ed.refuse(top, "comment of the document was not found")
	default:
		ed.replaceBytes(from, to, comment(is, ""))
	}
	return to
}

// standsIn reports whether some of the comment lines are in the text: the library gives
// a document comments that stand in front of its marker.
func standsIn(text []byte, comments []string) bool {
	in := standing(text)
	for _, c := range comments {
		if in[c] > 0 {
			return true
		}
	}
	return false
}
