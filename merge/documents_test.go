package merge_test

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// textDocuments reads and writes the documents that strings hold, as the
// function does, with a schema for documents that say what they are.
type textDocuments struct {
	schema func(root *yaml.Node) merge.Schema
}

func (d textDocuments) Parse(text string) ([]*yaml.Node, error) { return source.Parse([]byte(text)) }

func (d textDocuments) Print(merged []*yaml.Node, dest merge.DocumentText, from ...merge.DocumentText) (string, error) {
	var changes []source.Change
	for i := range merged {
		changes = append(changes, source.Change{Old: dest.Documents[i], New: merged[i]})
	}
	var texts []source.Text
	for _, t := range from {
		texts = append(texts, source.Text{Bytes: []byte(t.Text), Docs: t.Documents})
	}
	out, err := source.InPlace([]byte(dest.Text), changes, texts...)
	return string(out), err
}

func (d textDocuments) Schema(root *yaml.Node) merge.Schema { return d.schema(root) }
