package config

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// settings fill a struct of settings, the spec or an entry of a list, from one source. They take nothing that the
// struct has no field for, and nothing twice; what the struct has already stays.
type settings struct {
	// fields are looked for by reflection, so only when there is something to take.
	fields func() []field
	into   reflect.Value
	// at is what the full names of its settings begin with: rules[0].
	at string
	// given are those that were taken, by their full names.
	given map[string]bool
	// lines are where settings are, of these and of others, by their full names.
	lines map[string]int
}

func newSettings(into reflect.Value, at string, lines map[string]int) *settings {
	return &settings{sync.OnceValue(func() []field { return fieldsOf(into.Type(), "") }), into, at, map[string]bool{}, lines}
}

func (s *settings) field(name string) (f field, known bool) {
	for _, f := range s.fields() {
		if f.name == name {
			return f, true
		}
	}
	return f, false
}

// names are those of the fields below a prefix, without it.
func (s *settings) names(prefix string) (names []string) {
	for _, f := range s.fields() {
		if name, below := strings.CutPrefix(f.name, prefix); below && !strings.Contains(name, ".") {
			names = append(names, name)
		}
	}
	return names
}

// read takes over a map, whose settings have names that begin with a prefix. Null is not written.
func (s *settings) read(prefix string, n *yaml.Node) error {
	names := s.names(prefix)
	if n.Kind != yaml.MappingNode {
		name := cmp.Or(strings.TrimSuffix(s.at+prefix, "."), "spec")
		s.lines[name] = n.Line
		return wrong(name, "must be a map with %s", strings.Join(names, ", "))
	}
	for key, value := range node.Pairs(n.Content) {
		name := prefix + key.Value
		value = node.Target(value)
		f, known := s.field(name)
		var err error
		switch {
		case !known || strings.Contains(key.Value, "."):
			s.lines[s.at+name] = key.Line
			err = s.unknown(name, names)
		case node.IsNull(value):
		case f.Type.Kind() == reflect.Struct:
			err = s.read(name+".", value)
		default:
			err = s.set(f, value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// set fills a field that is not filled yet.
func (s *settings) set(f field, value *yaml.Node) error {
	to := s.into.FieldByIndex(f.Index)
	f.name = s.at + f.name
	if !s.given[f.name] && !to.IsZero() {
		s.given[f.name] = true
		return nil
	}
	s.lines[f.name] = value.Line
	if s.given[f.name] {
		return wrong(f.name, "given twice; keep one of them")
	}
	s.given[f.name] = true
	return s.decode(f, value, to)
}

// take takes over settings that are given beside a configuration.
func (s *settings) take(given []Setting) error {
	for _, g := range given {
		if err := s.put(g.Name, &yaml.Node{Value: g.Value}); err != nil {
			return err
		}
	}
	return nil
}

// put takes over the setting of a full name, whose value is a text.
func (s *settings) put(name string, text *yaml.Node) (err error) {
	f, known := s.field(name)
	// Everything is a string here: true, false and an empty value, too.
	value := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text.Value, Line: text.Line}
	if text.Value == "true" || text.Value == "false" {
		value.Tag = "!!bool"
	}
	switch {
	case !known:
		return s.unknown(name, s.names(""))
	case f.Type.Kind() == reflect.Struct:
		return wrong(name, "is not a setting but several; write them by their full names, such as %s.%s, or under spec: |", name, s.names(name + ".")[0])
	case f.Type.Kind() == reflect.Slice, f.Type.Kind() == reflect.Map:
		if value, err = inText(name, text); err != nil || node.IsNull(value) {
			return err
		}
	}
	return s.set(f, value)
}

// inText is the value that is written as YAML in a string. Its nodes have the lines of its file:
// those of a literal block, else the line of the string.
func inText(name string, text *yaml.Node) (*yaml.Node, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text.Value), &doc); err != nil {
		return nil, wrong(name, "%w", source.Refused([]byte(text.Value), err))
	}
	if err := merge.Check(&doc); err != nil {
		return nil, wrong(name, "%w", err)
	}
	for n := range node.All(&doc) {
		if text.Style&yaml.LiteralStyle == 0 {
			n.Line = 0
		}
		n.Line += text.Line
	}
	if len(doc.Content) == 0 {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"}, nil
	}
	return node.Target(doc.Content[0]), nil
}

// decode fills v with a setting.
func (s *settings) decode(f field, n *yaml.Node, v reflect.Value) error {
	values := valuesOf(v.Type())
	switch {
	case v.Kind() == reflect.Struct:
		entry := newSettings(v, f.name+".", s.lines)
		err := entry.read("", n)
		for _, inner := range entry.fields() {
			if err == nil && inner.Tag.Get("required") != "" && v.FieldByIndex(inner.Index).IsZero() {
				inner.name = entry.at + inner.name
				err = inner.wrong("is missing; write it")
			}
		}
		return err
	case v.Kind() == reflect.Slice:
		return s.list(f, n, v)
	case values != nil && n.Kind != yaml.ScalarNode:
		return wrong(f.name, "must be one of %s", strings.Join(values, ", "))
	case values != nil && !slices.Contains(values, n.Value):
		return wrong(f.name, "unknown value %q%s", n.Value, suggestion(n.Value, values))
	case values != nil && n.Tag == "!!str" && (n.Value == "true" || n.Value == "false"):
		return wrong(f.name, "write %s without quotes", n.Value)
	case n.Decode(v.Addr().Interface()) == nil:
		if v.IsZero() {
			return f.wrong("must not be empty; leave it out, or write it")
		}
		return nil
	case v.Kind() == reflect.Map:
		return f.wrong("must be a map of texts")
	}
	return f.wrong("must be a text")
}

// list fills a slice from a list.
func (s *settings) list(f field, n *yaml.Node, v reflect.Value) error {
	switch {
	case n.Kind != yaml.SequenceNode:
		return f.wrong("must be a list")
	case len(n.Content) == 0 && f.Tag.Get("min") != "":
		return f.wrong("must list at least one")
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	for i, element := range n.Content {
		element = node.Target(element)
		at := field{name: fmt.Sprintf("%s[%d]", f.name, i)}
		s.lines[at.name] = element.Line
		if err := s.decode(at, element, v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// unknown names the nearest of the names that are known there, or of all.
func (s *settings) unknown(name string, known []string) error {
	var all []string
	for _, f := range s.fields() {
		all = append(all, f.name)
	}
	return wrong(s.at+name, "unknown setting%s", suggestion(name, known, all...))
}
