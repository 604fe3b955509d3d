package config

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// data reads settings by their full names, each value a string, and versions by keys such as
// original.yaml, original.NAME.yaml and layers.1.yaml.
func (spec *Spec) data(data *yaml.Node, s *settings) (err error) {
	layers := map[int]versionSpec{}
	for key, value := range node.Pairs(data.Content) {
		name := key.Value
		value = node.Target(value)
		version, rest, _ := strings.Cut(name, ".")
		of := spec.Versions.named(version)
		isStream := (of != nil || version == "layers") && slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(name))
		if isStream {
			name = fmt.Sprintf("data[%q]", name)
		}
		s.lines[name] = key.Line
		switch {
		case value.Kind != yaml.ScalarNode:
			err = wrong(name, "must be a string")
		case isStream && of != nil:
			of.streams = append(of.streams, stream{name, value.Value})
		case isStream:
			number, _, _ := strings.Cut(rest, ".")
			n, notOne := strconv.Atoi(number)
			if _, twice := layers[n]; twice || notOne != nil || n < 0 {
				err = wrong(name, "a layer is numbered by its place, which no other has; call it layers.1.yaml, layers.2.yaml and so on")
			}
			layers[n] = versionSpec{streams: []stream{{name, value.Value}}}
		case name == "spec":
			if value, err = inText(name, value); err == nil && !node.IsNull(value) {
				err = s.read("", value)
			}
		default:
			err = s.put(name, value)
		}
		if err != nil {
			return err
		}
	}
	if len(layers) > 0 && spec.Versions.Layers != nil {
		return wrong("versions.layers", "the layers are given twice; use either versions.layers or keys such as layers.1.yaml")
	}
	for _, n := range slices.Sorted(maps.Keys(layers)) {
		spec.Versions.Layers = append(spec.Versions.Layers, layers[n])
	}
	return nil
}

// named is the version of that name, nil for layers and what is none.
func (v *versionsSpec) named(version string) *versionSpec {
	return map[string]*versionSpec{
		"original": &v.Original, "updated": &v.Updated, "dest": &v.Dest, "source": &v.Source, "decisions": &v.Decisions,
	}[version]
}
