package source

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// Versions are what two other versions of a text have, of which it is the third: where
// their merge by lines has what is wanted, its text is what is printed.
type Versions struct {
	Original, Updated []byte

	dest []byte
}

// MergedLines gives the merge by lines of three versions of a stream, where that is clean
// and has the values that are wanted: documents and lists in their order. What it has of
// comments, order of fields and spelling is what the versions have there.
func MergedLines(original, updated, dest []byte, docs []Change) ([]byte, bool) {
	text, clean := diff.MergeLines(string(original), string(updated), string(dest))
	if !clean {
		return nil, false
	}
	parsed, err := Parse([]byte(text))
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
	return []byte(text), slices.EqualFunc(got, want, SameValues)
}

// byLines prints a document of the stream with the merge by lines of its versions: as that
// is, if it is clean and has the value that is wanted; else, where it can be parsed, with the
// edits that it needs yet. It is false where lines do not merge.
func (p *printer) byLines(i int, d Change, check *check, more bool) ([]byte, bool) {
	c := &p.stream.chunks[i]
	if d.Versions == nil || i == 0 && c.start > withoutMark(p.stream.text) {
		return nil, false // What stands in front of a marker is another text.
	}
	dest := p.stream.text[c.start:c.end]
	v := &Versions{Original: p.ended(d.Versions.Original), Updated: p.ended(d.Versions.Updated), dest: dest}
	// Where both changed the same lines, it has dest's.
	merged, clean := diff.MergeLines(string(v.Original), string(v.Updated), string(dest))
	if merged == string(dest) {
		return nil, false
	}
	text := []byte(merged)
	docs, err := Parse(text)
	if err != nil || len(docs) != 1 {
		return nil, false
	}
	s, err := newStream(Text{Bytes: text, Docs: docs})
	if err != nil || s.chunks[0].marker != c.marker {
		return nil, false // Whether it needs a marker is settled by what stands around it.
	}
	if clean && SameValues(docs[0].Content[0], check.root) {
		return p.cut(text, i, check, more), true
	}
	q := &printer{stream: s, from: p.from, newline: p.newline}
	out, err := q.document(0, Change{Old: docs[0], New: d.New, Versions: v}, true)
	if err != nil {
		return nil, false
	}
	p.anew, p.lossy = p.anew+q.anew, p.lossy+q.lossy
	return p.cut(out, i, check, more), true
}

// ended is a text with a line break at its end.
func (p *printer) ended(text []byte) []byte {
	if len(text) == 0 || lineBreak(text) > 0 {
		return text
	}
	return append(slices.Clone(text), p.newline...)
}
