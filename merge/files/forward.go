package files

import (
	"bytes"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// sameText reports whether two resources have one text, where that is known: what
// tools write for each other does not count.
func sameText(a, b *resource.Resource) (same, known bool) {
	one, other := textOf(a), textOf(b)
	switch {
	case one == nil || other == nil:
		return false, false
	case bytes.Equal(body(one), body(other)):
		// Line breaks at the end may be those of a string.
		return bytes.Equal(one, other) || merge.Equal(a.Node, b.Node), true
	}
	return false, len(annotation.Transport(a.Node))+len(annotation.Transport(b.Node)) == 0
}

// textOf is the text of a document, nil where it is not known.
func textOf(r *resource.Resource) []byte {
	if d := homeOf(r); d != nil && d.texts != nil {
		return d.texts[r.Index]
	}
	return nil
}

// body is a text without the marker in front of it and the line breaks at its end.
func body(text []byte) []byte {
	body := bytes.TrimRight(text, "\r\n")
	if rest, marked := bytes.CutPrefix(body, []byte("---")); marked && len(rest) > 0 && (rest[0] == '\n' || rest[0] == '\r') {
		return bytes.TrimLeft(rest, "\r\n")
	}
	return body
}

// forward is the text of updated's file where that takes the place of dest's: dest has the bytes of
// original's, or no file. Where kpt keeps book in dest, and updated's is not original's, dest may have what kpt
// can have made of that, too; the text gets dest's bookkeeping then, if it can be edited in place.
//
// See testdata/forward.txtar, testdata/kpt*.txtar.
func (a *assembly) forward(s *slot) (text []byte, is bool) {
	o, u, d := s.file(merge.Original), s.file(merge.Updated), s.file(merge.Dest)
	booked := a.outcome.KptBookkeeping
	if !a.outcome.Forwarded[s.path] || s.patched || u == nil || d != nil && !same(o, d) && !(booked && !same(o, u) && s.isRespelled()) {
		return nil, false
	}
	from := s.documents(merge.Updated)
	var changes []source.Change
	for _, doc := range from.nodes {
		c := source.Change{Old: doc, New: doc}
		if m := a.placed[from.byNode[doc]]; m != nil && booked {
			if value := upstreams(m); value != nil && value != m.Updated.Node {
				c.New = node.InDocument(doc, value)
			}
		}
		changes = append(changes, c)
	}
	text, err := source.InPlace(u.Data, changes)
	return text, err == nil
}

// upstreams is the value of a result that is updated's, with dest's bookkeeping; nil for any other.
func upstreams(m *resource.Merged) *yaml.Node {
	if m.Dest == nil || m.Forwarded {
		return m.Node
	}
	return m.Respelled
}

// isRespelled reports whether kpt can have made dest's file of original's: what no resource holds of comments is
// original's or kpt's.
func (s *slot) isRespelled() bool {
	was := s.documents(merge.Original).commentsAlone()
	return s.file(merge.Original) != nil && !slices.ContainsFunc(s.documents(merge.Dest).commentsAlone(), func(line string) bool {
		return !slices.Contains(was, line) && !annotation.IsMergeComment(line)
	})
}
