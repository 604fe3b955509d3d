package fn

import (
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
	in.findCarriers()
	for i, it := range in.items {
		layer := s.layer[i]
		if layer < 0 {
			it.role = isBystander
			continue
		}
		it.mark = layerMark + strconv.Itoa(s.numbers[layer])
		it.side = merge.Dest
		if layer > 0 {
			it.side = merge.Updated
		}
		in.take(i, s.roots[layer], &in.versions.Layers[layer], config)
	}
	in.carried[merge.Updated] = in.carried[merge.Updated] || in.carried[merge.Dest]
	in.read(false)
	for i, l := range cfg.Layers {
		if !l.Given {
			continue
		}
		in.carried[merge.Updated] = true
		resources := l.Resources
		if i == 0 {
			resources = missing(resources, in.versions.Layers[0])
		}
		in.versions.Layers[i] = append(in.versions.Layers[i], resources...)
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
	// marks are those of marked items; layer is the place of an item's layer, -1 for a
	// bystander.
	marks []int
	layer []int
}

// number reads the marks and finds out which layers there are.
func (s *layerSorter) number() error {
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
			return s.in.fault(it, i, "annotation %s is %q; "+problem, append([]any{annotation.MergeSource, v}, args...)...)
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
		it.marked, s.marks[i] = true, n
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
		if it.marked {
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
			spans[layer] = span(spans[layer], it.location)
		}
	}
	s.roots = make([]string, len(s.numbers))
	own := false
	for layer := len(s.roots) - 1; layer >= 0; layer-- {
		s.roots[layer] = "."
		switch {
		case layer < len(s.cfg.Layers) && s.cfg.Layers[layer].Path != "":
			s.roots[layer] = s.cfg.Layers[layer].Path
		case spans[layer] != "" && (layer > 0 || own) && s.in.alone(spans[layer], func(i int) bool { return s.layer[i] == layer }):
			s.roots[layer] = spans[layer]
			own = true
		}
	}
	s.in.roots = [3]string{merge.Original: nowhere, merge.Updated: nowhere, merge.Dest: s.roots[0]}
}
