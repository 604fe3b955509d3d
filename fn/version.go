package fn

import (
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// item is one item of a ResourceList and what it is in the merge.
type item struct {
	node *yaml.Node
	role role
	side merge.Side
	// resource is what it is in its version, nil for a bystander and a carrier.
	resource *Resource
	// location is the item's file relative to the outermost package, "" if the
	// item has none; pkg the directory of its own package in there.
	location, pkg string
}

// role is what an item is in the merge.
type role uint8

const (
	// isDest: a resource of dest.
	isDest role = iota
	// isSource: a resource of original or updated, or a carrier of some.
	isSource
	// isBystander: no part of the merge; it goes through untouched.
	isBystander
)

// input is a ResourceList taken apart.
type input struct {
	items    []*item
	versions Versions
	// roots are the directories of the versions, "." or "" for all of it.
	roots [3]string
	// carried holds the versions that some source was found for.
	carried [3]bool
	// byItem finds the item of a resource.
	byItem map[*Resource]*item
	// packaged: the items name their packages; base is what they all lie in.
	packaged bool
	base     string
}

// sortItems finds the version each item belongs to. In order of precedence: the
// configuration, the annotation of the item, carriers, the directory; an item
// with no mark is dest's.
//
// See "Versions" in the documentation of the package.
func sortItems(nodes []*yaml.Node, cfg *Config, config *yaml.Node) (*input, error) {
	in := &input{byItem: make(map[*Resource]*item, len(nodes))}
	in.locate(nodes)
	marks := make([]merge.Side, len(nodes))
	marked := make([]bool, len(nodes))
	for i, it := range in.items {
		side, ok, err := in.mark(it, i)
		if err != nil {
			return nil, err
		}
		marks[i], marked[i] = side, ok
	}
	in.findRoots(cfg, marks, marked)
	sources := [3]*Source{merge.Original: &cfg.Original, merge.Updated: &cfg.Updated, merge.Dest: &cfg.Dest}
	carriers := in.carriers(marked)
	lists := [3]*[]*Resource{&in.versions.Original, &in.versions.Updated, &in.versions.Dest}
	for i, it := range in.items {
		side := merge.Dest
		switch {
		case marked[i]:
			side = marks[i]
			if side != merge.Dest && sources[side].Given {
				return nil, &Error{Resources: []*Resource{in.plain(it, i)}, Problem: fmt.Sprintf(
					"its annotation %s makes it %s, but the configuration holds that version too; remove one of them", mergeSource, side)}
			}
		case it.location == "":
		case in.lies(it, merge.Original) && !cfg.Original.Given:
			side = merge.Original
		case in.lies(it, merge.Updated) && !cfg.Updated.Given:
			side = merge.Updated
		case !in.lies(it, merge.Dest):
			it.role = isBystander
			continue
		}
		if side != merge.Dest {
			it.role = isSource
			in.carried[side] = true
		}
		it.side = side
		if isSame(it.node, config) {
			if side == merge.Dest {
				it.role = isBystander
			}
			continue
		}
		if carried := carriers[i]; carried != nil {
			it.role = isSource
			in.carried[side] = true
			*lists[side] = append(*lists[side], carried...)
			continue
		}
		it.resource = in.plain(it, i)
		if side != merge.Dest || marked[i] || in.lies(it, side) {
			it.resource.Path = in.relative(it.location, side)
		}
		in.byItem[it.resource] = it
		*lists[side] = append(*lists[side], it.resource)
	}
	for side, s := range sources {
		if s.Given {
			in.carried[side] = true
			if merge.Side(side) == merge.Dest {
				in.versions.Dest = append(in.versions.Dest, missing(s.Resources, in.versions.Dest, cfg)...)
				continue
			}
			*lists[side] = append(*lists[side], s.Resources...)
		}
	}
	in.namePackages()
	return in, nil
}

// check refuses items that do not stand for themselves: an alias whose anchor
// is in another item would hang in the air.
func (in *input) check() error {
	for i, it := range in.items {
		if err := merge.Check(it.node); err != nil {
			return &Error{Resources: []*Resource{in.plain(it, i)}, Err: err}
		}
	}
	return nil
}

// plain is the resource of an item by itself.
func (in *input) plain(it *item, i int) *Resource {
	r := &Resource{Node: it.node, Name: it.location, Path: it.location}
	if r.Name == "" {
		r.Name = fmt.Sprintf("items[%d]", i)
	}
	if index, err := strconv.Atoi(firstOf(it.node, indexNumber, oldIndex)); err == nil {
		r.Index = index
	}
	return r
}

// mark reads the annotation that says which version an item belongs to.
func (in *input) mark(it *item, i int) (side merge.Side, ok bool, err error) {
	switch v := annotation(it.node, mergeSource); v {
	case "":
		return merge.Dest, false, nil
	case "original":
		return merge.Original, true, nil
	case "updated":
		return merge.Updated, true, nil
	case "dest":
		return merge.Dest, true, nil
	default:
		return merge.Dest, false, &Error{Resources: []*Resource{in.plain(it, i)}, Problem: fmt.Sprintf(
			"annotation %s is %q; use original, updated or dest", mergeSource, v)}
	}
}

// isSame says that an item is the configuration itself, which kpt and
// kustomize pass among the items.
func isSame(node, config *yaml.Node) bool {
	if config == nil {
		return false
	}
	a, b := metaOf(node), metaOf(config)
	return a.name != "" && a.apiVersion == b.apiVersion && a.kind == b.kind && a.name == b.name && a.namespace == b.namespace
}

// missing gives those of the resources that dest does not have yet: a second
// run finds them among the items.
func missing(resources, dest []*Resource, cfg *Config) []*Resource {
	have := make(map[identity]bool, len(dest))
	for _, r := range dest {
		m := metaOf(r.Node)
		have[identityOf(&m, r.Path, cfg.Paths)] = true
	}
	var all []*Resource
	for _, r := range resources {
		m := metaOf(r.Node)
		if !have[identityOf(&m, r.Path, cfg.Paths)] {
			all = append(all, r)
		}
	}
	return all
}
