package fn

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/parallel"
)

// A package has many resources, and few of them are looked into at one time. A
// resource whose outline tells who it is and where it lies is late: it takes part
// in the merge by that, and is parsed only while it is merged itself.

// findLate makes resources late, and finds those that upstream left alone.
func (in *input) findLate(cfg *Config) {
	if cfg.Strategy == Layers {
		return
	}
	all := in.copies(cfg)
	for _, c := range all {
		c.makeLate()
	}
	if cfg.onlySettles() {
		parallel.Each(len(all), func(i int) { in.findUntouched(all[i]) })
	}
}

// copies are the resources of one identity: how many each version has, one of
// them, and what that says about itself.
type copies struct {
	count [3]int
	of    [3]*Resource
	said  [3]*meta
}

// copies gives the resources that came as items and have a name, by identity.
func (in *input) copies(cfg *Config) []*copies {
	resources := [3][]*Resource{in.versions.Original, in.versions.Updated, in.versions.Dest}
	said := make([]meta, len(in.items))
	found := make(map[identity]*copies, len(in.versions.Dest))
	slab := make([]copies, 0, len(in.versions.Dest))
	var all []*copies
	for side := range resources {
		for _, r := range resources[side] {
			if r.item == nil {
				continue
			}
			m := &said[0]
			said = said[1:]
			*m = r.item.meta()
			id := identityOf(m, r.Path, cfg.Paths)
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
				all = append(all, c)
			}
			c.count[side]++
			c.of[side], c.said[side] = r, m
		}
	}
	return all
}

// makeLate makes those resources late of whose identity their version has no
// other, and whose value nobody asks for but their own merge.
func (c *copies) makeLate() {
	for side, r := range c.of {
		if c.count[side] == 1 && r.item.outline != nil && !isOfInterest(c.said[side]) {
			r.said = c.said[side]
		}
	}
}

// isOfInterest says that others need to know what is in a resource.
func isOfInterest(m *meta) bool {
	switch m.kind {
	case "CustomResourceDefinition", "List":
		return true
	case "ConfigMap":
		return m.name == packageContext
	}
	return false
}

// read gives a late resource its node.
func (r *Resource) read() {
	switch {
	case r.said == nil || r.Node != nil:
	case r.same != nil:
		r.same.read()
		r.Node = r.same.Node
	default:
		r.Node = r.item.node()
	}
}

// stay makes a late resource one that keeps its node.
func (r *Resource) stay() {
	r.read()
	r.said, r.untouched = nil, false
}

// release takes the node of a late resource away.
func (r *Resource) release() {
	if r.said != nil {
		r.Node = nil
		r.item.from.Release()
	}
}

// again gives the node of the resource, parsed again if it was let go. Nobody
// may use the resource meanwhile.
func (r *Resource) again() *yaml.Node {
	if r.Node != nil || r.said == nil {
		return r.Node
	}
	node := r.item.node()
	r.release()
	return node
}

// meta is what the resource says about itself.
func (r *Resource) meta() *meta {
	if r.said != nil {
		return r.said
	}
	m := metaOf(r.Node)
	return &m
}

// annotation gives the text of one annotation, "" if there is none.
func (r *Resource) annotation(name string) string {
	if r.said != nil {
		return r.item.annotation(name)
	}
	return annotation(r.Node, name)
}

// isLate says that the trio has a late resource.
func (t *trio) isLate() bool {
	for _, m := range t {
		if m != nil && m.said != nil {
			return true
		}
	}
	return false
}

// largeItems is the size from which the versions of one resource are parsed in
// parallel.
const largeItems = 1 << 15

// read gives the late resources of the trio their nodes. It says that they are so
// large that what follows is worth being shared among processors.
func (t *trio) read() (large bool) {
	var late []*Resource
	size := 0
	for _, m := range t {
		if m == nil || m.said == nil {
			continue
		}
		if s := m.same; s != nil && !t.has(s) {
			m.same = nil
		}
		if m.same == nil {
			late = append(late, m.Resource)
			size += m.item.from.Size()
		}
	}
	if large = size >= largeItems; !large {
		for _, r := range late {
			r.read()
		}
	} else {
		parallel.Each(len(late), func(i int) { late[i].read() })
	}
	for _, m := range t {
		if m != nil {
			m.Resource.read()
		}
	}
	return large
}

// prepare begins to find what writing the result needs to know of the texts, while
// it is merged.
func (t *trio) prepare() {
	if t.u() == nil || t.d() == nil {
		return
	}
	for _, m := range []*member{t.d(), t.u()} {
		if m.said != nil {
			m.item.from.Prepare()
		}
	}
}

func (t *trio) has(r *Resource) bool {
	for _, m := range t {
		if m != nil && m.Resource == r {
			return true
		}
	}
	return false
}

// release takes the nodes of the late resources away.
func (t *trio) release() {
	for _, m := range t {
		if m != nil {
			m.Resource.release()
		}
	}
}
