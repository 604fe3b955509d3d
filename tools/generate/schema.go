package main

import (
	"encoding"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/enum"
)

// schema is the part of an OpenAPI schema that the configuration needs.
type schema struct {
	Type        string   `yaml:"type,omitempty"`
	Description string   `yaml:"description,omitempty"`
	Enum        []value  `yaml:"enum,omitempty,flow"`
	Default     *value   `yaml:"default,omitempty"`
	Required    []string `yaml:"required,omitempty,flow"`
	// Additional is false, or the schema of what has any name.
	Additional    any        `yaml:"additionalProperties,omitempty"`
	MinProperties int        `yaml:"minProperties,omitempty"`
	MaxProperties int        `yaml:"maxProperties,omitempty"`
	Properties    properties `yaml:"properties,omitempty"`
	MinItems      int        `yaml:"minItems,omitempty"`
	Items         *schema    `yaml:"items,omitempty"`
	// Example is YAML, "" if there is none.
	Example string `yaml:"-"`
}

// value is a scalar as YAML has it.
type value string

// MarshalYAML writes it as it is.
func (v value) MarshalYAML() (any, error) { //nolint:unparam // What the library calls has an error.
	n := &yaml.Node{Kind: yaml.ScalarNode, Value: string(v)}
	if v == "" {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n, nil
}

// properties are the fields of an object, in their order.
type properties []property

// property is a field and what it may hold.
type property struct {
	Name string
	*schema
}

// MarshalYAML keeps the order.
func (p properties) MarshalYAML() (any, error) {
	m := &yaml.Node{Kind: yaml.MappingNode}
	for _, property := range p {
		var value yaml.Node
		if err := value.Encode(property.schema); err != nil {
			return nil, err
		}
		m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: property.Name}, &value)
	}
	return m, nil
}

// specSchema is the schema of the configuration's spec: of config.Spec, whose comments are
// read in its source in the repository.
func specSchema(repository fs.FS) (*schema, error) {
	comments, err := commentsIn(repository, "internal/config/spec.go")
	if err != nil {
		return nil, err
	}
	return comments.schema(reflect.TypeFor[config.Spec](), true), nil
}

// comments are those of the fields of structs: TYPE.FIELD.
type comments map[string]string

func commentsIn(repository fs.FS, name string) (comments, error) {
	text, err := fs.ReadFile(repository, name)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	all := comments{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, isType := n.(*ast.TypeSpec)
		if !isType {
			return true
		}
		if structure, ok := spec.Type.(*ast.StructType); ok {
			for _, field := range structure.Fields.List {
				for _, name := range field.Names {
					all[spec.Name.Name+"."+name.Name] = strings.Join(strings.Fields(field.Doc.Text()), " ")
				}
			}
		}
		return false
	})
	return all, nil
}

// schema is that of a type. Settings have their defaults but in lists, where what is
// not written is as elsewhere.
func (c comments) schema(t reflect.Type, defaults bool) *schema {
	switch {
	case t.Kind() == reflect.Pointer:
		return c.schema(t.Elem(), defaults)
	case t.Kind() == reflect.Slice:
		return &schema{Type: "array", Items: c.schema(t.Elem(), false)}
	case t.Kind() == reflect.Struct:
		return c.object(t, defaults)
	case t.Kind() == reflect.Map:
		return &schema{Type: "object", Additional: c.schema(t.Elem(), false)}
	}
	s := &schema{Type: "string"}
	if named, ok := reflect.New(t).Interface().(encoding.TextUnmarshaler); ok {
		var unknown *enum.UnknownError
		errors.As(named.UnmarshalText(nil), &unknown)
		for _, name := range unknown.Known {
			s.Enum = append(s.Enum, value(name))
		}
		if slices.Contains(s.Enum, "true") {
			s.Type = "" // It is a boolean or a string.
		}
	}
	return s
}

func (c comments) object(t reflect.Type, defaults bool) *schema {
	s := &schema{Type: "object", Additional: new(bool)}
	for _, f := range reflect.VisibleFields(t) {
		switch {
		case f.Name == "_":
			s.MinProperties, s.MaxProperties = number(f, "min"), number(f, "max")
		case f.IsExported() && !f.Anonymous:
			s.Properties = append(s.Properties, c.property(t, f, defaults))
			if f.Tag.Get("required") != "" {
				s.Required = append(s.Required, s.Properties[len(s.Properties)-1].Name)
			}
		}
	}
	return s
}

func (c comments) property(t reflect.Type, f reflect.StructField, defaults bool) property {
	name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	p := property{name, c.schema(f.Type, defaults)}
	if within := f.Index[:len(f.Index)-1]; len(within) > 0 {
		t = t.FieldByIndex(within).Type
	}
	p.Description, p.Example, p.MinItems = c[t.Name()+"."+f.Name], f.Tag.Get("example"), number(f, "min")
	if usual, ok := f.Tag.Lookup("default"); ok && defaults {
		p.Default = (*value)(&usual)
	}
	if value, ok := f.Tag.Lookup("careful"); ok && defaults {
		p.Description += " Under Careful: " + value
		if newest := f.Tag.Get("newest"); newest != "" {
			p.Description += ", under Newest: " + newest
		}
		p.Description += "."
	}
	return p
}

func number(f reflect.StructField, tag string) int {
	n, _ := strconv.Atoi(f.Tag.Get(tag)) // Without such a tag it is 0.
	return n
}
