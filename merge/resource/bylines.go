package resource

import (
	"bytes"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// byLines merges the texts of a resource line by line. It gives the document that
// comes out, and nil where a version lacks the resource or its text, one side left
// it alone, changes touch, a local comment decides, or no document comes out. The
// cost is that of two diffs and of parsing the result.
func (t *triple) byLines() *yaml.Node {
	for _, m := range t {
		if m == nil || m.Text == nil || m.list != nil {
			return nil
		}
	}
	o, u, d := t.o().Text, t.u().Text, t.d().Text
	if bytes.Equal(o, u) || bytes.Equal(o, d) || bytes.Equal(u, d) || bytes.Contains(d, []byte(merge.PinComment)) {
		return nil
	}
	text, clean := merge.Lines(string(o), string(u), string(d))
	if !clean {
		return nil
	}
	docs, err := source.Parse([]byte(text))
	if err != nil || len(docs) != 1 || len(docs[0].Content) != 1 || merge.Check(docs[0].Content[0]) != nil {
		return nil
	}
	return docs[0]
}
