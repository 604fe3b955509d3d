package merge

import (
	"crypto/sha256"
	"encoding/hex"

	"go.yaml.in/yaml/v3"
)

// Equal reports whether two values are one value: kinds, types, tags and values agree.
// Style, quotes, comments and the order of map fields do not count, the order of lists
// does; aliases and merge keys are looked through. nil is an absent value, equal only
// to nil, so it differs from null. The cost is linear in the smaller value.
//
// rule: values/*
func Equal(a, b *yaml.Node) bool {
	a, b = target(a), target(b)
	if a == b {
		return true
	}
	if shapeOf(a) != shapeOf(b) || a == nil {
		return false
	}
	switch a.Kind {
	case yaml.ScalarNode:
		return equalScalars(a, b)
	case yaml.SequenceNode:
		if len(a.Content) != len(b.Content) {
			return false
		}
		for i := range a.Content {
			if !Equal(a.Content[i], b.Content[i]) {
				return false
			}
		}
		return true
	case yaml.MappingNode:
		return equalMaps(a, b, nil)
	}
	return false
}

// equalMaps compares two maps, without the fields named in but.
func equalMaps(a, b *yaml.Node, but []Key) bool {
	fa, fb := fieldsOf(a), fieldsOf(b)
	if but == nil && fa.len() != fb.len() {
		return false
	}
	same := 0
	for i := range fa.len() {
		if isKey(but, fa.key(i)) {
			continue
		}
		j := fb.find(&fa, i)
		if j < 0 || !Equal(fa.value(i), fb.value(j)) {
			return false
		}
		same++
	}
	for j := range fb.len() {
		if !isKey(but, fb.key(j)) {
			same--
		}
	}
	return same == 0
}

// isKey reports whether a field is a key whose whole value identifies.
func isKey(keys []Key, field *yaml.Node) bool {
	for _, k := range keys {
		if k.Else == nil && !k.Image && field.Value == k.Field && field.Kind == yaml.ScalarNode {
			return true
		}
	}
	return false
}

// Digest is a SHA-256 of a value in hex, "" for no value: the same for values that are
// Equal. The cost is linear in the size of the value.
func Digest(n *yaml.Node) string {
	if target(n) == nil {
		return ""
	}
	sum := sha256.Sum256([]byte(valueID(n)))
	return hex.EncodeToString(sum[:])
}
