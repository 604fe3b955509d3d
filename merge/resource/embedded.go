package resource

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// textDocuments reads and writes the documents that strings of resources hold.
type textDocuments struct{ schemas *schema.Set }

func (d textDocuments) Parse(text string) ([]*yaml.Node, error) { return source.Parse([]byte(text)) }

func (d textDocuments) Print(merged []*yaml.Node, dest merge.DocumentText, from ...merge.DocumentText) (string, error) {
	changes := make([]source.Change, len(merged))
	for i := range merged {
		changes[i] = source.Change{Old: dest.Documents[i], New: merged[i]}
	}
	texts := make([]source.Text, len(from))
	for i, t := range from {
		texts[i] = source.Text{Bytes: []byte(t.Text), Docs: t.Documents}
	}
	var versions *source.Versions
	if len(from) == 2 && from[1].Documents != nil {
		versions = &source.Versions{Original: texts[1].Bytes, Updated: texts[0].Bytes}
	}
	out, err := source.InPlace([]byte(dest.Text), versions, changes, texts...)
	return string(out), err
}

// Schema is the schema of a document in a string.
func (d textDocuments) Schema(root *yaml.Node) merge.Schema {
	m := MetaOf(root)
	return d.schemas.For(m.APIVersion, m.Kind, "")
}
