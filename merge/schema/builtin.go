package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/merge"
)

//go:generate go run -C ../../tools ./schema -o ../merge/schema/table_gen.go

// Builtin is the schema of the root of a kind that Kubernetes itself defines, nil if it
// defines no such group and kind. An unknown API version gets the schema of the newest
// known one; a released version comes before a beta and a beta before an alpha. A kind
// that left the group extensions is found in its new group.
//
// It is a reference into a static table: neither the call nor descending from
// what it gives allocates.
func Builtin(apiVersion, kind string) merge.Schema {
	group, version := groupOf(apiVersion), versionOf(apiVersion)
	versions := builtinVersions(group, kind)
	if len(versions) == 0 && group == "extensions" {
		for _, moved := range [...]string{"apps", "networking.k8s.io", "policy"} {
			if versions = builtinVersions(moved, kind); len(versions) > 0 {
				break
			}
		}
	}
	if len(versions) == 0 {
		return nil
	}
	same := slices.IndexFunc(versions, func(v builtinKind) bool { return v.version == version })
	return builtinPlaceAt(versions[max(same, 0)].root)
}

// builtinKind is one version of a kind, and the place of its root.
type builtinKind struct {
	group, kind, version string
	root                 uint16
	// cluster: its resources have no namespace.
	cluster bool
}

// builtinVersions are the versions of a kind, newest first.
func builtinVersions(group, kind string) []builtinKind {
	type name struct{ group, kind string }
	compare := func(k builtinKind, n name) int {
		return cmp.Or(strings.Compare(k.group, n.group), strings.Compare(k.kind, n.kind))
	}
	first, found := slices.BinarySearchFunc(builtinKinds[:], name{group, kind}, compare)
	if !found {
		return nil
	}
	end := first
	for end < len(builtinKinds) && builtinKinds[end].group == group && builtinKinds[end].kind == kind {
		end++
	}
	return builtinKinds[first:end]
}

// builtinPlace is one place of a built-in kind. Places refer to each other by
// their index in builtinPlaces, so that the table can hold a type that holds
// itself and still be laid out by the linker.
type builtinPlace struct {
	fields []builtinField // sorted by name
	// values is the place of every value of a map whose keys are free.
	values uint16
	elem   uint16
	list   uint8 // index in builtinLists
	unions uint8 // index in builtinUnions
	// atomicMap: see merge.Schema.
	atomicMap bool
}

// builtinField is a field of a map and its place.
type builtinField struct {
	name  string
	place uint16
}

// builtinPlaceAt is the place of that index as a schema: a nil interface for the
// first, about which nothing is known.
func builtinPlaceAt(i uint16) merge.Schema {
	if i == 0 {
		return nil
	}
	return &builtinPlaces[i]
}

func (p *builtinPlace) Field(name string) merge.Schema {
	compare := func(f builtinField, name string) int { return strings.Compare(f.name, name) }
	if i, found := slices.BinarySearchFunc(p.fields, name, compare); found {
		return builtinPlaceAt(p.fields[i].place)
	}
	return builtinPlaceAt(p.values)
}

func (p *builtinPlace) Elem() merge.Schema { return builtinPlaceAt(p.elem) }

func (p *builtinPlace) List() merge.ListType { return builtinLists[p.list] }

func (p *builtinPlace) Unions() []merge.Union { return builtinUnions[p.unions] }

func (p *builtinPlace) AtomicMap() bool { return p.atomicMap }
