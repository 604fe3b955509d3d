package files

import (
	"bytes"
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// documents are what a file holds.
type documents struct {
	file *File
	// version is the one the file is of.
	version *version
	// nodes are all documents of the file, empty ones too; nil before they are parsed.
	nodes []*yaml.Node
	// texts are those of the documents, nil where that is not known.
	texts [][]byte
	// resources are those that are not empty.
	resources []*resource.Resource
	// byNode finds the resource of a document.
	byNode map[*yaml.Node]*resource.Resource
}

// parse takes the file apart. An error names the file, the line and what to do; it is a *notYAML if the file is
// one that is merged as text.
func (d *documents) parse() error {
	var nodes []*yaml.Node
	template := isTemplate(d.file.Data)
	for text, err := range source.Documents(d.file.Data) {
		if err != nil {
			err = source.Refused(d.file.Data, fmt.Errorf("document %d cannot be parsed: %w", len(nodes)+1, err))
			return &notYAML{d, err, template}
		}
		if template {
			if at := placeholder(text.Docs[0]); at != nil {
				return &notYAML{d, fmt.Errorf("line %d: {{ }} is a template's placeholder, not a value; render the template", at.Line), true}
			}
		}
		if root := node.Root(text.Docs[0]); len(nodes) == 0 && root != nil && root.Kind == yaml.ScalarNode && root.Style == 0 && !bytes.Contains(text.Bytes, []byte(root.Value)) {
			return &notYAML{d, fmt.Errorf("line %d: it is a text of several lines", root.Line), template}
		}
		nodes, d.texts = append(nodes, text.Docs[0]), append(d.texts, text.Bytes)
	}
	return d.hold(nodes)
}

// hold takes over what the file holds.
func (d *documents) hold(nodes []*yaml.Node) error {
	resources := make([]*resource.Resource, 0, len(nodes))
	byNode := make(map[*yaml.Node]*resource.Resource, len(nodes))
	for i, doc := range nodes {
		if len(doc.Content) != 1 {
			continue
		}
		root := doc.Content[0]
		r := &resource.Resource{Node: root, Doc: doc, Name: d.file.Name, Path: d.file.Path, Index: i, Line: root.Line, From: d}
		if err := merge.Check(root); err != nil && !merge.RepeatsKey(err) {
			return inputError(r, err)
		}
		if node.IsNull(root) {
			continue
		}
		resources = append(resources, r)
		byNode[doc] = r
	}
	d.nodes, d.resources, d.byNode = nodes, resources, byNode
	return nil
}

// inputError names the file, the line and the resource of what the engine refuses.
func inputError(r *resource.Resource, err error) error {
	var in *merge.InputError
	if errors.As(err, &in) && in.Line > 0 {
		r.Line = in.Line
		bare := *in
		bare.Line = 0
		err = &bare
	}
	return &resource.Error{Resources: []*resource.Resource{r}, Err: err}
}
