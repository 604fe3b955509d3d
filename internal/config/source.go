package config

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/krm-merge/krm-merge/internal/decisions"
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

const lacks = "strategy %s has no version %s; leave it out, or set another strategy"

// takeVersions takes over what is written of the versions; file is the
// configuration's name. Those that the strategy does not have are refused.
func (cfg *Config) takeVersions(v *versionsSpec, file string) error {
	s, sides := max(cfg.Strategy, resource.ThreeWay), []merge.Side{merge.Original, merge.Updated, merge.Updated, merge.Dest, merge.Dest}
	for i, name := range []string{"original", "updated", "source", "dest", "decisions"} {
		spec, at, side := v.named(name), "versions."+name, sides[i]
		if spec.streams != nil {
			at = spec.streams[0].name
		}
		var err error
		switch {
		case spec.Path == "" && spec.Text == nil && spec.streams == nil:
		case name == "decisions":
			err = cfg.takeDecisions(spec, at, file)
		case s == resource.Layers, s.Patches() && side == merge.Original, s.Name(side) != name:
			return wrong(at, lacks, s, name)
		default:
			err = cfg.Sources[side].take(spec, at, file)
		}
		if err != nil {
			return err
		}
	}
	if v.Layers != nil && s != resource.Layers {
		return wrong("versions.layers", lacks, s, "layers")
	}
	return cfg.takeLayers(v.Layers, file)
}

func (cfg *Config) takeLayers(layers []versionSpec, file string) error {
	for i := range layers {
		at, layer := fmt.Sprintf("versions.layers[%d]", i), Source{}
		if err := layer.take(&layers[i], at, file); err != nil {
			return err
		}
		if layer.Path == "" && !layer.Given {
			return wrong(at, "is empty; give it a path or a text")
		}
		if layer.Path != "" && slices.ContainsFunc(cfg.Layers, func(other Source) bool { return other.Path == layer.Path }) {
			return wrong(at+".path", "%s is already the path of another layer", layer.Path)
		}
		cfg.Layers = append(cfg.Layers, layer)
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
		resources, err := ParseStream(of.text, of.name)
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

// takeDecisions takes over the decisions that are written at that place; file is the
// configuration's name.
func (cfg *Config) takeDecisions(spec *versionSpec, at, file string) error {
	if cfg.Strategy.Patches() {
		return wrong(at, "strategy %s has no conflicts to decide; leave the decisions out", cfg.Strategy)
	}
	var from Source
	if err := from.take(spec, at, file); err != nil {
		return err
	}
	switch {
	case from.Path != "":
		return wrong(at+".path", "the function finds decisions among the items by itself; write them as text or resources, or leave this out")
	case len(from.Resources) != 1:
		return wrong(at, "holds %d resources; write one MergeDecisions", len(from.Resources))
	}
	r := from.Resources[0]
	s, err := decisions.ReadNode(r.Node, cmp.Or(r.Name, at))
	cfg.Decisions = s
	return err
}

// ParseStream reads the resources of a YAML stream that a configuration or an item
// holds; name is its place, for messages. The printer copies what a merged resource
// takes from it from this text.
func ParseStream(stream, name string) ([]*resource.Resource, error) {
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
