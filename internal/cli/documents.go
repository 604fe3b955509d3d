package cli

import (
	"bytes"
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"

	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// documents are what a file holds.
type documents struct {
	file *file
	// layer is the place of the layer the file is of.
	layer int
	// nodes are all documents of the file, empty ones too.
	nodes []*yaml.Node
	// resources are those that are not empty.
	resources []*resource.Resource
	// byNode finds the resource of a document.
	byNode map[*yaml.Node]*resource.Resource
}

// parse takes a file apart. Index is counted on from first, for files that
// share a path. An error names the file, the line and what to do.
func parse(f *file, first int) (*documents, error) {
	nodes, err := source.Parse(f.data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.name, source.Refused(f.data, err))
	}
	if isTemplate(f.data) {
		for _, doc := range nodes {
			if at := placeholder(doc); at != nil {
				return nil, fmt.Errorf("%s: line %d: {{ }} is a template's placeholder and no value; render the template", f.name, at.Line)
			}
		}
	}
	return documentsOf(f, nodes, first)
}

// documentsOf makes the documents of a file of their nodes.
func documentsOf(f *file, nodes []*yaml.Node, first int) (*documents, error) {
	d := &documents{file: f, nodes: nodes, byNode: make(map[*yaml.Node]*resource.Resource, len(nodes))}
	for i, doc := range nodes {
		if len(doc.Content) != 1 {
			continue
		}
		root := doc.Content[0]
		if err := merge.Check(root); err != nil {
			return nil, d.inputError(root, i, err)
		}
		if root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
			continue
		}
		r := &resource.Resource{Node: root, Doc: doc, Name: f.name, Path: f.path, Index: first + i, Line: root.Line}
		d.resources = append(d.resources, r)
		d.byNode[doc] = r
	}
	return d, nil
}

// inputError names the file and the resource of what the engine refuses.
func (d *documents) inputError(root *yaml.Node, index int, err error) error {
	name := describe(root)
	if name == "" {
		name = fmt.Sprintf("document %d", index+1)
	}
	var in *merge.InputError
	if errors.As(err, &in) && in.Line > 0 {
		bare := *in
		bare.Line = 0
		return fmt.Errorf("%s:%d: %s: %w", d.file.name, in.Line, name, &bare)
	}
	return fmt.Errorf("%s: %s: %w", d.file.name, name, err)
}

// isTemplate says that a file that is no YAML is not meant to be: templates of
// Helm and Jinja are YAML only once they are rendered.
func isTemplate(data []byte) bool {
	return bytes.Contains(data, []byte("{{")) || bytes.Contains(data, []byte("{%"))
}

// placeholder finds a {{ x }} that YAML takes for a map with a map as its key,
// nil if there is none. Merged as that, it would lose what it says.
func placeholder(n *yaml.Node) *yaml.Node {
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && c.Kind == yaml.MappingNode {
			return c
		}
		if at := placeholder(c); at != nil {
			return at
		}
	}
	return nil
}

// describe names a resource by what it says about itself: apps/v1 Deployment
// prod/web. It is "" for a document that says nothing.
func describe(root *yaml.Node) string {
	return reports.RefOf(root).String()
}
