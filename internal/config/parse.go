package config

import (
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
	if name == "" {
		name = functionConfig
	}
	d := decoder{lines: map[string]int{}}
	err := d.read(config)
	if err == nil {
		err = b.read(&d)
	}
	var cfg *Config
	if err == nil {
		cfg, err = d.checked(name)
	}
	setting, is := errors.AsType[*Error](err)
	switch {
	case is:
		if setting.File == "" {
			setting.File, setting.Line = name, d.lines[setting.Setting]
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

// read reads a configuration of any form.
func (d *decoder) read(config *yaml.Node) error {
	if config == nil || config.Kind == 0 {
		return nil
	}
	if err := merge.Check(config); err != nil {
		return err
	}
	switch config = node.Target(node.Root(config)); {
	case config == nil || node.IsNull(config):
		return nil
	case config.Kind != yaml.MappingNode:
		return fmt.Errorf("the configuration is not a map; write a resource of kind %s or a ConfigMap", configKind)
	}
	return d.form(config)
}

// form reads a configuration in the form that its apiVersion and kind call for.
func (d *decoder) form(config *yaml.Node) error {
	m := resource.MetaOf(config)
	switch {
	case m.Kind == "" && m.APIVersion == "" && node.Field(config, "spec") == nil:
		return d.fields(settings(), config, d.root())
	case m.Kind == "" && m.APIVersion == "":
		return d.envelope(config, "spec")
	case m.Kind == configKind && m.Group() == configGroup && m.APIVersion != configAPIVersion:
		return fmt.Errorf("apiVersion: unknown version %s; use %s", m.APIVersion, configAPIVersion)
	case m.Kind == configKind && (m.APIVersion == configAPIVersion || m.APIVersion == "v1"):
		return d.envelope(config, "apiVersion", "kind", "metadata", "spec", "data", "status")
	case m.Kind == "ConfigMap" && m.APIVersion == "v1":
		return d.envelope(config, "apiVersion", "kind", "metadata", "data", "immutable")
	}
	return fmt.Errorf("the configuration is %s; use apiVersion: %s, kind: %s, or a ConfigMap (apiVersion: v1)",
		(&resource.Resource{Node: config}).Describe(), configAPIVersion, configKind)
}

// settings is the place of all settings.
func settings() place { return place{of: reflect.TypeFor[Spec]()} }

// root is what settings are decoded into.
func (d *decoder) root() reflect.Value { return reflect.ValueOf(&d.spec).Elem() }

// envelope reads what is under spec and data of a map that has no fields but the known.
func (d *decoder) envelope(config *yaml.Node, known ...string) error {
	for key, value := range node.Pairs(config.Content) {
		name := key.Value
		value = node.Target(value)
		_, isSetting := fieldNamed(reflect.TypeFor[Spec](), name)
		var err error
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
			err = d.fields(settings(), node.With(value, kptfile.FieldUpstream, nil), d.root())
		default:
			err = d.data(value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
