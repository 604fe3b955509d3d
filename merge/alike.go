package merge

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Alike reports whether two values differ at most in how they are spelled: in the white
// space of prose, or in that one is a string which holds the other as JSON. Such a
// difference is a change if it is the only one, but it stands against no deletion and no
// other change. Quotes that make another type for one of the two readers are more than
// spelling. name is the field that holds the values, "" if none does; nil is an absent
// value. The cost is linear in the values.
//
// rule: values/alike-*, values/type-*
func Alike(name string, a, b *yaml.Node) bool {
	a, b = target(a), target(b)
	switch {
	case a == nil || b == nil:
		return a == b
	case a.Kind != b.Kind:
		return holdsJSON(a, b) || holdsJSON(b, a)
	case shapeOf(a) != shapeOf(b):
		return false
	}
	switch a.Kind {
	case yaml.ScalarNode:
		return equalScalars(a, b) || alikeScalars(name, a, b)
	case yaml.SequenceNode:
		return slices.EqualFunc(a.Content, b.Content, func(a, b *yaml.Node) bool { return Alike("", a, b) })
	case yaml.MappingNode:
		return alikeMaps(a, b)
	}
	return false
}

func alikeMaps(a, b *yaml.Node) bool {
	fa, fb := fieldsOf(a), fieldsOf(b)
	if fa.len() != fb.len() {
		return false
	}
	for i := range fa.len() {
		if j := fb.find(&fa, i); j < 0 || !Alike(nameOf(fa.key(i)), fa.value(i), fb.value(j)) {
			return false
		}
	}
	return true
}

// alikeScalars reports whether two strings are one text to people, or hold the same JSON.
func alikeScalars(name string, a, b *yaml.Node) bool {
	if !isString(a) || !isString(b) {
		return false
	}
	if isProse(name) && sameWords(a.Value, b.Value) {
		return true
	}
	// This tells most apart, at a fraction of what parsing YAML costs.
	var x, y any
	if json.Unmarshal([]byte(a.Value), &x) != nil || json.Unmarshal([]byte(b.Value), &y) != nil || !reflect.DeepEqual(x, y) {
		return false
	}
	value := jsonIn(a)
	return value != nil && Equal(value, jsonIn(b))
}

// isProse reports whether a field of that name holds a text for people, in which any
// white space is as good as any other.
func isProse(name string) bool {
	return name == "description" || strings.HasSuffix(name, ".md")
}

// sameWords reports whether two texts differ in white space at most.
func sameWords(a, b string) bool {
	return slices.Equal(strings.Fields(a), strings.Fields(b))
}

// holdsJSON reports whether a string holds a map or list as JSON.
func holdsJSON(text, value *yaml.Node) bool {
	return text.Kind == yaml.ScalarNode && value.Kind != yaml.ScalarNode && Equal(jsonIn(text), value)
}

// jsonIn is the map or list that a string holds as JSON, nil if it holds none.
func jsonIn(n *yaml.Node) *yaml.Node {
	text := strings.TrimSpace(n.Value)
	if text == "" || text[0] != '[' && text[0] != '{' || !isString(n) || !json.Valid([]byte(text)) {
		return nil
	}
	var document yaml.Node
	if yaml.Unmarshal([]byte(text), &document) != nil || Check(&document) != nil {
		return nil
	}
	return target(&document)
}

// respelled settles a place that both sides changed, where one of them only spelled it
// in another way, or both spell one value: the other side's is the result, or dest's. A
// change of spelling is not lost where nothing stands against it.
//
// rule: values/alike-*
func (w *walker) respelled(o, u, d *yaml.Node) (r *yaml.Node, settled bool) {
	if w.system != threeWay || Equal(o, u) || Equal(o, d) || Equal(u, d) {
		return nil, false
	}
	switch name := w.fieldName(); {
	case o != nil && Alike(name, o, u), u != nil && Alike(name, u, d):
		return d, true
	case o != nil && Alike(name, o, d):
		return u, true
	}
	return nil, false
}

// fieldName is the name of the field at hand, "" if an element or the root is.
func (w *walker) fieldName() string {
	if len(w.at) == 0 || w.at[len(w.at)-1].key == nil {
		return ""
	}
	return nameOf(w.at[len(w.at)-1].key)
}
