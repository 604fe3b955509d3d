package resource

import (
	"cmp"
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/secret"
	"github.com/krm-merge/krm-merge/internal/similar"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// member is one resource of one version: a document, or an item of a List.
type member struct {
	*Resource
	// file is what stands for a file without documents outside of this package, nil for others.
	file *Resource
	side merge.Side
	// clusterScoped: resources of its kind have no namespace.
	clusterScoped bool
	// unpaired: it pairs with no other, because of the subpackage that it lies in.
	unpaired bool
	meta     *Meta
	id       Identity
	// list is the List it is an item of, nil if it is a document.
	list *wrapper
	// triple is the triple it belongs to, nil until grouped.
	triple *triple
	// held is what features gave, nil until asked for, and once resources are grouped.
	held *similar.Features
	// secrets are the secret places of its triple, nil where nobody looked, or
	// where another member stands for the triple.
	secrets *secret.Places
}

// triple is one resource in the three versions, nil where a version has none.
type triple [3]*member

func (t *triple) o() *member { return t[merge.Original] }

func (t *triple) u() *member { return t[merge.Updated] }

func (t *triple) d() *member { return t[merge.Dest] }

// foremost is the dest's member, else updated's, else original's.
func (t *triple) foremost() *member {
	return cmp.Or(t.d(), t.u(), t.o())
}

func (t *triple) resources() (original, updated, dest *Resource) {
	of := func(m *member) *Resource {
		if m == nil {
			return nil
		}
		return cmp.Or(m.file, m.Resource)
	}
	return of(t.o()), of(t.u()), of(t.d())
}

// join makes one triple of two that no version has a resource of both in.
func (t *triple) join(other *triple) bool {
	if !t.completes(other) {
		return false
	}
	for side, m := range other {
		if m != nil {
			t[side], m.triple = m, t
		}
	}
	*other = triple{}
	return true
}

// unite makes one triple of those of its members.
func (t triple) unite() {
	for _, m := range t {
		if m != nil {
			t.foremost().triple.join(m.triple)
		}
	}
}

// completes reports whether no version has a resource of both.
func (t *triple) completes(other *triple) bool {
	for side := range t {
		if t[side] != nil && other[side] != nil {
			return false
		}
	}
	return true
}

func nodeOf(m *member) *yaml.Node {
	if m == nil {
		return nil
	}
	return m.Node
}

// isText reports whether the resource is a file without documents.
func (m *member) isText() bool { return m.file != nil }

// isLink reports whether it is a symbolic link.
func (m *member) isLink() bool { return m.Node.Tag == terms.LinkTag }

// plain is the text of a file, also where that is a symbolic link.
func plain(text *yaml.Node) *yaml.Node {
	if text == nil || text.Tag != terms.LinkTag {
		return text
	}
	return node.String(text.Value)
}

// bare is the value of a resource without transport annotations.
func bare(m *member) *yaml.Node {
	return m.bare(m.Node)
}

// bare is a value of the member without transport annotations.
func (m *member) bare(node *yaml.Node) *yaml.Node {
	return annotation.Without(node, m.mark(node)...)
}

// mark names the annotations that are not transport annotations but, on an item
// that is marked as upstream's, keep it from being applied: part of the mark.
func (m *member) mark(node *yaml.Node) []string {
	if m.side == merge.Dest || annotation.Get(node, annotation.MergeSource) == "" {
		return nil
	}
	return []string{annotation.LocalConfig}
}

// like is the value of a resource with the transport annotations of dest's.
func like(m, dest *member) *yaml.Node {
	return annotation.Like(m.Node, dest.Node, m.mark(m.Node)...)
}

// within puts a value back into the document it came from, if asked to and there is one.
func within(m *member, value *yaml.Node, asked bool) *yaml.Node {
	switch {
	case !asked || m == nil:
		return value
	case m.Doc == nil:
		return &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{value}}
	}
	return node.InDocument(m.Doc, value)
}

// inDocuments gives values of two versions in their documents, where both have one.
func inDocuments(a, b *member, one, other *yaml.Node) (*yaml.Node, *yaml.Node) {
	docs := a.Doc != nil && b.Doc != nil
	return within(a, one, docs), within(b, other, docs)
}

// document is the document of a resource, its value where there is none.
func (m *member) document() *yaml.Node {
	return cmp.Or(m.Doc, m.Node)
}

// isOne reports whether all three versions are the same document in one place.
func (t *triple) isOne() bool {
	o, u, d := t.o(), t.u(), t.d()
	return o != nil && u != nil && d != nil && o.Node == u.Node && u.Node == d.Node && o.Path == u.Path && u.Path == d.Path
}

// value is the value of a resource without transport annotations, also of one that is
// parsed only while it is merged.
func (m *member) value() *yaml.Node {
	return m.bare(m.whole())
}

// merged is the result of a triple: a value or a document.
func (t *triple) merged(value *yaml.Node, path string) *Merged {
	m := &Merged{Node: node.Root(value), Path: path, meta: t.foremost().meta}
	m.Original, m.Updated, m.Dest = t.resources()
	if d := t.d(); d != nil && d.Node == value {
		m.Doc = d.Doc
		return m
	}
	if m.Node != value {
		m.Doc = value
	}
	if is := MetaOf(m.Node); is != *m.meta {
		m.meta = &is
	}
	return m
}

// wrapper is a document of kind List.
type wrapper struct {
	*Resource
	items []*member
	// versions is a List of dest in all versions, without the items; nil if upstream has
	// none.
	versions *triple
}

// bare is a List with no items in it, as a resource.
func (l *wrapper) bare(side merge.Side) *member {
	r := *l.Resource
	r.Node, r.Doc = node.With(l.Node, "items", &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Style: yaml.FlowStyle}), nil
	return &member{Resource: &r, side: side, meta: r.Meta()}
}

// repeats tells which version repeats a key, as an error says; which key, where it may be shown.
func (t *triple) repeats(because error, s Strategy) string {
	var in *merge.InputError
	errors.As(because, &in)
	at := "the document"
	if len(in.Path) > 0 {
		at = t.hidden().Show(in.Path).String()
	}
	if t.hidden().Hide(in.Path) {
		return fmt.Sprintf("%s repeats a key of %s", s.Name(in.Side), at)
	}
	return fmt.Sprintf("%s repeats the key %q of %s", s.Name(in.Side), in.Repeated.Value, at)
}
