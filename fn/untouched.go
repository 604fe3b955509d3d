package fn

import (
	"reflect"

	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/merge"
)

// Upstream changes little of most packages. A resource that it left alone comes
// out as dest has it, so nobody needs to know what is in it: no version of it is
// parsed, and dest's lines are copied. It takes part in the merge by what its
// outline tells: who it is and where it lies.

// complete gives the resources their nodes, but for those that are late.
func (in *input) complete(cfg *Config) {
	in.findLate(cfg)
	in.parse()
}

// parse gives the resources their nodes, in parallel.
func (in *input) parse() {
	var waiting []*item
	for _, it := range in.items {
		if r := it.resource; r != nil && r.said == nil && r.same == nil {
			waiting = append(waiting, it)
		}
	}
	parallel.Each(len(waiting), func(i int) { waiting[i].resource.Node = waiting[i].node() })
	for _, it := range in.items {
		if r := it.resource; r != nil && r.said == nil && r.same != nil {
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
	others.Paths, others.Renames = 0, 0
	others.OnDeletedUpstream, others.OnDeletedLocally = 0, 0
	others.Policy, others.Keys = merge.Policy{}, nil
	return reflect.ValueOf(others).IsZero()
}

// findUntouched finds out whether the resources of one identity, which every
// version has once, are one that upstream left alone. Where only one side did,
// the other's node is original's as well.
func (in *input) findUntouched(c *copies) {
	if c.count != [3]int{1, 1, 1} || !in.hasOutlines(c) {
		return
	}
	o, u, d := c.of[merge.Original], c.of[merge.Updated], c.of[merge.Dest]
	up, local := !sameText(o, u), !sameText(o, d)
	switch {
	case !up && in.isUntouched(c):
		for _, r := range c.of {
			r.untouched = true
		}
	case !local:
		o.same = d
	case !up:
		o.same = u
	}
}

// hasOutlines says that all versions of a resource can be compared by their
// text.
func (in *input) hasOutlines(c *copies) bool {
	for _, r := range c.of {
		// On a source the annotation local-config may be part of its mark.
		if r.item.outline == nil || r.item.annotation(localConfig) != "" {
			return false
		}
	}
	return true
}

// sameText says that two versions have one text, but for travel annotations.
func sameText(a, b *Resource) bool { return a.item.from.SameBut(b.item.from, travels) }

// isUntouched says that a resource of which original and updated are one text
// comes out of any merge as it is in dest.
func (in *input) isUntouched(c *copies) bool {
	for _, r := range c.of {
		if r.said == nil || r.item.outline.Nulls || r.item.annotation(modesAnnotation) != "" {
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
	for _, m := range t {
		if m == nil || !m.untouched {
			return false
		}
	}
	return true
}
