package source

import (
	"bytes"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// between deletes the old entries between prev and next, both kept, and
// inserts the new children from j to j1.
func (ed *editor) between(o *place, n *yaml.Node, s slot, prev, next, j, j1 int) {
	if prev+1 == next && j == j1 {
		return
	}
	first := &o.entries[0]
	if prev < 0 && !ed.stream.lines.leads(first.start) {
		ed.refuse(first.start, "entry behind the dash of the list around it")
		return
	}
	var added []string
	for at := j; at < j1; at++ {
		key, value := child(n, at)
		added = append(added, ed.entryLines(key, value, s)...)
	}
	for i := prev + 1; i < next; i++ {
		ed.deleteLines(o, i, n)
	}
	if len(added) == 0 {
		if prev >= 0 {
			ed.clearBelow(o.entries[prev].value.node, ed.stream.lines.next(ed.tail(&o.entries[next-1])), o.column)
		}
		return
	}
	var at int
	switch {
	case prev+1 < next:
		at = ed.stream.lines.next(ed.tail(&o.entries[next-1]))
	case prev >= 0:
		at = ed.stream.lines.next(ed.tail(&o.entries[prev]))
	default:
		at = ed.stream.lines.start(first.start)
		if o != ed.root {
			at = ed.headStart(o, 0, false)
		}
	}
	ed.insert(at, strings.Join(added, "\n")+"\n")
	_, last := child(n, j1-1)
	ed.clearBelow(last, at, o.column)
}

// clearBelow sees to it that a block scalar at the end of n does not take the
// blank lines and the comments below it for its own: it deletes such lines and
// moves such comments to a column.
func (ed *editor) clearBelow(n *yaml.Node, at, column int) {
	n = lastLeaf(n)
	if n.Kind != yaml.ScalarNode || n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		return
	}
	keeps := ed.keepsBreaks(n)
	l := ed.stream.lines
	for line := l.number(at); line < len(l.starts) && l.starts[line] < len(ed.stream.text); line++ {
		s := l.starts[line]
		indent := l.columnBehindBlanks(line)
		switch t := l.trimmed(line); {
		case len(t) > 0 && t[0] != '#':
			return
		case len(t) > 0:
			keeps = false
			if indent > max(column, 0) {
				ed.tidy(s, s+indent, spaces(column))
			}
		case keeps || l.end(s) > s:
			ed.tidy(s, l.next(s), "")
		}
	}
}

// deleteLines deletes an entry with its lines and comments; n is the new collection. The
// comments above the first entry of a document stay, unless it moves: they are about the
// file.
func (ed *editor) deleteLines(o *place, i int, n *yaml.Node) {
	e := &o.entries[i]
	from := ed.stream.lines.start(e.start)
	same := func(c *yaml.Node) bool { return e.key != nil && Equal(e.key.node, c) }
	if i > 0 || o != ed.root || slices.ContainsFunc(n.Content, same) {
		from = ed.headStart(o, i, false)
	}
	to := ed.stream.lines.next(ed.tail(e))
	ed.replaceBytes(from, to, "")
	if i == 0 || ed.aboveBlanks(from) < from {
		ed.tidy(to, ed.belowBlanks(to), "")
	}
}

// keepsBreaks reports whether a block scalar has a + in its header.
func (ed *editor) keepsBreaks(n *yaml.Node) bool {
	if f, ok := ed.find(n); ok && f.place.header > 0 {
		return bytes.IndexByte(f.stream.text[f.place.body:f.place.header], '+') >= 0
	}
	return strings.HasSuffix(n.Value, "\n\n") || strings.Trim(n.Value, "\n") == "" && n.Value != ""
}
