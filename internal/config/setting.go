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

// read decodes the settings over and under what was read.
func (b *Beside) read(d *decoder) error {
	for i, given := range [][]Setting{b.Over, b.Under} {
		for k, s := range given {
			if slices.ContainsFunc(given[:k], func(other Setting) bool { return other.Name == s.Name }) {
				return wrong(s.Name, "given twice; keep one of them")
			}
			if err := d.dotted(s.Name, s.Value, []precedence{over, under}[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// KnownSettings are all settings by their full names, without those for where versions
// are: what a Setting may name. With each are the values that it may have, nil if there are
// too many to list.
func KnownSettings() iter.Seq2[string, []string] {
	return func(yield func(name string, values []string) bool) {
		for name, f := range settingsOf(reflect.TypeFor[Spec](), "") {
			if f.Type.Kind() != reflect.Struct && !strings.HasPrefix(name, "versions.") && !yield(name, valuesOf(f.Type)) {
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
	if named, is := reflect.New(t.Elem()).Interface().(encoding.TextUnmarshaler); is {
		if unknown, is := errors.AsType[*enum.UnknownError](named.UnmarshalText(nil)); is {
			return unknown.Known
		}
	}
	return nil
}
