package fn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// version is one of those that are merged.
type version struct {
	// name is what annotations call it: original, or layers.2.
	name string
	side merge.Side
	// source is where the configuration has it.
	source *config.Source
	// root is its directory, "." for all of the list.
	root string
	// to are its resources.
	to *[]*resource.Resource
}

// input is a ResourceList taken apart.
type input struct {
	items    []*item
	versions resource.Versions
	// from are the versions as they were found: original, updated and dest, source and
	// dest, or layers, of which the first is the dest.
	from []*version
	dest *version
	// carriers are the items with resources in their values.
	carriers map[*item][]*resource.Resource
	// carried holds the versions that some source was found for.
	carried [3]bool
	// packaged: the items name their packages; base is what they all lie in.
	packaged bool
	base     string
	// next is the next free index of each of dest's files, packages are the directories of
	// the packages that dest has.
	next     map[string]int
	packages map[string]bool
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
	if err := in.readMarks(cfg); err != nil {
		return nil, err
	}
	in.findRoots()
	isLayered := cfg.Strategy == resource.Layers
	in.versions.Mixed = !isLayered && in.mixed()
	in.findCarriers()
	for i, it := range in.items {
		if it.marked && it.version.side != merge.Dest && it.version.source.Given {
			return nil, in.fault(it, i, "its annotation %s makes it %s, but the configuration holds that version too; remove one of them",
				annotation.MergeSource, it.version.name)
		}
		if it.version = in.versionOf(it); it.version != nil {
			in.take(i, config)
		}
		it.keepsMark = !isLayered && in.keepsMark(it)
	}
	if isLayered {
		in.carried[merge.Updated] = in.carried[merge.Updated] || in.carried[merge.Dest]
	} else {
		in.versions.SameText = sameText
	}
	in.read(!isLayered)
	for _, v := range in.from {
		if !v.source.Given {
			continue
		}
		in.carried[v.side] = true
		resources := v.source.Resources
		if v == in.dest {
			resources = missing(resources, *v.to)
		}
		*v.to = append(*v.to, resources...)
	}
	return in, nil
}

// versionOf is the version of an item: the one that it is marked with, else the one in whose
// directory it lies, the innermost; nil if it is of none.
func (in *input) versionOf(it *item) *version {
	if it.marked || it.location == "" {
		return it.version
	}
	var found *version
	for _, v := range in.from {
		own := v.root != "." && (v == in.dest || !v.source.Given)
		if own && inside(it.location, v.root) && (found == nil || len(v.root) > len(found.root)) {
			found = v
		}
	}
	if found == nil && in.dest.root == "." {
		return in.dest
	}
	return found
}

// take takes an item into the resources of its version: it may carry some, and be the
// configuration.
func (in *input) take(i int, config *yaml.Node) {
	it := in.items[i]
	v := it.version
	if v.side != merge.Dest {
		in.carried[v.side] = true
	}
	switch {
	case isSame(it, config):
		if v.side == merge.Dest {
			it.version = nil
		}
		return
	case in.carriers[it] != nil:
		in.carried[v.side] = true
		*v.to = append(*v.to, in.carriers[it]...)
		return
	}
	it.resource = in.plain(it, i)
	if it.location != "" && inside(it.location, v.root) {
		it.resource.Path = below(it.location, v.root)
	}
	*v.to = append(*v.to, it.resource)
}

// fault is the error about an item.
func (in *input) fault(it *item, i int, problem string, args ...any) error {
	return &resource.Error{Resources: []*resource.Resource{in.plain(it, i)}, Problem: fmt.Sprintf(problem, args...)}
}

// check refuses items that do not stand for themselves: an alias whose anchor
// is in another item would hang in the air.
func (in *input) check() error {
	for i, it := range in.items {
		if it.Outline() != nil {
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
	if it.Outline() == nil {
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

// readMarks finds out which versions there are, and reads the annotations that name the
// version an item belongs to.
func (in *input) readMarks(cfg *Config) error {
	known := "layers.1, layers.2 and so on, left to right"
	if in.from = versionsOf(cfg); len(in.from) == 0 {
		in.from = in.markedLayers()
	} else {
		known = oneOf(in.from)
	}
	if cfg.Strategy == resource.Layers {
		in.versions.Layers = make([][]*resource.Resource, len(in.from))
	}
	lists := [3]*[]*resource.Resource{merge.Original: &in.versions.Original, merge.Updated: &in.versions.Updated, merge.Dest: &in.versions.Dest}
	for i, v := range in.from {
		if v.to = lists[v.side]; cfg.Strategy == resource.Layers {
			v.to = &in.versions.Layers[i]
		}
		if v.side == merge.Dest {
			in.dest = v
		}
	}
	for i, it := range in.items {
		it.version = in.dest
		mark := it.annotation(annotation.MergeSource)
		if mark == "" {
			continue
		}
		at := slices.IndexFunc(in.from, func(v *version) bool { return v.name == mark })
		if at < 0 {
			return in.fault(it, i, "annotation %s is %q; use %s", annotation.MergeSource, mark, known)
		}
		it.version, it.marked = in.from[at], true
	}
	return nil
}

// markedLayers are the layers that items are marked with, and the first.
func (in *input) markedLayers() (from []*version) {
	numbers := []int{1}
	for _, it := range in.items {
		number, is := strings.CutPrefix(it.annotation(annotation.MergeSource), layerMark)
		if n, err := strconv.Atoi(number); is && err == nil && n > 0 {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	for _, n := range slices.Compact(numbers) {
		from = append(from, layer(n, &config.Source{}))
	}
	return from
}

// oneOf lists the names of versions to choose from.
func oneOf(versions []*version) string {
	text := versions[0].name
	for i, v := range versions[1:] {
		text += map[bool]string{true: " or ", false: ", "}[i+2 == len(versions)] + v.name
	}
	return text
}

// mixed reports whether marked versions lie among dest's files, each in files of its
// own. Then another path does not mean that a resource moved.
func (in *input) mixed() bool {
	among := false
	of := make(map[string]*version, len(in.items))
	for _, it := range in.items {
		if it.location == "" {
			continue
		}
		if other, ok := of[it.location]; ok && other != it.version {
			return false
		}
		of[it.location] = it.version
		among = among || it.marked && it.version != in.dest && it.version.root == in.dest.root
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
