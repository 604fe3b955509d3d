package config

import (
	"encoding"
	"errors"
	"iter"
	"reflect"
	"slices"
	"strings"

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

// read decodes the settings over and under what was read. An error about one names its
// place.
func (b *Beside) read(d *decoder) error {
	for i, given := range [][]Setting{b.Over, b.Under} {
		for k, s := range given {
			err := d.dotted(s.Name, s.Value, []precedence{over, under}[i])
			if slices.ContainsFunc(given[:k], func(other Setting) bool { return other.Name == s.Name }) {
				err = wrong(s.Name, "given twice; keep one of them")
			}
			var setting *Error
			if errors.As(err, &setting) {
				setting.File = s.From
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
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
	return func(yield func(Known) bool) {
		for name, f := range settingsOf(reflect.TypeFor[Spec](), "") {
			if f.Type.Kind() != reflect.Struct && !strings.HasPrefix(name, "versions.") && !yield(Known{name, valuesOf(f.Type)}) {
				return
			}
		}
	}
}

// valuesOf are the values of a type of setting, nil if there are too many to list.
func valuesOf(t reflect.Type) []string {
	if t.Kind() != reflect.Pointer {
		return nil
	}
	named, is := reflect.New(t.Elem()).Interface().(encoding.TextUnmarshaler)
	var unknown *enum.UnknownError
	if is && errors.As(named.UnmarshalText(nil), &unknown) {
		return unknown.Known
	}
	if t.Elem().Kind() == reflect.Bool {
		return []string{"true", "false"}
	}
	return nil
}
