package resource

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/sops"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// rule decides what becomes of a resource. It may be called concurrently for
// different ones.
func (p *pkg) rule(t *triple) (r ruling) {
	switch {
	case p.isUntouched(t):
		r.merged = t.merged(nil, t.d().Path)
		r.merged.upstreams = p.sameText(t.o(), t.d())
		return r
	case p.of.Sink == nil && p.opts.ModeKey == "" && t.isOne():
		r.merged = t.merged(t.d().Node, t.d().Path)
		r.merged.upstreams = true
		return r
	}
	t.read()
	one := p.forOne(p.opts)
	if r.merged, r.err = one.resource(t); r.err == nil {
		r.err = one.mark(t, r.merged)
	}
	if r.err != nil {
		return r
	}
	one.shipped(t, r.merged)
	one.unmirrored(t, r.merged)
	r.out = one.out
	if r.merged != nil && sops.Unsealed(r.merged.Node) {
		r.out.Unsealed = []*Resource{t.foremost().Resource}
	}
	if p.of.Sink != nil {
		r.err = p.emit(t, &r)
	}
	return r
}

// forOne is the package for what is done with one resource, under options; it collects what
// that gives.
func (p *pkg) forOne(opts *Options) *pkg {
	one := *p
	one.opts, one.out = opts, Outcome{deletedWhole: p.out.deletedWhole}
	return &one
}

// resource applies the rule for whole resources; nil if the result has none.
//
// rule: whole/*
func (p *pkg) resource(t *triple) (*Merged, error) {
	o, u, d := t.o(), t.u(), t.d()
	switch {
	case t.foremost().meta.isDecisions():
		return p.decisions(t)
	case u != nil && d != nil && d.isText():
		return p.text(t), nil
	case u != nil && d != nil:
		return p.fields(t)
	case d != nil && o == nil && d.isText():
		return t.merged(d.Node, d.Path), nil
	case d != nil && o == nil:
		return p.held(t, p.overriding(d.Resource))
	case d != nil:
		return p.deletedUpstream(t), nil
	case u != nil && p.opts.Strategy == TwoWay && !u.isText():
		return p.patched(t)
	case u != nil && o == nil:
		return p.added(t), nil
	case u != nil:
		return p.deletedLocally(t), nil
	}
	return nil, nil
}

// added is a resource that upstream alone has, nil where dest deleted all around it.
func (p *pkg) added(t *triple) *Merged {
	if p.out.DeletedWith(t.u().Path) != "" {
		p.record(t, merge.Conflict{Kind: merge.DeletedLocally, Updated: t.u().Node, Taken: merge.Dest, OnConflict: merge.TakeDest})
		return nil
	}
	return t.merged(p.withBookkeeping(t, bare(t.u())), t.u().Path)
}

// patched is a resource of source that dest lacks: what is left of it when its
// directives are applied to nothing.
func (p *pkg) patched(t *triple) (*Merged, error) {
	r, err := merge.TwoWay(bare(t.u()), nil, p.options(t))
	if err != nil {
		return nil, t.inputError(err)
	}
	if r.Node == nil {
		return nil, nil
	}
	p.notes(t, r.Notes...)
	return t.merged(r.Node, t.u().Path), nil
}

// deletedUpstream is a resource that updated deleted: it goes, unless dest changed it and
// keeps that, or a comment in it keeps a part of it.
//
// rule: whole/kept-deleted-upstream
func (p *pkg) deletedUpstream(t *triple) *Merged {
	o, d := t.o(), t.d()
	was := named(like(o, d), d.Node, d.meta.nameField())
	if merge.Keeps(d.document()) {
		p.record(t, merge.Conflict{
			Kind: merge.DeletedUpstream, Original: was, Dest: d.Node, Taken: merge.Dest,
			By: terms.ByPin, Mode: merge.ModeKeep, OnConflict: merge.TakeDest,
		})
		return t.merged(d.Node, d.Path)
	}
	if merge.Equal(was, d.Node) {
		p.delete(d)
		p.commentsGone(o, d)
		return nil
	}
	c := merge.Conflict{Kind: merge.DeletedUpstream, Original: o.Node, Dest: d.Node, Taken: merge.Updated}
	if p.opts.OnDeletedUpstream == terms.KeepModified {
		c.Taken = merge.Dest
	}
	return p.decidedWhole(t, c)
}

// delete tells of a resource of dest that the result has not.
func (p *pkg) delete(d *member) {
	if !d.isText() {
		p.out.Deleted = append(p.out.Deleted, d.Resource)
	}
}

// commentsGone notes that a resource which the merge deleted had comments of its own:
// those of kpt are none.
//
// See testdata/merge/comments-gone.txtar.
func (p *pkg) commentsGone(o, d *member) {
	for comment := range merge.OwnComments(inDocuments(d, o, d.Node, o.Node)) {
		if annotation.IsMergeComment(comment) {
			continue
		}
		p.notes(d.triple, merge.Note{Kind: terms.NoteComment, Message: terms.CommentGone})
		return
	}
}

func (p *pkg) deletedLocally(t *triple) *Merged {
	o, u := t.o(), t.u()
	if merge.Equal(named(bare(o), u.Node, u.meta.nameField()), bare(u)) {
		return nil
	}
	c := merge.Conflict{Kind: merge.DeletedLocally, Original: o.Node, Updated: u.Node, Taken: merge.Dest}
	switch mode := p.modeOf(t); {
	case mode == merge.ModeSkip:
		c.By, c.Mode, c.OnConflict = terms.ByMode, mode, merge.TakeDest
		p.record(t, c)
		return nil
	case p.opts.OnDeletedLocally == terms.StayDeleted:
		c.OnConflict = merge.TakeDest
		p.record(t, c)
		return nil
	case p.opts.OnDeletedLocally == terms.Readd:
		c.Taken = merge.Updated
	}
	return p.decidedWhole(t, c)
}

// fields merges a resource that updated and dest have, and original maybe.
func (p *pkg) fields(t *triple) (*Merged, error) {
	sparse, err := p.overrides(t)
	if sparse != nil || err != nil {
		return sparse, err
	}
	d := t.d()
	r, opts, err := p.engine(t)
	if err != nil {
		return nil, t.inputError(err)
	}
	if r, err = p.inOrder(t, r); err != nil {
		return nil, err
	}
	respelled := p.isRespelled(t)
	asWas := respelled || t.o() != nil && p.sameText(t.o(), d)
	if asWas {
		if m := p.forward(t, opts, r); m != nil {
			return m, nil
		}
	}
	for _, c := range r.Conflicts {
		p.record(t, c)
	}
	p.notes(t, r.Notes...)
	if r.Node == nil {
		p.delete(d)
		return nil, nil
	}
	m := p.mergedFields(t, r.Node)
	m.upstreams = asWas && p.sameText(t.u(), d)
	if respelled && node.Root(r.Node) == d.Node && p.sameText(t.o(), t.u()) {
		m.upstreams, m.Respelled = true, p.withBookkeeping(t, like(t.u(), d))
	}
	return m, nil
}

// mergedFields is the result of a resource for what the engine made of it, the document where
// dest has one.
func (p *pkg) mergedFields(t *triple, merged *yaml.Node) *Merged {
	m := t.merged(merged, p.path(t))
	if m.Node != t.d().Node {
		m.Node = p.withBookkeeping(t, m.Node)
		m.Doc = node.InDocument(m.Doc, m.Node)
	}
	return m
}

// engine merges the values of a resource, in their documents where dest has one. It also gives the options,
// with the modes that are written on the versions.
func (p *pkg) engine(t *triple) (r merge.Result, opts merge.Options, err error) {
	opts = p.options(t)
	modes, err := p.modes(t)
	if err != nil {
		return r, opts, err
	}
	opts.Rules = modes.before(opts.Rules)
	o, u, d := t.o(), t.u(), t.d()
	var was *yaml.Node
	if o != nil {
		was = like(o, d)
	}
	was, is := p.ofPackage(t, was, p.like(u, d))
	was = p.withEntries(t, was, is)
	was, is, dest := modes.onto(was, is, d.Node)
	docs := d.Doc != nil
	dest = within(d, dest, docs)
	updated := within(u, is, docs)
	switch p.opts.Strategy {
	case TwoWay:
		r, err = merge.TwoWay(updated, dest, opts)
		return sops.Coded(r, updated, dest), opts, err
	case Layers:
		r, err = merge.Layers([]*yaml.Node{dest, updated}, opts)
		return sops.Coded(r, updated, dest), opts, err
	case StrategyDefault, ThreeWay, Check:
	}
	original := within(o, was, docs)
	versions := merge.Versions{Original: original, Updated: updated, Dest: dest}
	if sops.Encrypted(original) || sops.Encrypted(updated) || sops.Encrypted(dest) {
		r, err = p.encrypted(t, versions, opts)
		return r, opts, err
	}
	if r, err = checked(versions, opts); merge.RepeatsKey(err) {
		return p.documentLines(t, versions, err), opts, nil
	}
	if err == nil && modes == nil {
		r = merge.ByLines(versions, r, opts)
	}
	return r, opts, err
}

// like is the value of updated with the transport annotations of dest's. Without
// an original to show that a name is not updated's own choice, a renamed
// resource keeps its name.
func (p *pkg) like(u, d *member) *yaml.Node {
	value := like(u, d)
	if !p.opts.Strategy.Patches() || !u.claims(d) && !d.claims(u) {
		return value
	}
	local := node.FieldAt(d.Node, "metadata")
	metadata := node.FieldAt(value, "metadata")
	for _, name := range []string{"name", "namespace"} {
		metadata = node.With(metadata, name, node.Field(local, name))
	}
	return node.With(node.Target(value), "metadata", metadata)
}

// isRespelled reports whether dest has a resource as original had it, but for what kpt
// makes of it: the value is the same, and so are the comments. It writes its own comment
// in place of one that is there.
//
// rule: bookkeeping/*
func (p *pkg) isRespelled(t *triple) bool {
	o, d := t.o(), t.d()
	if p.kpt.isNone() || o == nil || !merge.Equal(bare(o), bare(d)) {
		return false
	}
	was, is := inDocuments(o, d, withComment(o.Node, d.meta.written.comment), d.Node)
	sorted := func(doc *yaml.Node) []string { return slices.Sorted(slices.Values(source.CommentLines(doc))) }
	return slices.Equal(sorted(was), sorted(is))
}

// emit hands a ruling to the sink, and lets go of all its nodes if it can.
func (p *pkg) emit(t *triple, r *ruling) error {
	if !t.isDeferred() {
		return nil
	}
	for i := range r.out.Conflicts {
		// A value would hold all of its resource.
		c := &r.out.Conflicts[i]
		c.Original, c.Updated, c.Dest = node.Copy(c.Original), node.Copy(c.Updated), node.Copy(c.Dest)
	}
	if m := r.merged; m != nil {
		if m.Dest == nil || m.Path != m.Dest.Path {
			return nil // Its nodes must stay.
		}
		again, err := p.of.Sink(m)
		if again == nil || err != nil {
			return err
		}
		m.unchanged = m.Unchanged()
		m.Lazy, m.Node, m.Respelled = again, nil, nil
	}
	t.release()
	return nil
}

// isUntouched reports whether the resource comes out as dest has it, because it is in every
// version and upstream did not change its text.
func (p *pkg) isUntouched(t *triple) bool {
	for _, m := range t {
		if m == nil || m.Deferred == nil || !m.Deferred.Settled {
			return false
		}
	}
	o, u, d := t.o(), t.u(), t.d()
	same, _ := p.textsAreSame(o, u)
	return same && (u.Path == o.Path || u.Path == d.Path || p.of.Mixed) && p.opts.keepsUntouched()
}

// text merges a file without documents that updated and dest have: the side that changed it has
// its way. Where both did, their lines are merged, or the file is one conflict.
//
// See ../files/testdata/whole*.txtar, lines*.txtar and template*.txtar.
func (p *pkg) text(t *triple) *Merged {
	o, u, d := t.o(), t.u(), t.d()
	switch {
	case merge.Equal(u.Node, d.Node), o != nil && merge.Equal(o.Node, u.Node):
		return t.merged(d.Node, d.Path)
	case p.opts.Strategy.Patches(), o != nil && merge.Equal(o.Node, d.Node):
		return t.merged(u.Node, u.Path)
	}
	c := p.bothChanged(t, nodeOf(o), u.Node, d.Node)
	switch {
	case o == nil:
	case u.isLink() != d.isLink():
		c.Kind = merge.KindChanged
	case !slices.ContainsFunc(t[:], func(m *member) bool { return m.isLink() || strings.ContainsRune(m.Node.Value, 0) }):
		return p.lines(t, c)
	}
	return p.decidedWhole(t, c)
}
