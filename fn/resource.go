package fn

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// resource applies the rule for whole resources; nil if the result has none.
//
// rule: whole/*
func (p *pkg) resource(t *trio) (*Merged, error) {
	o, u, d := t.o(), t.u(), t.d()
	switch {
	case u != nil && d != nil:
		return p.fields(t)
	case d != nil && o == nil:
		return t.merged(d.Node, d.Path), nil
	case d != nil:
		return p.deletedUpstream(t), nil
	case u != nil && o == nil:
		return p.added(t), nil
	case u != nil:
		return p.deletedLocally(t), nil
	}
	return nil, nil
}

// merged is the result of a trio.
func (t *trio) merged(node *yaml.Node, path string) *Merged {
	m := &Merged{Node: node, Path: path}
	m.Original, m.Updated, m.Dest = t.resources()
	if d := t.d(); d != nil && d.Node == node {
		m.Doc = d.Doc
	}
	return m
}

func (t *trio) resources() (original, updated, dest *Resource) {
	of := func(m *member) *Resource {
		if m == nil {
			return nil
		}
		return m.Resource
	}
	return of(t.o()), of(t.u()), of(t.d())
}

func (p *pkg) added(t *trio) *Merged {
	return t.merged(bare(t.u()), t.u().Path)
}

func (p *pkg) deletedUpstream(t *trio) *Merged {
	o, d := t.o(), t.d()
	changed := !merge.Equal(like(o, d), d.Node)
	keep := changed && p.cfg.OnDeletedUpstream == KeepModified
	if changed {
		taken := merge.Updated
		if keep {
			taken = merge.Dest
		}
		p.conflict(t, merge.Conflict{Kind: merge.DeletedUpstream, Original: o.Node, Dest: d.Node, Taken: taken})
	}
	if keep {
		return t.merged(d.Node, d.Path)
	}
	p.out.Deleted = append(p.out.Deleted, d.Resource)
	return nil
}

func (p *pkg) deletedLocally(t *trio) *Merged {
	o, u := t.o(), t.u()
	if merge.Equal(bare(o), bare(u)) {
		return nil
	}
	c := merge.Conflict{Kind: merge.DeletedLocally, Original: o.Node, Updated: u.Node, Taken: merge.Dest}
	if p.cfg.OnDeletedLocally != Readd {
		p.conflict(t, c)
		return nil
	}
	c.Taken = merge.Updated
	p.conflict(t, c)
	return p.added(t)
}

// fields merges a resource that updated and dest have, and original maybe.
func (p *pkg) fields(t *trio) (*Merged, error) {
	o, u, d := t.o(), t.u(), t.d()
	opts := merge.Options{Policy: p.cfg.Policy, Schema: p.schemas.For(u.meta.apiVersion, u.meta.kind, d.Path)}
	docs := d.Doc != nil && d.list == nil
	var original *yaml.Node
	if o != nil {
		original = within(o, like(o, d), docs)
	}
	r, err := merge.ThreeWay(original, within(u, like(u, d), docs), within(d, d.Node, docs), opts)
	if err != nil {
		var versions [3]*Resource
		versions[merge.Original], versions[merge.Updated], versions[merge.Dest] = t.resources()
		return nil, inputError(err, versions)
	}
	for _, c := range r.Conflicts {
		p.conflict(t, c)
	}
	for _, n := range r.Notes {
		p.out.Notes = append(p.out.Notes, Note{Note: n, Resource: d.Resource})
	}
	m := t.merged(r.Node, p.path(t))
	if docs && r.Node != nil {
		m.Doc = r.Node
		m.Node = root(r.Node)
	}
	if m.Node == nil {
		p.out.Deleted = append(p.out.Deleted, d.Resource)
		return nil, nil
	}
	return m, nil
}

// within puts a value back into the document it came from, if asked to.
func within(m *member, value *yaml.Node, asked bool) *yaml.Node {
	switch {
	case !asked:
		return value
	case m.Doc == nil:
		return &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{value}}
	case root(m.Doc) == value:
		return m.Doc
	}
	doc := *m.Doc
	doc.Content = []*yaml.Node{value}
	return &doc
}

// root is the value of a document.
func root(doc *yaml.Node) *yaml.Node {
	if doc == nil || doc.Kind != yaml.DocumentNode {
		return doc
	}
	if len(doc.Content) == 0 {
		return nil
	}
	return doc.Content[0]
}

// like is the value of a resource with the travel annotations of dest's.
func like(m, dest *member) *yaml.Node {
	return withTravel(m.Node, travelOf(dest.Node), m.mark()...)
}

// bare is the value of a resource without travel annotations.
func bare(m *member) *yaml.Node {
	return withTravel(m.Node, nil, m.mark()...)
}

// mark names the annotations that are no travel annotations but, on an item
// that is marked as upstream's, keep it from being applied: part of the mark.
func (m *member) mark() []string {
	if m.side == merge.Dest || annotation(m.Node, mergeSource) == "" {
		return nil
	}
	return []string{localConfig}
}

// path says which file the resource goes to: a path is a value.
//
// rule: whole/path*
func (p *pkg) path(t *trio) string {
	o, u, d := t.o(), t.u(), t.d()
	switch {
	case d.list != nil, u.Path == "" || d.Path == "", o == nil || o.Path == "":
		return d.Path
	case u.Path == o.Path, u.Path == d.Path:
		return d.Path
	case d.Path == o.Path:
		return u.Path
	}
	value := func(path string) *yaml.Node {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: path}
	}
	c := merge.Conflict{Kind: merge.BothChanged, Original: value(o.Path), Updated: value(u.Path), Dest: value(d.Path), Taken: merge.Updated}
	path := u.Path
	if p.cfg.Policy.OnConflict == merge.TakeDest {
		c.Taken, path = merge.Dest, d.Path
	}
	p.conflict(t, c)
	p.out.Conflicts[len(p.out.Conflicts)-1].Moved = true
	return path
}

func (p *pkg) conflict(t *trio, c merge.Conflict) {
	fc := Conflict{Conflict: c}
	fc.OriginalResource, fc.UpdatedResource, fc.DestResource = t.resources()
	p.out.Conflicts = append(p.out.Conflicts, fc)
}
