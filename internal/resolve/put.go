package resolve

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// put puts an answer where the question is about.
func (s *Session) put(q *Question, value *yaml.Node) error {
	of, err := s.home(q)
	if err != nil {
		return err
	}
	d, f := of.document, s.files[q.File]
	switch {
	case q.ofFile():
		if f.answered = true; value != nil {
			f.replaced = []byte(value.Value)
		}
		return nil
	case d == nil && q.Path != "":
		return fmt.Errorf("%s: %s %s is not there any more; accept what stands, or merge again", q.File, q.Resource.Kind, q.Resource.Name)
	case d == nil:
		f.add(value)
		return nil
	}
	at, err := q.place()
	if err != nil {
		return err
	}
	if len(at) == 0 {
		d.file.homes = nil // Items move up where one goes.
	}
	if at = of.path(at); len(at) == 0 {
		d.root, d.touched = value, true
		return nil
	}
	if of.edited(q) {
		return fmt.Errorf("%w: what is around it is another one now; edit the file, then accept what stands there", ErrNoAnswer)
	}
	edit := func(spot merge.Spot) merge.Spot {
		spot.Value = like(value, spot.Value)
		return spot
	}
	edited, ok := at.Edit(d.root, edit)
	if !ok {
		return fmt.Errorf("%s: %s is not a place that can be edited by itself; edit the file, then accept what stands", q.File, q.Path)
	}
	d.root, d.touched = edited, true
	return nil
}

// edited reports whether somebody has edited what is around a question since it was asked.
func (h home) edited(q *Question) bool {
	if q.Stood == "" || h.document == nil {
		return false
	}
	spot, whole := h.path(q.Around()).Find(h.document.root)
	return !whole || decisions.Stood(spot.Value) != q.Stood
}

// like is a value with the comments of the one that it replaces.
func like(value, old *yaml.Node) *yaml.Node {
	if value == nil || old == nil {
		return value
	}
	c := *value
	c.HeadComment, c.LineComment, c.FootComment = old.HeadComment, old.LineComment, old.FootComment
	return &c
}

// add adds a resource that dest does not have: to a List that is there, else as a document.
func (f *file) add(value *yaml.Node) {
	if value == nil {
		return
	}
	f.homes = nil
	for _, d := range f.docs {
		if items := node.Items(d.root); items != nil {
			at := merge.Path{merge.Field("items"), merge.Index(len(items))}
			if edited, ok := at.Edit(d.root, func(merge.Spot) merge.Spot { return merge.Spot{Value: value} }); ok {
				d.root, d.touched = edited, true
				return
			}
		}
	}
	f.docs = append(slices.Clip(f.docs), &document{file: f, root: value, index: len(f.docs), touched: true})
}
