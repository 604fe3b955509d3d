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
	d := of.document
	switch {
	case err != nil:
		return err
	case q.ofFile():
		return s.replace(q, value)
	case d == nil && q.Path != "":
		return fmt.Errorf("%s: %s %s is not there any more; accept what stands, or merge again", q.File, q.Resource.Kind, q.Resource.Name)
	case d == nil:
		return s.add(q, value)
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

// add adds a resource that dest does not have to its file: to a List that is there.
func (s *Session) add(q *Question, value *yaml.Node) error {
	f, err := s.file(q.File)
	if err != nil || value == nil {
		return err
	}
	if err = f.parse(); err != nil {
		return err
	}
	for _, d := range f.docs {
		if items := node.Items(d.root); items != nil {
			at := merge.Path{merge.Field("items"), merge.Index(len(items))}
			edited, ok := at.Edit(d.root, func(merge.Spot) merge.Spot { return merge.Spot{Value: value} })
			if ok {
				d.root, d.touched, f.homes = edited, true, nil
				return nil
			}
		}
	}
	f.docs = append(slices.Clip(f.docs), &document{file: f, root: value, index: len(f.docs), touched: true})
	f.homes = nil
	return nil
}

// replace replaces a file without resources.
func (s *Session) replace(q *Question, value *yaml.Node) error {
	f, err := s.file(q.File)
	if err != nil {
		return err
	}
	if f.answered = true; value != nil {
		f.replaced = []byte(value.Value)
	}
	return nil
}
