package source

import (
	"bytes"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// Versions are what two other versions of a text have, of which it is the third: where
// their merge by lines has what is wanted, its text is what is printed. They are for one
// text, in one printing at a time; what is found about it serves those that follow.
type Versions struct {
	Original, Updated []byte

	// merged is the merge, nil before it is made, with its documents; dest is the text itself.
	merged []byte
	dest   []byte
	clean  bool
	docs   []*yaml.Node
	err    error
}

// MergedLines gives the merge by lines of three versions of a stream, where that is clean
// and has the values that are wanted: documents and lists in their order. What it has of
// comments, order of fields and spelling is what the versions have there.
func MergedLines(v *Versions, dest []byte, docs []Change) ([]byte, bool) {
	if v.merge(dest); !v.clean {
		return nil, false
	}
	parsed, err := v.parse()
	if err != nil {
		return nil, false
	}
	var got, want []*yaml.Node
	for _, doc := range parsed {
		got = append(got, doc.Content[0])
	}
	for _, d := range docs {
		if d.New != nil {
			root, _ := wanted(d)
			want = append(want, root)
		}
	}
	got, want = slices.DeleteFunc(got, isEmptyPlain), slices.DeleteFunc(want, isEmptyPlain)
	return v.merged, slices.EqualFunc(got, want, SameValues)
}

// merge merges the versions by lines. Where both changed the same lines, it has dest's,
// and is not clean.
func (v *Versions) merge(dest []byte) {
	if v.merged != nil {
		return
	}
	text, clean := diff.MergeLines(string(v.Original), string(v.Updated), string(dest))
	v.merged, v.clean, v.dest = []byte(text), clean, dest
}

// parse gives the documents of the merge.
func (v *Versions) parse() ([]*yaml.Node, error) {
	if v.docs == nil && v.err == nil {
		v.docs, v.err = Parse(v.merged)
	}
	return v.docs, v.err
}

// byLines prints a document of the stream with the merge by lines of its versions: as that
// is, if it has the value and the comments that are wanted; else, where it can be parsed,
// with the edits that it needs yet. It is false where lines do not merge.
func (p *printer) byLines(i int, d Change, check *check, more bool) ([]byte, bool) {
	c := &p.stream.chunks[i]
	if d.Versions == nil || i == 0 && c.start > p.stream.lines.starts[0] {
		return nil, false // What stands in front of a marker is another text.
	}
	v, dest := d.Versions, p.stream.text[c.start:c.end]
	v.Original, v.Updated = p.ended(v.Original), p.ended(v.Updated)
	v.merge(dest)
	if bytes.Equal(v.merged, dest) {
		return nil, false
	}
	text := v.merged
	docs, err := v.parse()
	if err != nil || len(docs) != 1 || isMarked(text) != c.marker {
		return nil, false // Whether it needs a marker is settled by what stands around it.
	}
	if v.clean {
		if whole, unlike := check.parsed(text, docs); unlike == nil && whole {
			return p.cut(text, i, check, more), true
		}
	}
	s, err := newTextStream(Text{Bytes: text, Docs: docs})
	if err != nil {
		return nil, false
	}
	q := &printer{stream: s, from: p.from, dest: p.stream, newline: p.newline}
	out, err := q.document(0, Change{Old: docs[0], New: d.New, Versions: v}, true)
	if err != nil {
		return nil, false
	}
	p.anew, p.lossy = p.anew+q.anew, p.lossy+q.lossy
	return p.cut(out, i, check, more), true
}

// isMarked reports whether a document has its marker.
func isMarked(text []byte) bool {
	for line := range bytes.Lines(text) {
		if isMarker(line, "---") {
			return true
		}
	}
	return false
}

// ended is a text with a line break at its end.
func (p *printer) ended(text []byte) []byte {
	if len(text) == 0 || breakBefore(text, len(text)) > 0 {
		return text
	}
	return append(slices.Clone(text), p.newline...)
}
