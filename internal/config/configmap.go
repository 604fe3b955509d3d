package config

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// data reads settings by their full names, each value a string.
func (d *decoder) data(data *yaml.Node) error {
	layers := map[int]versionSpec{}
	for key, value := range node.Pairs(data.Content) {
		name := key.Value
		value = node.Target(value)
		version, isVersion := versionKey(name)
		if isVersion {
			name = fmt.Sprintf("data[%q]", name)
		}
		d.lines[name] = key.Line
		if value.Kind != yaml.ScalarNode {
			return wrong(name, "must be a string")
		}
		var err error
		switch {
		case isVersion:
			err = d.spec.Versions.take(version, key.Value, stream{name, value.Value}, layers)
		case name == "spec":
			err = d.text(settings(), value, d.root())
		default:
			err = d.inside(settings(), strings.Split(name, "."), value, d.root(), once)
		}
		if err != nil {
			return err
		}
	}
	if len(layers) > 0 && d.spec.Versions.Layers != nil {
		return wrong("versions.layers", "the layers are given twice; use either versions.layers or keys such as layers.1.yaml")
	}
	for _, n := range slices.Sorted(maps.Keys(layers)) {
		d.spec.Versions.Layers = append(d.spec.Versions.Layers, layers[n])
	}
	return nil
}

// precedence is what a setting counts for among others that are decoded.
type precedence uint8

const (
	// once: it is an error if it is written already.
	once precedence = iota
	// over what is written.
	over
	// under: it counts where nothing is written.
	under
)

// dotted fills the setting of a full name.
func (d *decoder) dotted(name, value string, by precedence) error {
	return d.inside(settings(), strings.Split(name, "."), &yaml.Node{Kind: yaml.ScalarNode, Value: value}, d.root(), by)
}

// inside fills the setting that the rest of a full name leads to from v on.
func (d *decoder) inside(p place, rest []string, n *yaml.Node, v reflect.Value, by precedence) error {
	if len(rest) > 0 && v.Kind() == reflect.Struct {
		f, known := fieldNamed(v.Type(), rest[0])
		if !known {
			return p.field(strings.Join(rest, "."), "").unknown(p.of)
		}
		return d.inside(p.field(rest[0], f.Tag), rest[1:], n, v.FieldByIndex(f.Index), by)
	}
	switch {
	case len(rest) > 0:
		return p.field(strings.Join(rest, "."), "").unknown(p.of)
	case v.Kind() == reflect.Struct:
		return wrong(p.full(), "is not a setting but several; write them by their full names, such as %s.%s, or under spec: |", p.full(), namesOf(v.Type())[0])
	case by == under && !v.IsZero():
		return nil
	case by == over:
		v.SetZero()
	}
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Map {
		return d.text(p, n, v)
	}
	// Everything is a string here: true, false and an empty value, too.
	value := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: n.Value, Line: n.Line}
	if value.Value == "true" || value.Value == "false" {
		value.Tag = "!!bool"
	}
	return d.decode(p, value, v)
}

// text fills what is written as YAML in a string.
func (d *decoder) text(p place, n *yaml.Node, v reflect.Value) error {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(n.Value), &doc); err != nil {
		return wrong(p.full(), "%w", source.Refused([]byte(n.Value), err))
	}
	if err := merge.Check(&doc); err != nil {
		return wrong(p.full(), "%w", err)
	}
	value := node.Target(node.Root(&doc))
	if value == nil || value.Kind == 0 || node.IsNull(value) {
		return nil
	}
	moveLines(value, n)
	return d.decode(p, value, v)
}

// moveLines gives the nodes of a text the lines that they have in its file: those of
// a literal block, else the line of the string.
func moveLines(n, text *yaml.Node) {
	for n := range node.All(n) {
		if text.Style&yaml.LiteralStyle != 0 {
			n.Line += text.Line
		} else {
			n.Line = text.Line
		}
	}
}

// versionKey is the version that a key of a ConfigMap holds: original.yaml,
// original.NAME.yaml and so on.
func versionKey(key string) (version string, ok bool) {
	if !strings.HasSuffix(key, ".yaml") && !strings.HasSuffix(key, ".yml") && !strings.HasSuffix(key, ".json") {
		return "", false
	}
	version, _, _ = strings.Cut(key, ".")
	_, ok = fieldNamed(reflect.TypeFor[versionsSpec](), version)
	return version, ok
}

// take takes over the stream of a version; layers holds those by their numbers.
func (v *versionsSpec) take(version, key string, s stream, layers map[int]versionSpec) error {
	if version != "layers" {
		f, _ := fieldNamed(reflect.TypeFor[versionsSpec](), version)
		to := reflect.ValueOf(v).Elem().FieldByIndex(f.Index).Addr().Interface().(*versionSpec)
		to.streams = append(to.streams, s)
		return nil
	}
	number, _, _ := strings.Cut(strings.TrimPrefix(key, "layers."), ".")
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 {
		return wrong(s.name, "a layer is numbered by its place; call it layers.1.yaml, layers.2.yaml and so on")
	}
	if _, twice := layers[n]; twice {
		return wrong(s.name, "there are two layers %d; give one of them another number", n)
	}
	layers[n] = versionSpec{streams: []stream{s}}
	return nil
}
