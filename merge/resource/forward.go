package resource

import (
	"maps"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/sops"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// forward gives the result of a resource that dest has as original had it: updated's,
// with its order, spelling and comments. merged is what the engine made of it. It is nil where
// that has another value, apart from the order of lists, because dest decides something: a null
// that clears, a field of a Kptfile that is its own; or by a mode, a rule or a keep comment.
//
// rule: forward/*
func (p *pkg) forward(t *triple, opts merge.Options, merged merge.Result) *Merged {
	u, d := t.u(), t.d()
	switch {
	case opts.ModeKey != "", len(opts.Rules) > 0, len(merged.Conflicts) > 0:
		return nil
	case p.sameText(u, d), p.sameText(t.o(), u), merge.Keeps(d.document()), !t.isUpdateds(node.Root(merged.Node), opts):
		return nil
	}
	m := t.merged(within(u, p.withBookkeeping(t, like(u, d)), d.Doc != nil), p.path(t))
	m.Forwarded, m.upstreams = true, true
	return m
}

// isUpdateds reports whether a result has updated's value, in whatever order.
func (t *triple) isUpdateds(merged *yaml.Node, opts merge.Options) bool {
	value := like(t.u(), t.d())
	if sops.Encrypted(value) || merge.Equal(merged, value) {
		return true
	}
	opts.Policy.UpdatedOrder = false
	found, err := merge.Compare(merged, value, opts)
	return err == nil && len(found) == 0
}

// sameText reports whether two versions of a resource are written alike, apart from
// transport annotations: by their texts, where these are known.
func (p *pkg) sameText(a, b *member) bool {
	if same, known := p.textsAreSame(a, b); known {
		return same
	}
	return source.Identical(inDocuments(a, b, bare(a), bare(b)))
}

// textsAreSame is what is known by the texts alone.
func (p *pkg) textsAreSame(a, b *member) (same, known bool) {
	if p.of.SameText == nil || a.list != nil || b.list != nil {
		return false, false
	}
	return p.of.SameText(a.Resource, b.Resource)
}

// forwardFiles finds the files that become whole what updated has there, in the order of
// updated's resources. Each resource of updated in such a file is new, or forward took it
// and dest had not moved it; and dest has no resource of its own there.
//
// rule: forward/*
func (p *pkg) forwardFiles() {
	if p.opts.Strategy.Patches() || p.of.Mixed {
		return
	}
	files := map[string]bool{}
	visit := func(path string, whole bool) {
		before, seen := files[path]
		files[path] = whole && (before || !seen)
	}
	for _, m := range p.members[merge.Updated] {
		visit(m.Path, p.becomesUpdateds(m))
	}
	for _, m := range p.members[merge.Dest] {
		result := p.results[m.triple]
		visit(m.Path, result == nil || result.upstreams)
	}
	for _, l := range p.lists[merge.Dest] {
		visit(l.Path, l.versions == nil || p.results[l.versions].upstreams)
	}
	maps.DeleteFunc(files, func(path string, whole bool) bool { return path == "" || !whole })
	if len(files) > 0 {
		p.out.Forwarded = files
		p.reorder()
	}
}

// becomesUpdateds reports whether a resource of updated is in its file in the result, and is new,
// or forward took it and dest had not moved it.
func (p *pkg) becomesUpdateds(m *member) bool {
	switch result, o, d := p.results[m.triple], m.triple.o(), m.triple.d(); {
	case result == nil || result.Path != m.Path:
		return false
	case o == nil || d == nil:
		return o == d
	default:
		return result.upstreams && o.Path == d.Path
	}
}

// reorder gives the resources of the files that become updated's the order that they
// have there.
func (p *pkg) reorder() {
	listed, moves := map[*Merged]bool{}, map[*Merged]bool{}
	for _, m := range p.out.Resources {
		listed[m] = true
	}
	order := map[string][]*Merged{}
	for _, m := range p.members[merge.Updated] {
		if result := p.results[m.triple]; listed[result] && p.out.Forwarded[m.Path] {
			order[m.Path], moves[result] = append(order[m.Path], result), true
		}
	}
	for i, m := range p.out.Resources {
		if all := order[m.Path]; moves[m] {
			p.out.Resources[i], order[m.Path] = all[0], all[1:]
		}
	}
}
