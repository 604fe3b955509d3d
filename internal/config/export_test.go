package config

import (
	"iter"
	"reflect"
	"strings"
)

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
