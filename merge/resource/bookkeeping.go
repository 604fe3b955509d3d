package resource

import (
	"cmp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// kpt spells the resources of a package anew that it takes or updates, and writes down on
// each which one of upstream's it is: in a comment behind metadata, and in an annotation.
// That is bookkeeping, not an edit: a resource that differs from original's by nothing else
// is one that nobody edited. What comes from updated gets the bookkeeping that dest has.

// findBookkeeping finds out what kpt wrote in dest: what a resource of dest has and
// original's has not. Upstream's own package may be one that kpt took, too.
func (p *pkg) findBookkeeping() {
	for _, d := range p.members[merge.Dest] {
		if o := d.triple.o(); o != nil {
			found := d.meta.writtenByKptAlone()
			if o.meta.written.comment == "" {
				p.kpt.comment = cmp.Or(p.kpt.comment, found.comment)
			}
			if o.meta.written.identifier == "" {
				p.kpt.identifier = cmp.Or(p.kpt.identifier, found.identifier)
			}
		}
	}
	p.out.KptBookkeeping = !p.kpt.isNone()
}

// writtenByKptAlone is what nobody but a tool has written on a resource: a person writes one of
// both, and only to say that it had another name.
//
// rule: bookkeeping/claim-of-a-person*
func (m *Meta) writtenByKptAlone() bookkeeping {
	b := m.written
	switch {
	case b.comment != "" && b.identifier != "":
	case m.claimedName != m.Name:
		return bookkeeping{}
	case m.claimedNamespace != m.Namespace:
		b.comment = ""
	}
	return b
}

// bookkeeping gives what kpt writes on a resource of upstream's with that value: nothing
// where there is no name, in other files than *.yaml and *.yml, and on the items of a List;
// nor is there any where kpt would break the text.
func (m *member) bookkeeping(value *yaml.Node) (b bookkeeping) {
	root := node.Target(value)
	metadata := node.Target(node.Field(root, "metadata"))
	namespace, name := m.meta.Namespace, m.meta.Name
	switch labels := node.FieldAt(metadata, "labels"); {
	case m.list != nil, m.Path != "" && !strings.HasSuffix(m.Path, ".yaml") && !strings.HasSuffix(m.Path, ".yml"),
		!isMap(metadata) || root.Style&yaml.FlowStyle != 0,
		node.Anchored(metadata, annotation.Of(root)), // It would stand wherever an alias names it.
		namespace+name == "" && (labels == nil || len(labels.Content) == 0), strings.ContainsAny(namespace+name, "\r\n"):
		return b
	}
	if m.meta.written.comment != "" {
		namespace, name = m.meta.claimedNamespace, m.meta.claimedName
	}
	b.comment = "# " + annotation.MergeComment + " " + namespace + "/" + name
	b.identifier = strings.Join([]string{m.meta.Group(), m.meta.Kind, cmp.Or(namespace, "default"), name}, "|")
	return b
}

// withBookkeeping gives a result bookkeeping: dest's, and where upstream gave the
// resource another name, the new one; to what updated added, what kpt would write. A
// comment that updated has there stays. What was deleted here stays deleted.
//
// rule: bookkeeping/*
func (p *pkg) withBookkeeping(t *triple, value *yaml.Node) *yaml.Node {
	if p.kpt.isNone() || t.u() == nil {
		return value
	}
	if t.d() == nil {
		is := t.u().bookkeeping(value)
		if p.kpt.comment == "" || metadataComment(value) != "" {
			is.comment = ""
		}
		if p.kpt.identifier == "" {
			is.identifier = ""
		}
		return is.onto(value)
	}
	b := t.d().meta.written
	if t.o() != nil {
		was, is := t.o().bookkeeping(t.o().Node), t.u().bookkeeping(t.u().Node)
		b.comment = renewed(b.comment, was.comment, is.comment)
		b.identifier = renewed(b.identifier, was.identifier, is.identifier)
	}
	return b.onto(value)
}

// renewed is what dest has, but what kpt writes on updated's where dest has what it writes
// on original's.
func renewed(dest, was, is string) string {
	if dest == "" || dest != was || is == "" {
		return dest
	}
	return is
}

// onto gives a copy of a value with what is not "" of it, the value itself where it has
// that.
func (b bookkeeping) onto(value *yaml.Node) *yaml.Node {
	if b.identifier != "" {
		value = withIdentifier(value, b.identifier)
	}
	return withComment(value, b.comment)
}

// withIdentifier sets the annotation. Comments that the YAML library gave to dest's are of
// what stands below it there.
func withIdentifier(value *yaml.Node, identifier string) *yaml.Node {
	key, held := node.Entry(annotation.Of(value), annotation.UpstreamIdentifier)
	if key != nil && len(source.CommentLines(key))+len(source.CommentLines(held)) > 0 {
		value = annotation.Drop(value, annotation.UpstreamIdentifier)
	} else if node.Text(held) == identifier {
		return value
	}
	return annotation.Set(value, []string{annotation.UpstreamIdentifier}, []string{identifier})
}

// withComment sets the comment behind metadata, where it stands above what it holds: in
// flow style there is no place for one.
func withComment(value *yaml.Node, comment string) *yaml.Node {
	root := node.Target(value)
	key, metadata := node.Entry(root, "metadata")
	switch {
	case comment == "" || !isMap(metadata) || len(metadata.Content) == 0 || metadataComment(root) == comment,
		(root.Style|metadata.Style)&yaml.FlowStyle != 0, node.Anchored(root, metadata):
		return value
	}
	k, m := *key, *metadata
	k.LineComment, m.LineComment = comment, ""
	content, at := slices.Clone(root.Content), slices.Index(root.Content, key)
	content[at], content[at+1] = &k, &m
	return node.WithContent(root, content)
}

// metadataComment is the comment behind metadata.
func metadataComment(root *yaml.Node) string {
	key, metadata := node.Entry(node.Target(root), "metadata")
	if key == nil {
		return ""
	}
	return strings.TrimSpace(cmp.Or(key.LineComment, metadata.LineComment))
}
