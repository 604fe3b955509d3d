package fn

import (
	"reflect"

	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge"
)

// Upstream changes little of most packages. A resource that it left alone comes
// out as dest has it, so nobody needs to know what is in it: no version of it is
// parsed, and dest's lines are copied. It takes part in the merge by what its
// outline tells: who it is and where it lies.

// complete gives the resources their nodes, but for those that upstream
// left alone.
func (in *input) complete(cfg *Config) {
	if cfg.onlySettles() {
		in.findUntouched(cfg)
	}
	in.parse()
}

// parse gives the resources their nodes, in parallel.
func (in *input) parse() {
	wire.Parallel(len(in.items), func(i int) {
		if r := in.items[i].resource; r != nil && r.said == nil && r.same == nil {
			r.Node = in.items[i].node()
		}
	})
	for _, it := range in.items {
		if r := it.resource; r != nil && r.same != nil {
			r.Node = r.same.Node
		}
	}
}

// onlySettles says that the configuration changes nothing about a resource that
// upstream left alone, and that all versions are items.
func (cfg *Config) onlySettles() bool {
	others := *cfg
	for _, s := range []*Source{&others.Original, &others.Updated, &others.Dest} {
		s.Path = ""
	}
	if others.Strategy == ThreeWay {
		others.Strategy = StrategyDefault
	}
	others.KeepSources = false
	others.Paths, others.IgnoreRenames = 0, false
	others.OnDeletedUpstream, others.OnDeletedLocally = 0, 0
	others.Policy, others.Keys = merge.Policy{}, nil
	return reflect.ValueOf(others).IsZero()
}

// copies are the resources of one identity.
type copies struct {
	of    [3]*Resource
	count [3]int
}

// findUntouched finds the resources that every version has once and that
// upstream left alone. Where only one side did, the other's node is original's as well.
func (in *input) findUntouched(cfg *Config) {
	found := make(map[identity]*copies, len(in.versions.Dest))
	slab := make([]copies, 0, len(in.versions.Dest))
	for side, resources := range [3][]*Resource{in.versions.Original, in.versions.Updated, in.versions.Dest} {
		for _, r := range resources {
			m := in.metaOf(r)
			id := identityOf(&m, r.Path, cfg.Paths)
			if id.by != byName {
				continue
			}
			c := found[id]
			if c == nil {
				if len(slab) == cap(slab) {
					slab = make([]copies, 0, 64)
				}
				slab = append(slab, copies{})
				c = &slab[len(slab)-1]
				found[id] = c
			}
			c.of[side] = r
			c.count[side]++
		}
	}
	for _, r := range in.versions.Dest {
		m := in.metaOf(r)
		c := found[identityOf(&m, r.Path, cfg.Paths)]
		if c == nil || c.count != [3]int{1, 1, 1} || !in.hasOutlines(c) {
			continue
		}
		o, u, d := c.of[merge.Original], c.of[merge.Updated], c.of[merge.Dest]
		up, local := !sameText(o, u), !sameText(o, d)
		switch {
		case !up && in.isUntouched(c, &m):
			for _, r := range c.of {
				said := in.metaOf(r)
				r.said = &said
			}
		case !local:
			o.same = d
		case !up:
			o.same = u
		}
	}
}

// metaOf is what a resource says about itself, parsed or not.
func (in *input) metaOf(r *Resource) meta {
	if it := in.byItem[r]; it != nil {
		return it.meta()
	}
	return metaOf(r.Node)
}

// hasOutlines says that all versions of a resource can be compared by their
// text.
func (in *input) hasOutlines(c *copies) bool {
	for _, r := range c.of {
		// On a source the annotation local-config may be part of its mark.
		if it := in.byItem[r]; it == nil || it.outline == nil || it.annotation(localConfig) != "" {
			return false
		}
	}
	return true
}

// sameText says that two versions have one text, but for travel annotations.
func sameText(a, b *Resource) bool { return a.item.from.SameBut(b.item.from, travels) }

// isUntouched says that a resource of which original and updated are one text
// comes out of any merge as it is in dest, and that it is of no interest to others what is in it.
func (in *input) isUntouched(c *copies, m *meta) bool {
	for _, r := range c.of {
		if r.item.outline.Nulls || r.item.annotation(modesAnnotation) != "" {
			return false
		}
	}
	switch m.kind {
	case "CustomResourceDefinition", "List":
		return false
	case "ConfigMap":
		if m.name == packageContext {
			return false
		}
	}
	o, u, d := c.of[merge.Original], c.of[merge.Updated], c.of[merge.Dest]
	if o.item.outline.Lists != d.item.outline.Lists {
		// A merge says of a list whose keys identify nothing that it is so.
		return false
	}
	return u.Path == o.Path || u.Path == d.Path || in.versions.Mixed
}

// isUntouched says that the resource is one that upstream left alone.
func (t *trio) isUntouched() bool {
	said := 0
	for _, m := range t {
		if m != nil && m.said != nil {
			said++
		}
	}
	if said != 0 && said != len(t) {
		panic("a resource that upstream left alone was taken for another one")
	}
	return said != 0
}

// meta is what the resource says about itself.
func (r *Resource) meta() meta {
	if r.said != nil {
		return *r.said
	}
	return metaOf(r.Node)
}

// whole gives the results that were not looked into their nodes.
func (o *Outcome) whole() {
	wire.Parallel(len(o.Resources), func(i int) {
		if m := o.Resources[i]; m.Node == nil && m.Dest != nil && m.Dest.said != nil {
			m.Dest.Node = m.Dest.item.node()
			m.Node = m.Dest.Node
		}
	})
}
