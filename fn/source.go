package fn

import (
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Source is where the function finds one version of the package.
type Source struct {
	// Path is the directory its items lie in, "" for the default one.
	Path string
	// Resources are the version itself, where the configuration holds it.
	Resources []*resource.Resource
	// Given reports whether the configuration holds the version, even an empty one.
	Given bool
}

// sources are where the versions are found that a side has.
func (cfg *Config) sources() [3]*Source {
	return [3]*Source{merge.Original: &cfg.Original, merge.Updated: &cfg.Updated, merge.Dest: &cfg.Dest}
}

// layerMark begins the name of a layer among items: layers.2.
const layerMark = "layers."

func layer(number int, source *Source) *version {
	v := &version{name: layerMark + strconv.Itoa(number), side: merge.Updated, source: source}
	if number == 1 {
		v.side = merge.Dest
	}
	return v
}

// versions are those of the strategy, and where they are as far as the configuration says.
func (cfg *Config) versions() (all []*version) {
	if cfg.Strategy == resource.Layers {
		for i := range cfg.Layers {
			all = append(all, layer(i+1, &cfg.Layers[i]))
		}
		if all == nil {
			all = append(all, layer(1, &Source{}))
		}
		return all
	}
	for side, source := range cfg.sources() {
		if side := merge.Side(side); side != merge.Original || cfg.Strategy != resource.TwoWay {
			all = append(all, &version{name: cfg.Strategy.Name(side), side: side, source: source})
		}
	}
	return all
}

// versionsOf are the versions of a strategy, as the settings call them.
func versionsOf(s resource.Strategy) (names []string) {
	if s == resource.Layers {
		return []string{"layers"}
	}
	for _, v := range (&Config{Options: resource.Options{Strategy: s}}).versions() {
		names = append(names, v.name)
	}
	return names
}

// takeVersions takes over what is written of the versions; file is the
// configuration's name. Those that the strategy does not have are refused.
func (cfg *Config) takeVersions(v *versionsSpec, file string) error {
	to := map[string]*Source{"original": &cfg.Original, "updated": &cfg.Updated, "source": &cfg.Updated, "dest": &cfg.Dest}
	for f := range fieldsOf(reflect.TypeFor[versionsSpec]()) {
		field := reflect.ValueOf(v).Elem().FieldByIndex(f.Index)
		name, at := yamlName(f), "versions."+yamlName(f)
		spec, isOne := field.Addr().Interface().(*versionSpec)
		if isOne && spec.streams != nil {
			at = spec.streams[0].name
		}
		var err error
		switch {
		case field.IsZero():
		case field.Addr().Interface() == any(&v.Decisions):
			err = cfg.takeDecisions(spec, at, file)
		case !slices.Contains(versionsOf(cfg.Strategy), name):
			err = lacks(cfg.Strategy, at, name)
		case isOne:
			err = to[name].take(spec, at, file)
		default:
			err = cfg.takeLayers(v.Layers, file)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lacks is the error for a version that the strategy does not have.
func lacks(s resource.Strategy, at, version string) error {
	of := resource.ThreeWay
	for _, other := range []resource.Strategy{resource.TwoWay, resource.Layers} {
		if !slices.Contains(versionsOf(of), version) {
			of = other
		}
	}
	return wrong(at, "strategy %s has no version %s, its versions are %s; set strategy to %s, or leave the version out",
		max(s, resource.ThreeWay), version, strings.Join(versionsOf(s), ", "), of)
}

func (cfg *Config) takeLayers(layers []versionSpec, file string) error {
	cfg.Layers = make([]Source, len(layers))
	for i := range layers {
		at, layer := fmt.Sprintf("versions.layers[%d]", i), &cfg.Layers[i]
		if err := layer.take(&layers[i], at, file); err != nil {
			return err
		}
		if layer.Path == "" && !layer.Given {
			return wrong(at, "is empty; give it a path or a text")
		}
		if layer.Path != "" && slices.ContainsFunc(cfg.Layers[:i], func(other Source) bool { return other.Path == layer.Path }) {
			return wrong(at+".path", "%s is already the path of another layer", layer.Path)
		}
	}
	return nil
}

// take takes over what is written of a version at that place, in one of its forms.
func (v *Source) take(s *versionSpec, at, file string) error {
	streams := s.streams
	if s.Text != nil {
		streams = append(streams, stream{at + ".text", *s.Text})
	}
	v.Given = streams != nil
	switch {
	case s.Path != "" && v.Given:
		return wrong(at, "the version is given twice; use one of path and text")
	case s.Path != "":
		if v.Path = path.Clean(s.Path); !fs.ValidPath(v.Path) {
			return wrong(at+".path", "%q must be a directory inside the package, relative to its root", s.Path)
		}
	}
	for _, of := range streams {
		resources, err := parseStream(of.text, of.name)
		if err != nil {
			return err
		}
		for _, r := range resources {
			r.Name = file + " " + r.Name
		}
		v.Resources = append(v.Resources, resources...)
	}
	return nil
}

// parseStream reads the resources of a YAML stream that a configuration or an item
// holds; name is its place, for messages. The printer copies what a merged resource
// takes from it from this text.
func parseStream(stream, name string) ([]*resource.Resource, error) {
	var resources []*resource.Resource
	i := -1
	if err := marks.Refuse([]byte(stream)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for text, err := range source.Documents([]byte(stream)) {
		if i++; err != nil {
			return nil, fmt.Errorf("%s: %w", name, source.Refused([]byte(stream), err))
		}
		value := node.Root(text.Docs[0])
		if value == nil || node.IsNull(value) {
			continue
		}
		r := &resource.Resource{Node: value, Name: name, Index: i, Line: value.Line, From: &text}
		if err := merge.Check(value); err != nil && !merge.RepeatsKey(err) {
			return nil, &resource.Error{Resources: []*resource.Resource{r}, Err: err}
		}
		if m := resource.MetaOf(value); m.APIVersion == "" || m.Kind == "" {
			return nil, &resource.Error{Resources: []*resource.Resource{r}, Problem: "is not a resource; write one, with apiVersion and kind"}
		}
		resources = append(resources, r)
	}
	return resources, nil
}
