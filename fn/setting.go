package fn

import (
	"encoding"
	"errors"
	"iter"
	"reflect"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/enum"
)

// Setting is a setting that is given beside a configuration, on a command line say.
type Setting struct {
	// Name is its full name, as the key of a ConfigMap has it: lists.order.
	Name string
	// Value is its value as text; of a list it is YAML.
	Value string
	// From is what errors call the place where it is given: --set.
	From string
}

// Beside are settings that are given beside a configuration.
type Beside struct {
	// Over hold whatever the configuration has.
	Over []Setting
	// Under hold where neither the configuration nor Over has them.
	Under []Setting
}

// read lays the settings over and under what was read.
func (b *Beside) read(d *decoder) error {
	over, err := decodeSettings(b.Over)
	if err != nil {
		return err
	}
	under, err := decodeSettings(b.Under)
	if err != nil {
		return err
	}
	lay(over, d.root(), true)
	lay(under, d.root(), false)
	return nil
}

// decodeSettings decodes settings alone. An error about one names its place.
func decodeSettings(given []Setting) (reflect.Value, error) {
	d := decoder{lines: map[string]int{}}
	for _, s := range given {
		err := d.dotted(settings(), strings.Split(s.Name, "."), &yaml.Node{Kind: yaml.ScalarNode, Value: s.Value}, d.root())
		var setting *ConfigError
		if errors.As(err, &setting) {
			setting.File = s.From
		}
		if err != nil {
			return reflect.Value{}, err
		}
	}
	return d.root(), nil
}

// lay gives a struct the fields that another one has; over: also those that it has
// itself.
func lay(from, to reflect.Value, over bool) {
	for f := range fieldsOf(to.Type()) {
		value, field := from.FieldByIndex(f.Index), to.FieldByIndex(f.Index)
		switch {
		case f.Type.Kind() == reflect.Struct:
			lay(value, field, over)
		case !value.IsZero() && (over || field.IsZero()):
			field.Set(value)
		}
	}
}

// Known is a setting that there is.
type Known struct {
	// Name is its full name.
	Name string
	// Values are those that it may have, nil if there are too many to list.
	Values []string
}

// KnownSettings are all settings by their full names, without those for where versions
// are: what a Setting may name.
func KnownSettings() iter.Seq[Known] {
	return func(yield func(Known) bool) { knownIn(reflect.TypeFor[Spec](), "", yield) }
}

func knownIn(t reflect.Type, prefix string, yield func(Known) bool) bool {
	for f := range fieldsOf(t) {
		name := prefix + yamlName(f)
		switch {
		case f.Type == reflect.TypeFor[VersionsSpec]():
		case f.Type.Kind() == reflect.Struct:
			if !knownIn(f.Type, name+".", yield) {
				return false
			}
		case !yield(Known{name, valuesOf(f.Type)}):
			return false
		}
	}
	return true
}

// valuesOf are the values of a type of setting, nil if there are too many to list.
func valuesOf(t reflect.Type) []string {
	if t.Kind() != reflect.Pointer {
		return nil
	}
	if t.Elem().Kind() == reflect.Bool {
		return []string{"true", "false"}
	}
	named, is := reflect.New(t.Elem()).Interface().(encoding.TextUnmarshaler)
	var unknown *enum.UnknownError
	if is && errors.As(named.UnmarshalText(nil), &unknown) {
		return unknown.Known
	}
	return nil
}
