package main

import (
	"fmt"
	"slices"
	"strings"
)

// listKind is how the elements of a list are told apart.
type listKind uint8

const (
	noList listKind = iota
	atomicList
	setList
	keyedList
)

func (k listKind) String() string {
	return [...]string{"none", "atomic", "set", "keyed"}[k]
}

// listType is a list's kind with its keys.
type listType struct {
	kind listKind
	keys []key
}

func (l listType) String() string {
	if l.kind != keyedList {
		return l.kind.String()
	}
	var names []string
	for _, k := range l.keys {
		name := k.field
		if k.def != "" {
			name += "=" + k.def
		}
		names = append(names, name)
	}
	return strings.Join(names, ",")
}

// key is a key field and the default it states, "" if none.
type key struct{ field, def string }

// ours are lists this project keys although Kubernetes calls them atomic.
func ours(owner, name string) (string, bool) {
	switch owner + "." + name {
	case "apiextensions.k8s.io/v1.CustomResourceDefinitionSpec.versions",
		"apiextensions.k8s.io/v1beta1.CustomResourceDefinitionSpec.versions":
		return "name", true
	}
	return "", false
}

// listOf says how a list field merges. Where an old version of a type still
// calls a list atomic that the newest one keys or calls a set, the newest has
// its way: it is the same object to the API server.
func (a *api) listOf(f field) listType {
	l := a.declaredList(f)
	if l.kind != atomicList {
		return l
	}
	owner, newest := f.owner, f.owner
	a.eachType(func(d *declared) {
		if d.pkg.group == owner.pkg.group && d.name == owner.name && compareVersions(newest.pkg.version, d.pkg.version) < 0 {
			newest = d
		}
	})
	for _, g := range newest.fields() {
		if g.name != f.name {
			continue
		}
		if m := a.declaredList(g); m.kind != noList {
			return m
		}
	}
	return l
}

// declaredList says how a list field merges by its own declaration: the
// list-map keys of the markers, else the patch merge key of the struct tags,
// else a set if the marker says so, or the struct tag of scalars, else atomic.
func (a *api) declaredList(f field) listType {
	s, d := a.underlying(f.shape)
	if s.kind != listShape {
		return listType{}
	}
	marks := f.markers
	if !marks.has("listType") && d != nil && d.markers.has("listType") {
		marks = d.markers
	}
	if name, ok := ours(f.owner.pkg.name(f.owner.name), f.name); ok {
		return listType{kind: keyedList, keys: []key{{field: name}}}
	}
	if marks.first("listType") == "map" && marks.has("listMapKey") {
		return listType{kind: keyedList, keys: a.keys(*s.elem, marks["listMapKey"])}
	}
	elem, _ := a.underlying(*s.elem)
	merge := slices.Contains(strings.Split(f.patchStrategy, ","), "merge")
	if merge && f.patchMergeKey != "" && elem.kind == structShape {
		return listType{kind: keyedList, keys: a.keys(*s.elem, []string{f.patchMergeKey})}
	}
	if marks.first("listType") == "set" || merge && elem.kind == scalarShape {
		return listType{kind: setList}
	}
	return listType{kind: atomicList}
}

// keys gives the key fields their defaults. A default that is the zero value
// stands for a field that is required and left out, so it is none.
func (a *api) keys(elem shape, names []string) []key {
	var keys []key
	for _, name := range unique(names) {
		k := key{field: name}
		if f, ok := a.fieldOf(elem, name); ok {
			if text := f.markers.first("default"); text != `""` && text != "0" && text != "false" {
				k.def = text
			}
		}
		keys = append(keys, k)
	}
	return keys
}

// unique drops what comes again: both spellings of a marker may be given.
func unique(names []string) []string {
	var out []string
	for _, name := range names {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// fieldOf is the field of that name of a struct shape.
func (a *api) fieldOf(s shape, name string) (field, bool) {
	_, d := a.underlying(s)
	if d == nil {
		return field{}, false
	}
	fields, _ := a.flatFields(d)
	for _, f := range fields {
		if f.name == name {
			return f, true
		}
	}
	return field{}, false
}

// verify fails if a keyed list names a key that is not a scalar field of its
// elements, or states a default that is not text in quotes.
func (a *api) verify() error {
	var problems []string
	a.eachType(func(d *declared) {
		for _, f := range d.fields() {
			l := a.listOf(f)
			s, _ := a.underlying(f.shape)
			if l.kind == setList {
				if elem, _ := a.underlying(*s.elem); elem.kind != scalarShape {
					problems = append(problems, fmt.Sprintf("%s.%s: a set of what is no scalar", d.pkg.name(d.name), f.name))
				}
			}
			if l.kind != keyedList {
				continue
			}
			for _, k := range l.keys {
				where := fmt.Sprintf("%s.%s: key %s", d.pkg.name(d.name), f.name, k.field)
				keyField, ok := a.fieldOf(*s.elem, k.field)
				if !ok {
					problems = append(problems, where+" is no field of the elements")
					continue
				}
				if under, _ := a.underlying(keyField.shape); under.kind != scalarShape {
					problems = append(problems, where+" is no scalar")
				}
				if k.def != "" && (!strings.HasPrefix(k.def, `"`) || !strings.HasSuffix(k.def, `"`)) {
					problems = append(problems, where+" has the default "+k.def+", which is no text")
				}
			}
		}
	})
	if len(problems) > 0 {
		return fmt.Errorf("the sources do not fit together:\n%s", strings.Join(problems, "\n"))
	}
	return nil
}
