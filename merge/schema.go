package merge

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/enum"
)

// Schema is how one place of a document merges. The walker descends it in step with the
// nodes; of a place with a nil Schema, and of everything below, nothing is known.
//
// Implementations are immutable and safe for concurrent use. Descending must
// not allocate: it happens once for every field of every resource.
type Schema interface {
	// Field is the schema of the map's field of that name, nil if unknown.
	Field(name string) Schema
	// Elem is the schema of each element of the list, nil if unknown.
	Elem() Schema
	// List is what identifies the elements of the list.
	List() ListType
	// Unions lists the groups of fields that exclude each other: the map may hold one
	// field of each.
	Unions() []Union
	// AtomicMap reports whether the map is one value to the API server
	// (x-kubernetes-map-type: atomic).
	AtomicMap() bool
}

// ListKind is one of the four ways a list is merged.
type ListKind uint8

const (
	// ListUnknown is a list without schema: keyed if one of the keys of
	// inference identifies its elements, else atomic.
	ListUnknown ListKind = iota
	// ListAtomic is taken whole.
	ListAtomic
	// ListSet holds members equal by value, added and removed one by one.
	ListSet
	// ListKeyed holds maps that one or more of their fields identify.
	ListKeyed
)

var listKindNames = enum.Names[ListKind]{"unknown", "atomic", "set", "keyed"}

func (k ListKind) String() string { return listKindNames.Of(k) }

// ListType is what a schema knows about a list.
type ListType struct {
	Kind ListKind
	// Keys are the fields whose values together identify an element of a
	// ListKeyed; at least one.
	Keys []Key
	// Repeats: elements of one key are several. They pair by value, and those left
	// over in their order.
	Repeats bool
	// Fallback is how a ListKeyed merges whose elements turn out not to be
	// identified by Keys: ListAtomic (also meant by ListUnknown) or ListSet.
	Fallback ListKind
}

// Key is a field that identifies an element of a keyed list, alone or together
// with others.
type Key struct {
	Field string
	// Default is the scalar that an element without the field means, nil if
	// the field is required.
	Default *yaml.Node
	// Image: the field is an image; its tag and digest do not identify it.
	Image bool
	// Else is the key of an element without the field, nil if it has no other.
	Else *Key
}

// of is the key of that field among those that the key stands for, nil if none is.
func (k *Key) of(field string) *Key {
	for ; k != nil; k = k.Else {
		if k.Field == field {
			return k
		}
	}
	return nil
}

// mayIdentify reports whether a field is one of those by which elements are known.
func mayIdentify(keys []Key, field *yaml.Node) bool {
	for i := range keys {
		if field.Kind == yaml.ScalarNode && keys[i].of(field.Value) != nil {
			return true
		}
	}
	return false
}

// Union is a group of fields that exclude each other: the API allows one of them in a
// map.
type Union struct {
	// Discriminator is the field that names the choice, "" if there is none.
	Discriminator string
	// Members are the fields to choose from.
	Members []UnionMember
}

// UnionMember is one field of a Union.
type UnionMember struct {
	Field string
	// Choice is the discriminator's value that goes with the field, "" in a
	// union without discriminator.
	Choice string
}

// fieldSchema is the schema of a map's field, nil if unknown.
func fieldSchema(s Schema, key *yaml.Node) Schema {
	if s == nil || key.Kind != yaml.ScalarNode {
		return nil
	}
	return s.Field(key.Value)
}

// elemSchema is the schema of a list's elements, nil if unknown.
func elemSchema(s Schema) Schema {
	if s == nil {
		return nil
	}
	return s.Elem()
}
