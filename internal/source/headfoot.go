package source

import "go.yaml.in/yaml/v3"

// documentComments makes the comments around the value those of doc.
func (ed *editor) documentComments(c *chunk, doc *yaml.Node) {
	l := ed.stream.lines
	if was, is := c.doc.HeadComment, doc.HeadComment; was != is {
		top := c.start
		if c.marker {
			top = l.next(c.markerAt)
		}
		ed.documentComment(c, top, was, is, comment(is, "")+"\n")
	}
	if was, is := c.doc.FootComment, doc.FootComment; was != is {
		end := l.end(ed.root.end)
		if ed.root.block {
			end = ed.tail(&ed.root.entries[len(ed.root.entries)-1])
		}
		ed.documentComment(c, l.next(end), was, is, "\n"+comment(is, ""))
	}
}

// documentComment exchanges a comment that is looked for from a line on; if
// there was none, added is put there.
func (ed *editor) documentComment(c *chunk, top int, was, is, added string) {
	l := ed.stream.lines
	want := commentLines(was)
	from, to, k := top, top, 0
	for n := l.number(top); n < len(l.starts) && l.starts[n] < c.end && k < len(want); n++ {
		t := l.trimmed(n)
		if len(t) == 0 {
			continue
		}
		if string(t) != want[k] {
			break
		}
		if k == 0 {
			from = l.starts[n]
		}
		k++
		to = l.next(l.starts[n])
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
}

// standsIn says that some of the comment lines are in the text: the library
// gives a document comments that stand in front of its marker.
func standsIn(text []byte, comments []string) bool {
	in := standing(text)
	for _, c := range comments {
		if in[c] > 0 {
			return true
		}
	}
	return false
}
