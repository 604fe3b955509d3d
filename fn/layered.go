package fn

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// layerMark begins the annotation of an item of a layer: layers.2.
const layerMark = "layers."

// sortLayers finds the layer each item belongs to: by its annotation, else by
// the paths in the configuration. An item with no mark is the first layer's,
// unless that has a path, in which the item does not lie.
func (in *input) sortLayers(cfg *Config, config *yaml.Node) error {
	s := layerSorter{in: in, cfg: cfg}
	if err := s.number(); err != nil {
		return err
	}
	s.find()
	s.findRoots()
	carriers := in.carriers(s.marked)
	for i, it := range in.items {
		layer := s.layer[i]
		if layer < 0 {
			it.role = isBystander
			continue
		}
		it.mark = layerMark + strconv.Itoa(s.numbers[layer])
		it.side = merge.Dest
		if layer > 0 {
			it.role, it.side = isSource, merge.Updated
			in.carried[merge.Updated] = true
		}
		if isSame(it, config) {
			if layer == 0 {
				it.role = isBystander
			}
			continue
		}
		if carried := carriers[i]; carried != nil {
			it.role = isSource
			in.carried[merge.Updated] = true
			s.add(layer, carried...)
			continue
		}
		it.resource = in.plain(it, i)
		if root := s.roots[layer]; it.location != "" && inside(it.location, root) {
			it.resource.Path = below(it.location, root)
		}
		in.byItem[it.resource] = it
		s.add(layer, it.resource)
	}
	in.parse()
	for i, l := range cfg.Layers {
		if !l.Given {
			continue
		}
		in.carried[merge.Updated] = true
		resources := l.Resources
		if i == 0 {
			resources = missing(resources, in.versions.Layers[0], cfg, nil)
		}
		s.add(i, resources...)
	}
	return nil
}

// layerSorter finds the layers of items.
type layerSorter struct {
	in  *input
	cfg *Config
	// numbers are the layers' by which items are marked, in order.
	numbers []int
	// roots are the directories of the layers.
	roots []string
	// marked reports whether an item has a mark, and marks has the mark; layer is the
	// place of its layer, -1 for a bystander.
	marked []bool
	marks  []int
	layer  []int
}

func (s *layerSorter) add(layer int, resources ...*resource.Resource) {
	layers := s.in.versions.Layers
	layers[layer] = append(layers[layer], resources...)
}

// number reads the marks and finds out which layers there are.
func (s *layerSorter) number() error {
	s.marked = make([]bool, len(s.in.items))
	s.marks = make([]int, len(s.in.items))
	for i := range s.cfg.Layers {
		s.numbers = append(s.numbers, i+1)
	}
	if s.numbers == nil {
		s.numbers = []int{1}
	}
	for i, it := range s.in.items {
		v := it.annotation(annotation.MergeSource)
		if v == "" {
			continue
		}
		fault := func(problem string, args ...any) error {
			return &resource.Error{Resources: []*resource.Resource{s.in.plain(it, i)}, Problem: fmt.Sprintf("annotation %s is %q; ", annotation.MergeSource, v) + fmt.Sprintf(problem, args...)}
		}
		number, ok := strings.CutPrefix(v, layerMark)
		n, err := strconv.Atoi(number)
		switch {
		case !ok, err != nil, n < 1:
			return fault("use layers.1, layers.2 and so on, left to right")
		case len(s.cfg.Layers) > 0 && n > len(s.cfg.Layers):
			return fault("the configuration has only %d layers", len(s.cfg.Layers))
		case len(s.cfg.Layers) > 0 && s.cfg.Layers[n-1].Given && n > 1:
			return fault("the configuration holds that layer too; remove one of them")
		case len(s.cfg.Layers) == 0:
			s.numbers = append(s.numbers, n)
		}
		s.marked[i], s.marks[i] = true, n
	}
	slices.Sort(s.numbers)
	s.numbers = slices.Compact(s.numbers)
	s.in.versions.Layers = make([][]*resource.Resource, len(s.numbers))
	return nil
}

// find finds the layer of each item.
func (s *layerSorter) find() {
	s.layer = make([]int, len(s.in.items))
	for i, it := range s.in.items {
		if s.marked[i] {
			s.layer[i], _ = slices.BinarySearch(s.numbers, s.marks[i])
			continue
		}
		if len(s.cfg.Layers) > 0 && s.cfg.Layers[0].Path != "" {
			s.layer[i] = -1
		}
		longest := -1
		for j, l := range s.cfg.Layers {
			if l.Path != "" && it.location != "" && inside(it.location, l.Path) && len(l.Path) > longest {
				s.layer[i], longest = j, len(l.Path)
			}
		}
	}
}

// findRoots finds the directories that paths are relative to: the one in the
// configuration, else the one that only the layer's items lie in.
func (s *layerSorter) findRoots() {
	spans := make([]string, len(s.numbers))
	for i, it := range s.in.items {
		if layer := s.layer[i]; layer >= 0 && it.location != "" {
			dir := path.Dir(it.location)
			if spans[layer] == "" {
				spans[layer] = dir
			}
			spans[layer] = common(spans[layer], dir)
		}
	}
	s.roots = make([]string, len(s.numbers))
	own := false
	for layer := len(s.roots) - 1; layer >= 0; layer-- {
		s.roots[layer] = "."
		switch {
		case layer < len(s.cfg.Layers) && s.cfg.Layers[layer].Path != "":
			s.roots[layer] = s.cfg.Layers[layer].Path
		case spans[layer] != "" && (layer > 0 || own) && s.alone(layer, spans[layer]):
			s.roots[layer] = spans[layer]
			own = true
		}
	}
	s.in.roots = [3]string{merge.Original: nowhere, merge.Updated: nowhere, merge.Dest: s.roots[0]}
}

// alone reports whether no item of another layer lies in a directory.
func (s *layerSorter) alone(layer int, dir string) bool {
	for i, it := range s.in.items {
		if s.layer[i] != layer && it.location != "" && inside(it.location, dir) {
			return false
		}
	}
	return true
}
