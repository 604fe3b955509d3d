package fn

import (
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// role is what an item is in the merge.
type role uint8

const (
	// The zero value: a resource of dest.
	_ role = iota
	// isSource: a resource of original or updated, or a carrier of some.
	isSource
	// isBystander: not part of the merge; it stays unchanged.
	isBystander
)

// input is a ResourceList taken apart.
type input struct {
	items    []*item
	versions resource.Versions
	// roots are the directories of the versions, "." or "" for all of it.
	roots [3]string
	// carried holds the versions that some source was found for.
	carried [3]bool
	// byItem finds the item of a resource.
	byItem map[*resource.Resource]*item
	// kinds are those that the input defines, nil if nobody asked.
	kinds *schema.Set
	// packaged: the items name their packages; base is what they all lie in.
	packaged bool
	base     string
}

// sortItems finds the version each item belongs to. In order of precedence: the
// configuration, the annotation of the item, carriers, the directory; an item
// with no mark is dest's.
//
// See "Versions" in the documentation of the package.
func sortItems(items []*wire.Item, cfg *Config, config *yaml.Node) (*input, error) {
	in := &input{byItem: make(map[*resource.Resource]*item, len(items))}
	in.locate(items)
	if cfg.Strategy == resource.Layers {
		err := in.sortLayers(cfg, config)
		in.parse()
		return in, err
	}
	marks := make([]merge.Side, len(items))
	marked := make([]bool, len(items))
	for i, it := range in.items {
		side, ok, err := in.mark(it, i, cfg.Strategy)
		if err != nil {
			return nil, err
		}
		marks[i], marked[i] = side, ok
	}
	in.findRoots(cfg, marks, marked)
	in.versions.Mixed = in.mixed(marks, marked)
	sources := [3]*Source{merge.Original: &cfg.Original, merge.Updated: &cfg.Updated, merge.Dest: &cfg.Dest}
	carriers := in.carriers(marked)
	lists := [3]*[]*resource.Resource{&in.versions.Original, &in.versions.Updated, &in.versions.Dest}
	for i, it := range in.items {
		side := merge.Dest
		switch {
		case marked[i]:
			side = marks[i]
			if side != merge.Dest && sources[side].Given {
				return nil, &resource.Error{Resources: []*resource.Resource{in.plain(it, i)}, Problem: fmt.Sprintf(
					"its annotation %s makes it %s, but the configuration holds that version too; remove one of them", annotation.MergeSource, cfg.Strategy.Name(side))}
			}
		case it.location == "":
		case in.lies(it, merge.Original) && in.roots[merge.Original] != "." && !cfg.Original.Given:
			side = merge.Original
		case in.lies(it, merge.Updated) && in.roots[merge.Updated] != "." && !cfg.Updated.Given:
			side = merge.Updated
		case !in.lies(it, merge.Dest):
			it.role = isBystander
			continue
		}
		if side != merge.Dest {
			it.role = isSource
			in.carried[side] = true
		}
		it.side, it.mark = side, cfg.Strategy.Name(side)
		if isSame(it, config) {
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
	in.keepMarks(cfg)
	in.complete(cfg)
	for side, s := range sources {
		if s.Given {
			in.carried[side] = true
			if merge.Side(side) == merge.Dest {
				in.versions.Dest = append(in.versions.Dest, missing(s.Resources, in.versions.Dest, cfg, in.kinds)...)
				continue
			}
			*lists[side] = append(*lists[side], s.Resources...)
		}
	}
	return in, nil
}

// check refuses items that do not stand for themselves: an alias whose anchor
// is in another item would hang in the air.
func (in *input) check() error {
	for i, it := range in.items {
		if it.outline != nil {
			continue
		}
		if err := merge.Check(it.Node()); err != nil {
			return &resource.Error{Resources: []*resource.Resource{in.plain(it, i)}, Err: err}
		}
	}
	return nil
}

// plain is the resource of an item by itself.
func (in *input) plain(it *item, i int) *resource.Resource {
	r := &resource.Resource{From: it, Name: it.location, Path: it.location}
	if it.outline == nil {
		r.Node = it.Node()
	}
	if r.Name == "" {
		r.Name = fmt.Sprintf("items[%d]", i)
	}
	if index, err := strconv.Atoi(it.annotation(indexName, oldIndex)); err == nil {
		r.Index = index
	}
	return r
}

// mark reads the annotation that names the version an item belongs to.
func (in *input) mark(it *item, i int, strategy resource.Strategy) (side merge.Side, ok bool, err error) {
	v := it.annotation(annotation.MergeSource)
	known := "original, updated or dest"
	switch {
	case v == "":
		return merge.Dest, false, nil
	case v == "dest":
		return merge.Dest, true, nil
	case strategy == resource.TwoWay && v == "source":
		return merge.Updated, true, nil
	case strategy == resource.TwoWay:
		known = "source or dest"
	case v == "original":
		return merge.Original, true, nil
	case v == "updated":
		return merge.Updated, true, nil
	}
	return merge.Dest, false, &resource.Error{Resources: []*resource.Resource{in.plain(it, i)}, Problem: fmt.Sprintf(
		"annotation %s is %q; use %s", annotation.MergeSource, v, known)}
}

// mixed reports whether marked versions lie among dest's files, each in files of its
// own. Then another path does not mean that a resource moved.
func (in *input) mixed(marks []merge.Side, marked []bool) bool {
	among := false
	of := make(map[string]merge.Side, len(in.items))
	for i, it := range in.items {
		if it.location == "" {
			continue
		}
		if other, ok := of[it.location]; ok && other != marks[i] {
			return false
		}
		of[it.location] = marks[i]
		among = among || marked[i] && marks[i] != merge.Dest && in.roots[marks[i]] == in.roots[merge.Dest]
	}
	return among
}

// isSame reports whether an item is the configuration itself, which kpt and kustomize
// pass among the items.
func isSame(it *item, config *yaml.Node) bool {
	if config == nil {
		return false
	}
	a, b := it.meta(), resource.MetaOf(config)
	return a.Name != "" && a.APIVersion == b.APIVersion && a.Kind == b.Kind && a.Name == b.Name && a.Namespace == b.Namespace
}

// missing gives those of the resources that dest does not have yet: a second
// run finds them among the items.
func missing(resources, dest []*resource.Resource, cfg *Config, kinds *schema.Set) []*resource.Resource {
	have := make(map[resource.Identity]bool, len(dest))
	for _, r := range dest {
		have[resource.IdentityOf(r.Meta(), r.Path, cfg.Paths, kinds)] = true
	}
	var all []*resource.Resource
	for _, r := range resources {
		if !have[resource.IdentityOf(r.Meta(), r.Path, cfg.Paths, kinds)] {
			all = append(all, r)
		}
	}
	return all
}
