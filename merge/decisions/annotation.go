package decisions

import (
	"bytes"
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// AnnotationName is the annotation of a resource that holds open questions about it.
const AnnotationName = annotation.Conflicts

// largest is how long the text of the annotation gets, in bytes: an API server takes
// 256 KiB for all annotations of a resource.
const largest = 32 << 10

// annotationVersion is the version of the text of the annotation.
const annotationVersion = "1"

// Annotation is the text of the annotation for questions about one resource, "" for
// none: as many from the first on as fit, the rest is given back. The cost is linear.
func Annotation(questions []*Open) (text string, rest []*Open, err error) {
	size, fit := 0, 0
	list := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	for _, o := range questions {
		alone := *o
		alone.Place = Place{Path: o.Path}
		written := alone.written()
		one, problem := encoded(written)
		if problem != nil {
			return "", nil, fmt.Errorf("a question cannot be written: %w", problem)
		}
		if size += len(one) + len("- \n"); size > largest {
			break
		}
		list.Content = append(list.Content, written)
		fit++
	}
	if fit == 0 {
		return "", questions, nil
	}
	text, err = encoded(node.Map("version", &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: annotationVersion}, "conflicts", list))
	return text, questions[fit:], err
}

func encoded(n *yaml.Node) (string, error) {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	e.CompactSeqIndent()
	err := errors.Join(e.Encode(n), e.Close())
	return b.String(), err
}

// ReadAnnotation reads the questions in the annotation of a resource, nil if it has
// none. name is the file, for messages; the place of the questions is the caller's to
// complete. An error names the annotation and the line in its text.
func ReadAnnotation(root *yaml.Node, name string) ([]*Open, error) {
	text := annotation.Get(root, AnnotationName)
	if text == "" {
		return nil, nil
	}
	r := &reader{name: name + ": annotation " + AnnotationName}
	docs, err := source.Parse([]byte(text))
	if err == nil && len(docs) != 1 {
		err = errors.New("it must be one document")
	}
	if err == nil {
		err = merge.Check(docs[0])
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; merge again, or delete it", r.name, err)
	}
	var all []*Open
	read := false
	r.fields(node.Root(docs[0]), "", map[string]func(string, *yaml.Node){
		"version": func(at string, n *yaml.Node) {
			read = true
			if v := r.text(at, n); v != annotationVersion {
				r.fail(n, at, "unknown version %q; this krm-merge reads %s, take the one that wrote it", v, annotationVersion)
			}
		},
		"conflicts": func(at string, n *yaml.Node) {
			r.elements(at, n, func(at string, e *yaml.Node) {
				o := r.open(at, e)
				o.node = nil
				all = append(all, o)
			})
		},
	})
	if !read {
		r.fail(nil, "", "version is missing; merge again, or delete it")
	}
	return all, r.err
}
