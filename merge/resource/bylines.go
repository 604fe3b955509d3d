package resource

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// byLines merges the texts of a resource line by line. It gives the document that
// comes out, with the transport annotations of dest's, and nil where a version lacks
// the resource, one side left it alone, changes touch, a local comment decides, or no
// document comes out. The cost is that of two diffs and of parsing the result.
func (t *triple) byLines() *yaml.Node {
	o, u, d, ok := t.texts()
	if !ok || o == u || o == d || u == d || strings.Contains(d, merge.PinComment) {
		return nil
	}
	text, clean := merge.Lines(o, u, d)
	if !clean {
		return nil
	}
	docs, err := source.Parse([]byte(text))
	if err != nil || len(docs) != 1 || len(docs[0].Content) != 1 || merge.Check(docs[0].Content[0]) != nil {
		return nil
	}
	doc := *docs[0]
	doc.Content = []*yaml.Node{annotation.WithTransport(doc.Content[0], annotation.Transport(t.d().Node))}
	return &doc
}

// texts are those of the versions: as they stand in their files where all do, else as
// they would be written.
func (t *triple) texts() (original, updated, dest string, ok bool) {
	var texts [3]string
	known := true
	for _, m := range t {
		if m == nil || m.list != nil {
			return "", "", "", false
		}
		known = known && m.Text != nil
	}
	for side, m := range t {
		texts[side] = string(m.Text)
		if known {
			continue
		}
		text, err := yaml.Marshal(plain(bare(m)))
		if err != nil {
			return "", "", "", false
		}
		texts[side] = string(text)
	}
	return texts[merge.Original], texts[merge.Updated], texts[merge.Dest], true
}

// plain is a value without comments and styles, each entry on lines of its own. Only
// comments that decide stay.
func plain(n *yaml.Node) *yaml.Node {
	c := &yaml.Node{Kind: n.Kind, Tag: n.Tag, Value: n.Value, Anchor: n.Anchor, Alias: n.Alias}
	if strings.Contains(n.HeadComment+n.LineComment, merge.PinComment) {
		c.HeadComment, c.LineComment = n.HeadComment, n.LineComment
	}
	for _, child := range n.Content {
		c.Content = append(c.Content, plain(child))
	}
	return c
}
