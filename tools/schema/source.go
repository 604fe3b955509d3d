package main

import (
	"maps"
	"path"
	"slices"
)

// api is everything the sources declare.
type api struct {
	packages map[string]*apiPackage // by import path
}

// apiPackage is one version of one API group.
type apiPackage struct {
	path, group, version string
	types                map[string]*declared
}

// name is group/version.type as reports print it.
func (p *apiPackage) name(t string) string { return path.Join(p.group, p.version) + "." + t }

// declared is a named type.
type declared struct {
	pkg     *apiPackage
	name    string
	markers markers
	// cluster: it is a kind whose resources have no namespace.
	cluster bool
	shape   shape
	unions  []union
}

// shapeKind is what a value looks like in YAML.
type shapeKind uint8

const (
	scalarShape shapeKind = iota
	anyShape              // any value at all: raw extensions, JSON
	mapShape              // a map with free keys; elem is the values' shape
	listShape
	structShape
	namedShape // another declared type
	bothShape  // a struct or a list of it: a JSON schema's items and the like
)

// shape is the structure of a type.
type shape struct {
	kind   shapeKind
	elem   *shape
	fields []field
	ref    *typeName
}

type typeName struct{ path, name string }

// field is a field of a struct as it is spelled in YAML.
type field struct {
	owner         *declared // the struct that declares it
	goName, name  string
	inline        bool
	shape         shape
	markers       markers
	patchStrategy string
	patchMergeKey string
}

// opaque gives the shape of types that write themselves: what their Go
// structure says is not what is found in a file.
func opaque(pkg, name string) (shape, bool) {
	switch path.Base(pkg) + "." + name {
	case "v1.Time", "v1.MicroTime", "v1.Duration", "resource.Quantity", "intstr.IntOrString", "types.UID", "types.NodeName":
		return shape{kind: scalarShape}, true
	case "v1.FieldsV1", "runtime.RawExtension", "runtime.Object", "v1.JSON", "v1beta1.JSON":
		return shape{kind: anyShape}, true
	case "v1.JSONSchemaPropsOrBool", "v1beta1.JSONSchemaPropsOrBool":
		return shape{kind: namedShape, ref: &typeName{pkg, "JSONSchemaProps"}}, true
	case "v1.JSONSchemaPropsOrArray", "v1beta1.JSONSchemaPropsOrArray":
		return shape{kind: bothShape, elem: &shape{kind: namedShape, ref: &typeName{pkg, "JSONSchemaProps"}}}, true
	case "v1.JSONSchemaPropsOrStringArray", "v1beta1.JSONSchemaPropsOrStringArray":
		return shape{kind: bothShape, elem: &shape{kind: namedShape, ref: &typeName{pkg, "JSONSchemaProps"}}}, true
	}
	return shape{}, false
}

// find is the declared type of that name, nil if it is none of the packages'.
func (a *api) find(n *typeName) *declared {
	if pkg := a.packages[n.path]; pkg != nil {
		return pkg.types[n.name]
	}
	return nil
}

// underlying follows names down to a shape that is none. The last declared
// type on the way is given too, nil if there was none.
func (a *api) underlying(s shape) (shape, *declared) {
	var last *declared
	for s.kind == namedShape {
		d := a.find(s.ref)
		if d == nil {
			return shape{kind: anyShape}, nil
		}
		last, s = d, d.shape
	}
	return s, last
}

// fields lists the fields a struct declares itself.
func (d *declared) fields() []field {
	fields := slices.Clone(d.shape.fields)
	for i := range fields {
		fields[i].owner = d
	}
	return fields
}

// flatFields lists the fields of a struct with those of inlined structs, and
// the unions declared on the way.
func (a *api) flatFields(d *declared) ([]field, []union) {
	if _, at := a.underlying(d.shape); at != nil {
		d = at // a type declared as another one has that one's fields
	}
	var fields []field
	unions := slices.Clone(d.unions)
	for _, f := range d.fields() {
		if !f.inline {
			fields = append(fields, f)
			continue
		}
		if s, inner := a.underlying(f.shape); s.kind == structShape && inner != nil {
			innerFields, innerUnions := a.flatFields(inner)
			fields = append(fields, innerFields...)
			unions = append(unions, innerUnions...)
		}
	}
	return fields, unions
}

// eachType calls f for every declared type in a fixed order.
func (a *api) eachType(f func(*declared)) {
	for _, p := range slices.Sorted(maps.Keys(a.packages)) {
		pkg := a.packages[p]
		for _, t := range slices.Sorted(maps.Keys(pkg.types)) {
			f(pkg.types[t])
		}
	}
}
