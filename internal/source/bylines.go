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
			want = append(want, d.wanted().Content[0])
		}
	}
	got, want = slices.DeleteFunc(got, isEmptyPlain), slices.DeleteFunc(want, isEmptyPlain)
	return []byte(text), slices.EqualFunc(got, want, SameValues)
}

// byLines prints a document of the stream with the merge by lines of its versions: as that
// is, if it is clean and has the value that is wanted; else, where it can be parsed, with the
// edits that it needs yet. It is false where lines do not merge.
func (p *printer) byLines(c *chunk, d Change, check *check) ([]byte, bool) {
	if d.Versions == nil || c.start > withoutMark(p.stream.text) && c.start == len(p.stream.head()) {
		return nil, false // What stands in front of a marker is another text.
	}
	v := &Versions{Original: d.Versions.Original, Updated: d.Versions.Updated, dest: c.text}
	// Where both changed the same lines, it has dest's.
	merged, clean := diff.MergeLines(string(v.Original), string(v.Updated), string(v.dest))
	if merged == string(v.dest) {
		return nil, false
	}
	docs, err := Parse([]byte(merged))
	if err != nil || len(docs) != 1 {
		return nil, false
	}
	s, err := newStream(Text{Bytes: []byte(merged), Docs: docs})
	if err != nil || (s.chunks[0].marker > 0) != (c.marker > 0) {
		return nil, false // Whether it needs a marker is settled by what stands around it.
	}
	if clean && SameValues(docs[0].Content[0], check.want.Content[0]) {
		return []byte(merged), true
	}
	out, err := p.document(&s.chunks[0], Change{Old: docs[0], New: d.New, Versions: v})
	return out, err == nil
}

// ended is a text with a line break at its end.
func (p *printer) ended(text []byte) []byte {
	if len(text) == 0 || lineBreak(text) > 0 {
		return text
	}
	return append(slices.Clone(text), p.newline...)
}
