package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// table is the graph of places that is written out. Place 0 is the place
// nothing is known about.
type table struct {
	places []place
	kinds  []kindRow
}

// place is one node of the graph.
type place struct {
	fields []placeField // sorted by name
	// values is the place of every value of a map with free keys.
	values    int
	elem      int
	list      listType
	unions    []union
	atomicMap bool
	// label names the first type found to look like this, for the reader of
	// the table.
	label string
}

type placeField struct {
	name  string
	place int
}

// kindRow is a version of a kind and the place of its root.
type kindRow struct {
	group, kind, version string
	root                 int
	// cluster: its resources have no namespace.
	cluster bool
}

// buildTable builds the graph of all kinds, without the places that say
// nothing and with equal ones made one.
func buildTable(a *api) table {
	b := builder{api: a, ids: map[string]int{}, t: table{places: make([]place, 1)}}
	a.eachType(func(d *declared) {
		if isKind(d) {
			root := b.structPlace(d, "")
			b.t.kinds = append(b.t.kinds, kindRow{d.pkg.group, d.name, d.pkg.version, root, d.cluster})
		}
	})
	slices.SortFunc(b.t.kinds, func(x, y kindRow) int {
		return cmp.Or(cmp.Compare(x.group, y.group), cmp.Compare(x.kind, y.kind), compareVersions(y.version, x.version))
	})
	return b.t.pruned().minimal()
}

// isKind reports whether a type is a kind of resource: it has type and object meta.
func isKind(d *declared) bool {
	if d.shape.kind != structShape || strings.HasPrefix(d.pkg.path, "k8s.io/apimachinery/") {
		return false
	}
	typeMeta, objectMeta := false, false
	for _, f := range d.shape.fields {
		if f.shape.kind == namedShape && strings.HasPrefix(f.shape.ref.path, "k8s.io/apimachinery/") {
			typeMeta = typeMeta || f.inline && f.shape.ref.name == "TypeMeta"
			objectMeta = objectMeta || f.name == "metadata" && f.shape.ref.name == "ObjectMeta"
		}
	}
	return typeMeta && objectMeta
}

// builder makes places, each once.
type builder struct {
	api *api
	ids map[string]int
	t   table
}

// place reserves the place of that identity and fills it if it is new.
func (b *builder) place(id string, fill func(*place)) int {
	if n, ok := b.ids[id]; ok {
		return n
	}
	n := len(b.t.places)
	b.ids[id] = n
	b.t.places = append(b.t.places, place{})
	var p place
	fill(&p)
	b.t.places[n] = p
	return n
}

// structPlace is the place of a struct; extra, "atomic" or "granular", is what
// the field says of it in place of the struct's own declaration.
func (b *builder) structPlace(d *declared, extra string) int {
	return b.place("struct "+d.pkg.path+"."+d.name+" "+extra, func(p *place) {
		b.fill(p, d)
		p.atomicMap = extra == "atomic" || p.atomicMap && extra != "granular"
	})
}

// fill gives a place the fields and unions of a struct.
func (b *builder) fill(p *place, d *declared) {
	fields, unions := b.api.flatFields(d)
	p.unions = unions
	p.label = d.pkg.name(d.name)
	p.atomicMap = d.markers.first("structType") == "atomic"
	for _, f := range fields {
		p.fields = append(p.fields, placeField{f.name, b.fieldPlace(f)})
	}
	slices.SortFunc(p.fields, func(x, y placeField) int { return cmp.Compare(x.name, y.name) })
}

// fieldPlace is the place of a field of a struct.
func (b *builder) fieldPlace(f field) int {
	atomicMap := f.markers.first("mapType") == "atomic" || f.markers.first("structType") == "atomic"
	if s, d := b.api.underlying(f.shape); s.kind == structShape && d != nil && f.markers.first("structType") == "granular" {
		return b.structPlace(d, "granular")
	}
	return b.shapePlace(f.shape, b.api.listOf(f), atomicMap)
}

// shapePlace is the place of a shape; l is how it merges if it is a list.
func (b *builder) shapePlace(s shape, l listType, atomicMap bool) int {
	s, d := b.api.underlying(s)
	switch s.kind {
	case structShape:
		if d == nil {
			return 0
		}
		if atomicMap {
			return b.structPlace(d, "atomic")
		}
		return b.structPlace(d, "")
	case listShape:
		elem := b.shapePlace(*s.elem, b.inner(*s.elem), false)
		return b.place(fmt.Sprintf("list %d %s", elem, l), func(p *place) { p.elem, p.list = elem, l })
	case mapShape:
		values := b.shapePlace(*s.elem, b.inner(*s.elem), false)
		return b.place(fmt.Sprintf("map %d %v", values, atomicMap), func(p *place) { p.values, p.atomicMap = values, atomicMap })
	case bothShape:
		_, d := b.api.underlying(*s.elem)
		return b.place("both "+d.pkg.path+"."+d.name, func(p *place) {
			b.fill(p, d)
			p.elem, p.list = b.structPlace(d, ""), listType{kind: atomicList}
		})
	case scalarShape, anyShape, namedShape:
	}
	return 0
}

// inner is how a list merges that is an element or a value and so has no
// markers of its own.
func (b *builder) inner(s shape) listType {
	if under, _ := b.api.underlying(s); under.kind == listShape {
		return listType{kind: atomicList}
	}
	return listType{}
}

// compareVersions orders versions as Kubernetes does: released ones above beta above
// alpha, and by number within each.
func compareVersions(x, y string) int {
	sx, nx, mx := versionRank(x)
	sy, ny, my := versionRank(y)
	return cmp.Or(cmp.Compare(sx, sy), cmp.Compare(nx, ny), cmp.Compare(mx, my))
}

// versionRank takes apart a version like v2beta1: stage, major, minor.
func versionRank(v string) (stage, major, minor int) {
	if n, _ := fmt.Sscanf(v, "v%dalpha%d", &major, &minor); n == 2 {
		return 0, major, minor
	}
	if n, _ := fmt.Sscanf(v, "v%dbeta%d", &major, &minor); n == 2 {
		return 1, major, minor
	}
	major, minor = 0, 0
	if n, _ := fmt.Sscanf(v, "v%d", &major); n == 0 {
		return 0, 0, 0 // no version of the usual form
	}
	return 2, major, 0
}
