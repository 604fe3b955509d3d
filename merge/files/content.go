package files

import (
	"path"
	"strings"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// content is what a file holds.
type content uint8

const (
	// resources, or what is not known.
	resources content = iota
	// values are documents that have nothing to do with others, such as the values of a
	// template.
	values
	// nothing but empty documents.
	nothing
)

// contentOf finds out what a file holds. It parses the documents one by one and keeps
// none. What cannot be merged is reported elsewhere.
func contentOf(f *File) content {
	if isTemplate(f.Data) || strings.HasPrefix(path.Base(f.Path), "kustomization") {
		return resources
	}
	holds := nothing
	for text, err := range source.Documents(f.Data) {
		if err != nil {
			return resources
		}
		root := node.Root(text.Docs[0])
		if merge.Check(root) != nil {
			return resources
		}
		for _, name := range []string{"apiVersion", "kind", "metadata", "configMapGenerator", "secretGenerator"} {
			if node.Field(node.Target(root), name) != nil {
				return resources
			}
		}
		if !node.IsNull(root) {
			holds = values
		}
	}
	return holds
}
