package fn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
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
	in := &input{}
	if err := in.locate(items); err != nil {
		return nil, err
	}
	if cfg.Strategy == resource.Layers {
		return in, in.sortLayers(cfg, config)
	}
	for i, it := range in.items {
		if err := in.readMark(it, i, cfg.Strategy); err != nil {
			return nil, err
		}
	}
	in.findRoots(cfg)
	in.versions.Mixed = in.mixed()
	in.findCarriers()
	sources, lists := cfg.sources(), in.lists()
	for i, it := range in.items {
		if it.marked && it.side != merge.Dest && sources[it.side].Given {
			return nil, in.fault(it, i, "its annotation %s makes it %s, but the configuration holds that version too; remove one of them",
				annotation.MergeSource, cfg.Strategy.Name(it.side))
		}
		if !in.findSide(it, cfg) {
			it.role = isBystander
			continue
		}
		it.mark = cfg.Strategy.Name(it.side)
		in.take(i, in.roots[it.side], lists[it.side], config)
	}
	in.keepMarks(cfg)
	in.versions.SameText = in.sameResource
	if cfg.onlySettles() {
		in.versions.KeepsDest = in.keepsDest
	}
	in.read(true)
	for side, s := range sources {
		if !s.Given {
			continue
		}
		in.carried[side] = true
		resources := s.Resources
		if merge.Side(side) == merge.Dest {
			resources = missing(resources, in.versions.Dest)
		}
		*lists[side] = append(*lists[side], resources...)
	}
	return in, nil
}

// findSide finds the version of an item, false if it is of none.
func (in *input) findSide(it *item, cfg *Config) bool {
	switch {
	case it.marked || it.location == "":
	case in.holds(it, merge.Original) && !cfg.Original.Given:
		it.side = merge.Original
	case in.holds(it, merge.Updated) && !cfg.Updated.Given:
		it.side = merge.Updated
	default:
		return in.lies(it, merge.Dest)
	}
	return true
}

// take takes an item into the resources of its version, of which root is the
// directory: it may carry some, and be the configuration.
func (in *input) take(i int, root string, to *[]*resource.Resource, config *yaml.Node) {
	it := in.items[i]
	if it.side != merge.Dest {
		it.role = isSource
		in.carried[it.side] = true
	}
	switch {
	case isSame(it, config):
		if it.side == merge.Dest {
			it.role = isBystander
		}
		return
	case it.carries != nil:
		it.role = isSource
		in.carried[it.side] = true
		*to = append(*to, it.carries...)
		return
	}
	it.resource = in.plain(it, i)
	if it.location != "" && inside(it.location, root) {
		it.resource.Path = below(it.location, root)
	}
	*to = append(*to, it.resource)
}

// fault is the error about an item.
func (in *input) fault(it *item, i int, problem string, args ...any) error {
	return &resource.Error{Resources: []*resource.Resource{in.plain(it, i)}, Problem: fmt.Sprintf(problem, args...)}
}

// check refuses items that do not stand for themselves: an alias whose anchor
// is in another item would hang in the air.
func (in *input) check() error {
	for i, it := range in.items {
		if it.outline != nil {
			continue
		}
		if err := merge.Check(it.Node()); err != nil && !merge.RepeatsKey(err) {
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

// readMark reads the annotation that names the version an item belongs to.
func (in *input) readMark(it *item, i int, strategy resource.Strategy) error {
	it.side = merge.Dest
	v := it.annotation(annotation.MergeSource)
	if v == "" {
		return nil
	}
	names := versionsOf(strategy)
	at := slices.Index(names, v)
	if at < 0 {
		return in.fault(it, i, "annotation %s is %q; use %s", annotation.MergeSource, v, oneOf(names))
	}
	it.side, it.marked = merge.Dest+merge.Side(at+1-len(names)), true
	return nil
}

// oneOf lists names to choose from.
func oneOf(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// mixed reports whether marked versions lie among dest's files, each in files of its
// own. Then another path does not mean that a resource moved.
func (in *input) mixed() bool {
	among := false
	of := make(map[string]merge.Side, len(in.items))
	for _, it := range in.items {
		if it.location == "" {
			continue
		}
		if other, ok := of[it.location]; ok && other != it.side {
			return false
		}
		of[it.location] = it.side
		among = among || it.marked && it.side != merge.Dest && in.roots[it.side] == in.roots[merge.Dest]
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
func missing(resources, dest []*resource.Resource) []*resource.Resource {
	have := make(map[resource.Identity]bool, len(dest))
	for _, r := range dest {
		have[r.Meta().Identity(r.Path, nil)] = true
	}
	return slices.DeleteFunc(slices.Clone(resources), func(r *resource.Resource) bool {
		return have[r.Meta().Identity(r.Path, nil)]
	})
}

// lists are the resources of the versions that a side has.
func (in *input) lists() [3]*[]*resource.Resource {
	return [3]*[]*resource.Resource{merge.Original: &in.versions.Original, merge.Updated: &in.versions.Updated, merge.Dest: &in.versions.Dest}
}
