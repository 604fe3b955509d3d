package resource

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// newPkg reads the versions of a package.
func newPkg(v Versions, opts *Options) *pkg {
	p := &pkg{opts: opts, of: &v}
	if opts.Strategy == TwoWay {
		v.Original = nil
	}
	p.keptSubpackages = v.SubpackagesAlone(opts)
	p.itemless = v.itemless()
	for _, side := range []merge.Side{merge.Original, merge.Updated, merge.Dest} {
		p.read(side, v.of(side))
	}
	p.schemas = schema.NewSet(opts.Keys, p.definitions()...)
	p.identify()
	return p
}

// identify gives the resources their identities, once the kinds are known.
func (p *pkg) identify() {
	for _, m := range p.members.all() {
		m.id = m.meta.Identity(m.Path, p.schemas)
		m.clusterScoped = p.schemas.ClusterScoped(m.id.group, m.id.kind)
	}
}

// merge merges what was read.
func (p *pkg) merge() (*Outcome, error) {
	if err := p.refuseEmpty(); err != nil {
		return nil, err
	}
	if err := p.recall(); err != nil {
		return nil, err
	}
	p.preserveNulls()
	if err := p.group(); err != nil {
		return nil, err
	}
	p.out.Notes = append(p.out.Notes, p.of.Held.Notes...)
	p.findBookkeeping()
	p.findMirrors()
	if err := p.decide(); err != nil {
		return nil, err
	}
	if err := p.wrappers(); err != nil {
		return nil, err
	}
	p.arrange()
	p.forwardFiles()
	p.duplicated()
	p.dangling()
	p.lostEntries()
	p.warnEmpty()
	if p.opts.Strategy != Layers { // Several layers are several merges.
		p.unmatched()
	}
	if p.of.Sink == nil && p.out.Open() > 0 {
		p.out.of = p
	}
	out := p.out // A part of the package would hold all of it.
	return &out, nil
}

// read takes a version apart into resources.
func (p *pkg) read(side merge.Side, resources []*Resource) {
	p.members[side] = make([]*member, 0, len(resources))
	for _, r := range resources {
		kept := p.keptSubpackages.Hold(r.Path)
		if kept && side != merge.Dest {
			continue
		}
		items := node.List(r.Node)
		if items == nil || kept || p.itemless[r.Path] && !p.opts.Strategy.Patches() {
			m := p.member(side, r, nil)
			m.unpaired = kept
			if side == merge.Dest {
				p.documents = append(p.documents, document{member: m})
			}
			continue
		}
		l := &wrapper{Resource: r}
		for _, item := range items.Content {
			l.items = append(l.items, p.member(side, &Resource{
				Node: node.Target(item), Name: r.Name, Path: r.Path, Index: r.Index, Line: item.Line, From: r.From,
			}, l))
		}
		p.lists[side] = append(p.lists[side], l)
		if side == merge.Dest {
			p.documents = append(p.documents, document{list: l})
		}
	}
}

func (p *pkg) member(side merge.Side, r *Resource, l *wrapper) *member {
	meta, before := r.Meta(), p.members[side]
	if n := len(before); n > 0 && *meta == *before[n-1].meta {
		meta = before[n-1].meta // Documents without one share it.
	}
	var file *Resource
	if r.Text != nil {
		is := *r
		r, file, is.Node = &is, r, r.Text
	}
	m := &member{Resource: r, file: file, side: side, list: l, meta: meta}
	p.members[side] = append(p.members[side], m)
	return m
}

// definitions gives the CustomResourceDefinitions in order of precedence.
func (p *pkg) definitions() []*yaml.Node {
	var nodes []*yaml.Node
	for _, side := range []merge.Side{merge.Updated, merge.Dest, merge.Original} {
		for _, m := range p.members[side] {
			if m.meta.Kind == "CustomResourceDefinition" {
				nodes = append(nodes, m.Node)
			}
		}
	}
	return nodes
}

// triples are the resources of all versions: dest's in their order, then what only upstream has.
func (p *pkg) triples() (all []*triple) {
	for _, m := range p.members.all() {
		if m.triple.foremost() == m {
			all = append(all, m.triple)
		}
	}
	return all
}

// decide applies the rule for whole resources to each, in parallel.
func (p *pkg) decide() error {
	p.order = p.triples()
	p.results = make(map[*triple]*Merged, len(p.order))
	p.out.deletedWhole = p.deletedWhole()
	rulings := make([]ruling, len(p.order))
	rule := func(kustomizations bool) {
		parallel.Each(len(rulings), func(i int) {
			if p.order[i].foremost().isKustomization() == kustomizations {
				rulings[i] = p.rule(p.order[i])
			}
		})
	}
	rule(false)
	if p.opts.Strategy != TwoWay && p.opts.Strategy != Layers && !p.of.Mixed {
		p.files = p.filesOf(rulings)
	}
	rule(true)
	for i := range rulings {
		r := &rulings[i]
		if r.err != nil {
			return r.err
		}
		p.results[p.order[i]] = r.merged
		p.out.add(&r.out)
	}
	return nil
}

// duplicated warns of an identity that the result holds more often than every version
// does.
func (p *pkg) duplicated() {
	all := p.members.all()
	versions := sync.OnceValue(func() map[Identity]*cluster {
		return clustersOf(all, func(m *member) (Identity, bool) { return m.id, true }).of
	})
	for _, c := range clustersOf(all, p.resulting).order {
		held := c.members.all()
		if len(held) < 2 {
			continue
		}
		most := 1
		for _, members := range cmp.Or(versions()[c.id], &cluster{}).members {
			most = max(most, len(members))
		}
		if len(held) <= most {
			continue
		}
		var places []string
		for _, m := range held {
			places = append(places, m.place()+" of "+p.opts.Strategy.Name(m.side))
		}
		last := held[len(held)-1].Resource
		p.out.Notes = append(p.out.Notes, warning(last, terms.NoteCopies,
			"the result holds %s %d times, more often than any version: %s; delete what is too much, or give it another name",
			last.Describe(), len(places), strings.Join(places, ", ")))
	}
}

// resulting is the identity of the result that a resource stands for, if there is one of which
// there may be no copies.
func (p *pkg) resulting(m *member) (id Identity, is bool) {
	result := p.results[m.triple]
	if result == nil || m.triple.foremost() != m {
		return id, false
	}
	id = result.meta.Identity(result.Path, p.schemas)
	return id, id.by == byName || id.by == byDirectory
}

// wrappers merges what the Lists of dest hold beside their items. The Lists of a file pair
// in order.
//
// rule: list/*
func (p *pkg) wrappers() error {
	var at [3]map[string][]*wrapper
	for side, lists := range p.lists {
		at[side] = map[string][]*wrapper{}
		for _, l := range lists {
			at[side][l.Path] = append(at[side][l.Path], l)
		}
	}
	for _, l := range p.lists[merge.Dest] {
		i := slices.Index(at[merge.Dest][l.Path], l)
		var t triple
		for side := range at {
			if all := at[side][l.Path]; i < len(all) {
				t[side] = all[i].bare(merge.Side(side))
			}
		}
		if t.u() == nil {
			continue
		}
		r := p.rule(&t)
		if r.err != nil {
			return r.err
		}
		p.results[&t] = r.merged
		p.out.add(&r.out)
		l.versions = &t
	}
	return nil
}
