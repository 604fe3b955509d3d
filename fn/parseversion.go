package fn

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// setVersion takes over where a version is: versions.original.path.
func (cfg *Config) setVersion(s setting, name string) error {
	parts := strings.Split(s.name, ".")
	v := map[string]*Source{"original": &cfg.Original, "updated": &cfg.Updated, "source": &cfg.Updated, "dest": &cfg.Dest}[parts[1]]
	return v.set(parts[2], s, name)
}

// set takes over what the configuration says of a version: its path, text or
// resources. name is the configuration's, for messages.
func (v *Source) set(form string, s setting, name string) (err error) {
	if v.Path != "" || v.Given && (form != "text" || !s.asText) {
		return fmt.Errorf("%s: the version is given twice; use one of path, text and resources", s.name)
	}
	switch form {
	case "path":
		v.Path, err = s.directory()
		return err
	case "text":
		if s.value.Kind != yaml.ScalarNode {
			return fmt.Errorf("%s: must be text; use resources for a list of resources", s.name)
		}
		at := s.name
		if s.key != "" {
			at = fmt.Sprintf("data[%q]", s.key)
		}
		resources, err := parseStream(s.value.Value, at)
		if err != nil {
			return err
		}
		for _, r := range resources {
			r.Name = name + " " + r.Name
		}
		v.Resources = append(v.Resources, resources...)
	case "resources":
		if s.value.Kind != yaml.SequenceNode {
			return fmt.Errorf("%s: must be a list of resources; use text for a YAML stream", s.name)
		}
		for i, item := range s.value.Content {
			item = node.Target(item)
			if m := resource.MetaOf(item); m.APIVersion == "" || m.Kind == "" {
				return fmt.Errorf("%s[%d]: line %d: is no resource; write one, with apiVersion and kind", s.name, i, item.Line)
			}
			v.Resources = append(v.Resources, &resource.Resource{Node: item, Name: name + " " + s.name, Index: i, Line: item.Line})
		}
	}
	v.Given = true
	return nil
}

// layers reads the list of layers, each by path, text or resources.
func (s setting) layers(name string) ([]Source, error) {
	list, err := s.structure()
	if err != nil {
		return nil, err
	}
	if list == nil || list.Kind != yaml.SequenceNode || len(list.Content) == 0 {
		return nil, fmt.Errorf("%s: must list the layers, left to right, each by path, text or resources", s.name)
	}
	layers := make([]Source, len(list.Content))
	for i, entry := range list.Content {
		at := fmt.Sprintf("%s[%d]", s.name, i)
		entry = node.Target(entry)
		if err := onlyFields(at, entry, "path", "text", "resources"); err != nil {
			return nil, err
		}
		if len(entry.Content) != 2 {
			return nil, fmt.Errorf("%s: give it one of path, text and resources", at)
		}
		form := entry.Content[0].Value
		if err := layers[i].set(form, setting{name: at + "." + form, value: node.Target(entry.Content[1])}, name); err != nil {
			return nil, err
		}
		for j := range i {
			if layers[i].Path != "" && layers[i].Path == layers[j].Path {
				return nil, fmt.Errorf("%s.path: %s is already the path of another layer", at, layers[i].Path)
			}
		}
	}
	return layers, nil
}

// layer reads a layer that a ConfigMap numbers: layers.1.yaml.
func (s setting) layer(layers map[int]*Source, name string) error {
	number, _, _ := strings.Cut(strings.TrimPrefix(s.key, "layers."), ".")
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 {
		return fmt.Errorf("%s: a layer is numbered by its place; call it layers.1.yaml, layers.2.yaml and so on", s.key)
	}
	if layers[n] != nil {
		return fmt.Errorf("%s: there are two layers %d; give one of them another number", s.key, n)
	}
	layers[n] = &Source{}
	return layers[n].set("text", s, name)
}

// takeLayers puts numbered layers into the order of their numbers.
func (cfg *Config) takeLayers(layers map[int]*Source) error {
	if len(layers) == 0 {
		return nil
	}
	if cfg.Layers != nil {
		return errors.New("versions.layers: the layers are given twice; use either versions.layers or keys such as layers.1.yaml")
	}
	numbers := make([]int, 0, len(layers))
	for n := range layers {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	for _, n := range numbers {
		cfg.Layers = append(cfg.Layers, *layers[n])
	}
	return nil
}

// fits refuses versions that the strategy does not have.
func (cfg *Config) fits(s setting) error {
	rest, ok := strings.CutPrefix(s.name, "versions.")
	if !ok {
		return nil
	}
	version, _, _ := strings.Cut(rest, ".")
	known := map[resource.Strategy][]string{
		resource.ThreeWay: {"original", "updated", "dest"}, resource.TwoWay: {"source", "dest"}, resource.Layers: {"layers"},
	}
	strategy := cfg.Strategy
	if strategy == resource.StrategyDefault {
		strategy = resource.ThreeWay
	}
	if slices.Contains(known[strategy], version) {
		return nil
	}
	of := "ThreeWay"
	switch version {
	case "source":
		of = "TwoWay"
	case "layers":
		of = "Layers"
	}
	name := s.name
	if s.key != "" {
		name = s.key
	}
	return fmt.Errorf("%s: strategy %s has no version %s, its versions are %s; set strategy to %s, or leave the version out",
		name, strategy, version, strings.Join(known[strategy], ", "), of)
}

// directory is a relative slash-separated path that stays inside the package.
func (s setting) directory() (string, error) {
	p := path.Clean(s.value.Value)
	if s.value.Kind != yaml.ScalarNode || s.value.Value == "" || path.IsAbs(p) || p == ".." || strings.HasPrefix(p, "../") {
		return "", fmt.Errorf("%s: %q must be a directory inside the package, relative to its root", s.name, s.value.Value)
	}
	return p, nil
}
