package config

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Parse checks a configuration, with the settings beside it: a document or root value. It is a resource of
// kind Merge with the settings under spec (or, as kpt's command line makes it, under
// data), a ConfigMap, or without apiVersion and kind a map with spec or with the
// settings themselves; nil and empty are the defaults. The keys of a ConfigMap are
// the full names of settings, spec with all of them as YAML, or versions as YAML
// streams: original.yaml, original.NAME.yaml, layers.1.yaml.
//
// Errors begin with name, that of its file, if it is not "". An error about a setting
// is an *Error; for an unknown setting or value it names the nearest. One about a setting
// beside the configuration begins with the place where that is given.
func (b Beside) Parse(config *yaml.Node, name string) (*Config, error) {
	name = cmp.Or(name, functionConfig)
	var spec Spec
	var cfg *Config
	lines := map[string]int{}
	err := spec.parse(config, &b, lines)
	if err == nil {
		cfg, err = checked(&spec, name)
	}
	setting, is := errors.AsType[*Error](err)
	switch {
	case is:
		if setting.File == "" {
			setting.File, setting.Line = name, lines[setting.Setting]
		}
		for _, s := range b.Over {
			if inside, is := strings.CutPrefix(setting.Setting, s.Name); is && (inside == "" || strings.ContainsAny(inside[:1], ".[")) {
				setting.File, setting.Line = s.From, 0
			}
		}
		return nil, setting
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return cfg, nil
}

// functionConfig is what errors call a configuration that is not a file.
const functionConfig = "functionConfig"

const (
	configGroup      = "fn.kpt.dev"
	configAPIVersion = configGroup + "/v1alpha1"
	configKind       = "Merge"
)

// Error is what is wrong with a setting.
type Error struct {
	// File is the name of the configuration, "functionConfig" if it is not a file.
	File string
	// Setting is its full name: lists.order, rules[0].path.
	Setting string
	// Line is where it is written, 0 if that is not known.
	Line int
	// Err is what is wrong and what to do.
	Err error
}

// Error names the line if it is that of a file: those of a functionConfig are
// lines of a stream that nobody wrote.
func (e *Error) Error() string {
	if e.Line > 0 && e.File != functionConfig {
		return fmt.Sprintf("%s: line %d: %s: %v", e.File, e.Line, e.Setting, e.Err)
	}
	return fmt.Sprintf("%s: %s: %v", e.File, e.Setting, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// wrong is the error for a setting; Parse adds file and line.
func wrong(setting, format string, args ...any) error {
	return &Error{Setting: setting, Err: fmt.Errorf(format, args...)}
}

// parse fills the spec: with what is given over the configuration, else with what that has, else
// with what is given under it, else as the profile says. lines are told where settings are.
func (spec *Spec) parse(config *yaml.Node, b *Beside, lines map[string]int) error {
	source := func() *settings { return newSettings(reflect.ValueOf(spec).Elem(), "", lines) }
	if err := source().take(b.Over); err != nil {
		return err
	}
	if err := spec.read(config, source()); err != nil {
		return err
	}
	if err := source().take(b.Under); err != nil {
		return err
	}
	// Newest is Careful but for what has a tag of its own.
	for _, tag := range map[string][]string{"Careful": {"careful"}, "Newest": {"newest", "careful"}}[orZero(spec.Profile).String()] {
		profile := source()
		for _, f := range profile.fields() {
			if value, has := f.Tag.Lookup(tag); has {
				if err := profile.put(f.name, &yaml.Node{Value: value}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// read reads a configuration of any form.
func (spec *Spec) read(config *yaml.Node, s *settings) error {
	if config == nil || config.Kind == 0 {
		return nil
	}
	if err := merge.Check(config); err != nil {
		return err
	}
	config = node.Target(node.Root(config))
	if config == nil || node.IsNull(config) {
		return nil
	}
	m := resource.MetaOf(config)
	switch {
	case config.Kind != yaml.MappingNode:
		return fmt.Errorf("the configuration is not a map; write a resource of kind %s or a ConfigMap", configKind)
	case m.Kind == "" && m.APIVersion == "" && node.Field(config, "spec") == nil:
		return s.read("", config)
	case m.Kind == "" && m.APIVersion == "":
		return spec.envelope(config, s, "spec")
	case m.Kind == configKind && m.Group() == configGroup && m.APIVersion != configAPIVersion:
		return fmt.Errorf("apiVersion: unknown version %s; use %s", m.APIVersion, configAPIVersion)
	case m.Kind == configKind && (m.APIVersion == configAPIVersion || m.APIVersion == "v1"):
		return spec.envelope(config, s, "apiVersion", "kind", "metadata", "spec", "data", "status")
	case m.Kind == "ConfigMap" && m.APIVersion == "v1":
		return spec.envelope(config, s, "apiVersion", "kind", "metadata", "data", "immutable")
	}
	return fmt.Errorf("the configuration is %s; use apiVersion: %s, kind: %s, or a ConfigMap (apiVersion: v1)",
		(&resource.Resource{Node: config}).Describe(), configAPIVersion, configKind)
}

// envelope reads what is under spec and data of a map that has no fields but the known.
func (spec *Spec) envelope(config *yaml.Node, s *settings, known ...string) (err error) {
	for key, value := range node.Pairs(config.Content) {
		name := key.Value
		value = node.Target(value)
		_, isSetting := s.field(name)
		switch {
		case !slices.Contains(known, name) && isSetting && slices.Contains(known, "spec"):
			err = fmt.Errorf("unknown field %q; settings belong under spec: spec.%s", name, name)
		case !slices.Contains(known, name):
			err = fmt.Errorf("unknown field %q%s", name, suggestion(name, known))
		case name != "spec" && name != "data" || node.IsNull(value):
		case value.Kind != yaml.MappingNode:
			err = fmt.Errorf("%s: must be a map of settings", name)
		case name == "spec":
			// Where a chart is from is no setting.
			err = s.read("", node.With(value, kptfile.FieldUpstream, nil))
		default:
			err = spec.data(value, s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
