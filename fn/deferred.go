package fn

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// A package has many resources, and few of them are needed at one time. A resource is
// deferred if its outline shows its identity and its place: the merge works with these,
// and parses the resource only while it merges it.

// findDeferred defers resources, and finds those that upstream left alone.
func (in *input) findDeferred(cfg *Config) {
	all := in.copies(cfg)
	for _, c := range all {
		c.deferParsing()
	}
	if cfg.onlySettles() {
		parallel.Each(len(all), func(i int) { in.findUntouched(all[i]) })
	}
}

// copies are the resources of one identity: how many each version has, one of them, and
// the Meta of that one.
type copies struct {
	count [3]int
	of    [3]*resource.Resource
	metas [3]*resource.Meta
}

// copies gives the resources that came as items and have a name, by identity.
func (in *input) copies(cfg *Config) []*copies {
	resources := [3][]*resource.Resource{in.versions.Original, in.versions.Updated, in.versions.Dest}
	metas := make([]resource.Meta, len(in.items))
	in.findKinds(cfg, resources, metas)
	found := make(map[resource.Identity]*copies, len(in.versions.Dest))
	slab := make([]copies, 0, len(in.versions.Dest))
	var all []*copies
	for side := range resources {
		for _, r := range resources[side] {
			it := itemOf(r)
			if it == nil {
				continue
			}
			m := &metas[0]
			metas = metas[1:]
			id := m.Identity(r.Path, in.kinds)
			if !id.Named() {
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
				all = append(all, c)
			}
			c.count[side]++
			c.of[side], c.metas[side] = r, m
		}
	}
	return all
}

// findKinds finds the kinds that the input defines, and reads the Meta of the items,
// those of the versions in order.
func (in *input) findKinds(cfg *Config, resources [3][]*resource.Resource, metas []resource.Meta) {
	var definitions [3][]*yaml.Node
	for side, source := range cfg.sources() {
		for _, r := range resources[side] {
			it := itemOf(r)
			if it == nil {
				definitions[side] = append(definitions[side], r.Node)
				continue
			}
			metas[0] = it.meta()
			if metas[0].IsOfInterest() {
				definitions[side] = append(definitions[side], it.Node())
			}
			metas = metas[1:]
		}
		for _, r := range source.Resources {
			definitions[side] = append(definitions[side], r.Node)
		}
	}
	in.kinds = schema.NewSet(nil, slices.Concat(definitions[merge.Updated], definitions[merge.Dest], definitions[merge.Original])...)
}

// deferParsing defers those resources of whose identity their version has no
// other, and whose value nobody asks for but their own merge.
func (c *copies) deferParsing() {
	for side, r := range c.of {
		if c.count[side] != 1 {
			continue
		}
		if it := itemOf(r); it.outline != nil && !c.metas[side].IsOfInterest() {
			r.Defer(it, c.metas[side])
		}
	}
}

// annotation gives the text of one annotation of a resource, "" if there is none.
func (in *input) annotation(r *resource.Resource, name string) string {
	if r.Deferred != nil {
		return itemOf(r).annotation(name)
	}
	return annotation.Get(r.Node, name)
}
