package config

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/similar"
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

// field is a field of a struct of settings, or of a struct in there; name is what a configuration
// calls it, with dots: lists.order.
type field struct {
	name string
	reflect.StructField
}

// fieldsOf are the fields of a struct of settings and of those in it, in order. Their names begin
// with a prefix.
func fieldsOf(t reflect.Type, prefix string) (all []field) {
	for _, f := range reflect.VisibleFields(t) {
		if !f.IsExported() || f.Anonymous {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		all = append(all, field{prefix + name, f})
		if f.Type.Kind() == reflect.Struct {
			for _, inner := range fieldsOf(f.Type, prefix+name+".") {
				inner.Index = slices.Concat(f.Index, inner.Index)
				all = append(all, inner)
			}
		}
	}
	return all
}

// wrong is an error about the setting; its example shows what it may be.
func (f field) wrong(problem string) error {
	if example := f.Tag.Get("example"); example != "" {
		problem += ", as in " + example
	}
	return wrong(f.name, "%s", problem)
}

// suggestion names the nearest of the names, known here or elsewhere, that a mistaken
// one could have been; if none is near, those that are known here.
func suggestion(name string, known []string, elsewhere ...string) string {
	best, least := "", len(name[strings.LastIndex(name, ".")+1:])/3+2
	for _, k := range slices.Concat(known, elsewhere) {
		d := similar.Distance(name, k)
		if last := k[strings.LastIndex(k, ".")+1:]; !strings.Contains(name, ".") {
			d = min(d, 1+similar.Distance(name, last))
		}
		if d < least {
			best, least = k, d
		}
	}
	if best == "" {
		return "; known are " + strings.Join(known, ", ")
	}
	return fmt.Sprintf("; did you mean %q?", best)
}
