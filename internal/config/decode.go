package config

import (
	"encoding"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/similar"
)

// decoder fills a spec with what is written, as tags name the fields. It takes
// nothing that has no field, and nothing twice. Null is not written.
type decoder struct {
	spec Spec
	// lines are where settings are, by their full names.
	lines map[string]int
}

// place is where a setting is.
type place struct {
	// of is the struct with the setting and its neighbours: the spec, or an entry
	// of a list. at is what their full names begin with.
	of reflect.Type
	at string
	// name is the setting's in there, with dots: lists.order.
	name string
	tag  reflect.StructTag
}

// full is the name in messages.
func (p place) full() string {
	if p.at+p.name == "" {
		return "spec"
	}
	return strings.TrimSuffix(p.at+p.name, ".")
}

// field is the place of a setting in the struct at the place.
func (p place) field(name string, tag reflect.StructTag) place {
	if p.name != "" {
		name = p.name + "." + name
	}
	return place{of: p.of, at: p.at, name: name, tag: tag}
}

// element is the place of an element of the list at the place.
func (p place) element(i int, t reflect.Type) place {
	return place{of: t, at: fmt.Sprintf("%s[%d].", p.full(), i)}
}

// wrong is an error about the setting; its example shows what it may be.
func (p place) wrong(problem string) error {
	if example := p.tag.Get("example"); example != "" {
		problem += ", as in " + example
	}
	return wrong(p.full(), "%s", problem)
}

// decode fills v, a settable value that nothing was decoded into, with a setting.
func (d *decoder) decode(p place, n *yaml.Node, v reflect.Value) error {
	n = node.Target(n)
	d.lines[p.full()] = n.Line
	kind := v.Kind()
	if (kind == reflect.Slice || kind == reflect.Map || kind == reflect.Pointer) && !v.IsNil() {
		return wrong(p.full(), "given twice; keep one of them")
	}
	switch kind {
	case reflect.Struct:
		return d.fields(p, n, v)
	case reflect.Slice:
		return d.list(p, n, v)
	case reflect.Map:
		if n.Kind != yaml.MappingNode || n.Decode(v.Addr().Interface()) != nil {
			return p.wrong("must be a map of texts")
		}
		return nil
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return scalar(p, n, v.Elem())
	default:
		if err := scalar(p, n, v); err != nil || !v.IsZero() {
			return err
		}
		return p.wrong("must not be empty; leave it out, or write it")
	}
}

// fields fills a struct from a map.
func (d *decoder) fields(p place, n *yaml.Node, v reflect.Value) error {
	if n.Kind != yaml.MappingNode {
		instead := ""
		for f := range fieldsOf(v.Type()) {
			if slices.Contains(valuesOf(f.Type), n.Value) {
				instead = fmt.Sprintf("; write %s: {%s: %s}", p.full(), yamlName(f), n.Value)
			}
		}
		return wrong(p.full(), "must be a map with %s%s", strings.Join(namesOf(v.Type()), ", "), instead)
	}
	for key, value := range node.Pairs(n.Content) {
		f, known := fieldNamed(v.Type(), key.Value)
		at := p.field(key.Value, f.Tag)
		if !known {
			d.lines[at.full()] = key.Line
			return at.unknown(v.Type())
		}
		if node.IsNull(node.Target(value)) {
			continue
		}
		if err := d.decode(at, value, v.FieldByIndex(f.Index)); err != nil {
			return err
		}
	}
	for f := range fieldsOf(v.Type()) {
		if f.Tag.Get("required") != "" && v.FieldByIndex(f.Index).IsZero() {
			return p.field(yamlName(f), f.Tag).wrong("is missing; write it")
		}
	}
	return nil
}

// list fills a slice from a list.
func (d *decoder) list(p place, n *yaml.Node, v reflect.Value) error {
	switch {
	case n.Kind != yaml.SequenceNode:
		return p.wrong("must be a list")
	case len(n.Content) == 0 && p.tag.Get("min") != "":
		return p.wrong("must list at least one")
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	for i, element := range n.Content {
		if err := d.decode(p.element(i, v.Type().Elem()), element, v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// scalar sets an enum or a text.
func scalar(p place, n *yaml.Node, v reflect.Value) error {
	if named, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return choose(p, n, named)
	}
	if n.Kind != yaml.ScalarNode || node.IsNull(n) {
		return p.wrong("must be a text")
	}
	v.SetString(n.Value)
	return nil
}

// choose sets an enum. Values that are called true and false are written as such.
func choose(p place, n *yaml.Node, named encoding.TextUnmarshaler) error {
	err := named.UnmarshalText([]byte(n.Value))
	switch unknown, known := errors.AsType[*enum.UnknownError](err); {
	case known && n.Kind != yaml.ScalarNode:
		return wrong(p.full(), "must be one of %s", strings.Join(unknown.Known, ", "))
	case known:
		return wrong(p.full(), "unknown value %q%s", n.Value, suggestion(n.Value, unknown.Known))
	case n.Tag == "!!str" && (n.Value == "true" || n.Value == "false"):
		return wrong(p.full(), "write %s without quotes", n.Value)
	}
	return err
}

// unknown names the nearest of the settings of t, or of all.
func (p place) unknown(t reflect.Type) error {
	var all []string
	for name := range settingsOf(p.of, "") {
		all = append(all, name)
	}
	return wrong(p.full(), "unknown setting%s", suggestion(p.name, namesOf(t), all...))
}

// fieldsOf are the settings of a struct, with those of embedded ones.
func fieldsOf(t reflect.Type) iter.Seq[reflect.StructField] {
	return func(yield func(reflect.StructField) bool) {
		for _, f := range reflect.VisibleFields(t) {
			if f.IsExported() && !f.Anonymous && !yield(f) {
				return
			}
		}
	}
}

func fieldNamed(t reflect.Type, name string) (f reflect.StructField, ok bool) {
	for f = range fieldsOf(t) {
		if yamlName(f) == name {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

// yamlName is what a configuration calls the field.
func yamlName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	return name
}

// namesOf are the names of the settings of a struct.
func namesOf(t reflect.Type) (names []string) {
	for f := range fieldsOf(t) {
		names = append(names, yamlName(f))
	}
	return names
}

// settingsOf are the settings of a struct by their full names, with those of structs in it.
func settingsOf(t reflect.Type, prefix string) iter.Seq2[string, reflect.StructField] {
	return func(yield func(string, reflect.StructField) bool) {
		for f := range fieldsOf(t) {
			name := prefix + yamlName(f)
			if !yield(name, f) {
				return
			}
			if f.Type.Kind() != reflect.Struct {
				continue
			}
			for inner, of := range settingsOf(f.Type, name+".") {
				if !yield(inner, of) {
					return
				}
			}
		}
	}
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
