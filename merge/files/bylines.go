package files

import (
	"bytes"
	"path"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// AgreesWithLines reports whether a merged file is what another program made of the same
// versions line by line, apart from the order of resources, of keyed lists and of sets,
// and from spelling. Where not, one of the two is wrong, and it is unknown which. Lines
// that are not valid YAML are wrong themselves and do not count; nor is anything compared
// where the file has comments or annotations that keep places. The name is that of the
// file, see Bytes. The error is that the merged file cannot be parsed. The cost is
// linear.
func AgreesWithLines(merged, lines []byte, name string, opts Options) (bool, error) {
	if bytes.Contains(merged, []byte(merge.PinComment)) {
		return true, nil
	}
	result, err := documentsOf(merged, name)
	if err != nil {
		return false, err
	}
	others, err := documentsOf(lines, name)
	if err != nil {
		return true, nil //nolint:nilerror // Structure does better.
	}
	return resource.AgreesWithLines(result, others, opts.Options), nil
}

// documentsOf parses a file into its documents, without empty ones.
func documentsOf(text []byte, name string) (all []*resource.Resource, err error) {
	docs, err := source.Parse(text)
	if err != nil {
		return nil, err
	}
	for i, doc := range docs {
		root := node.Root(doc)
		if err := merge.Check(root); err != nil {
			return nil, err
		}
		if !node.IsNull(root) {
			all = append(all, &resource.Resource{Node: root, Doc: doc, Name: name, Path: path.Base(name), Index: i})
		}
	}
	return all, nil
}
