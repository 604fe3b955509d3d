package fn

import (
	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Upstream changes little of most packages. A resource that it left alone comes out as
// dest has it, so its content does not matter: no version of it is parsed, and dest's
// lines are copied. The merge works with its identity and place, which its outline
// shows.

// parse gives the resources their nodes, in parallel.
func (in *input) parse() {
	var waiting []*item
	for _, it := range in.items {
		if r := it.resource; r != nil && r.Deferred == nil && it.same == nil {
			waiting = append(waiting, it)
		}
	}
	parallel.Each(len(waiting), func(i int) { waiting[i].resource.Node = waiting[i].Node() })
	for _, it := range in.items {
		if r := it.resource; r != nil && r.Deferred == nil && it.same != nil {
			r.Node = it.same.Node
		}
	}
}

// onlySettles reports whether all versions are items and no setting can change a
// resource that upstream left alone.
func (cfg *Config) onlySettles() bool {
	for _, s := range cfg.sources() {
		if s.Given {
			return false
		}
	}
	return len(cfg.Layers) == 0 && cfg.KeepsUntouched()
}

// findUntouched finds out whether upstream left alone the resource of one identity,
// which every version has once. Else the versions that have one text share one node.
func (in *input) findUntouched(c *copies) {
	if c.count != [3]int{1, 1, 1} || !in.hasOutlines(c) {
		return
	}
	o, u, d := c.of[merge.Original], c.of[merge.Updated], c.of[merge.Dest]
	up, local := !sameText(o, u), !sameText(o, d)
	switch {
	case !up && in.isUntouched(c):
		for _, r := range c.of {
			r.Deferred.Untouched = true
		}
		if !local {
			setSame(o, d)
		}
	case !local:
		setSame(o, d)
	case !up:
		setSame(o, u)
	}
}

// setSame records that a resource has the text of another one.
func setSame(r, other *resource.Resource) {
	itemOf(r).same = other
	if r.Deferred != nil {
		r.Deferred.Same = other
	}
}

// hasOutlines reports whether all versions of a resource can be compared by their
// text.
func (in *input) hasOutlines(c *copies) bool {
	for _, r := range c.of {
		// On a source the annotation local-config may be part of its mark.
		if itemOf(r).outline == nil || itemOf(r).annotation(annotation.LocalConfig) != "" {
			return false
		}
	}
	return true
}

// sameText reports whether two versions have one text, apart from transport
// annotations.
func sameText(a, b *resource.Resource) bool {
	return itemOf(a).from.SameBut(itemOf(b).from, annotation.IsTransport)
}

// sameResource reports whether two resources have one text apart from transport
// annotations, where both came as items whose texts can be compared.
func (in *input) sameResource(a, b *resource.Resource) (same, known bool) {
	for _, r := range []*resource.Resource{a, b} {
		if it := placedItem(r); it == nil || it.outline == nil || it.annotation(annotation.LocalConfig) != "" {
			return false, false
		}
	}
	return sameText(a, b), true
}

// isUntouched reports whether any merge gives dest's version of a resource whose
// original and updated are one text.
func (in *input) isUntouched(c *copies) bool {
	for _, r := range c.of {
		if r.Deferred == nil || itemOf(r).outline.Nulls || itemOf(r).annotation(annotation.Modes) != "" {
			return false
		}
	}
	o, u, d := c.of[merge.Original], c.of[merge.Updated], c.of[merge.Dest]
	if itemOf(o).outline.Lists != itemOf(d).outline.Lists {
		// A merge has a note about a list whose keys identify nothing.
		return false
	}
	return u.Path == o.Path || u.Path == d.Path || in.versions.Mixed
}
