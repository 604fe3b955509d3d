package merge

import (
	"encoding/json"
	"reflect"
	"strings"

	"go.yaml.in/yaml/v3"
)

// alike decides about a place that both sides changed where two of the versions are one to
// people: dest's stands if updated's is what dest or original has, else updated's if dest's
// is what original has. In prose any white space is as good as any other, and any spelling
// of JSON in a string is, also as the map or list itself. settled is false for all other
// values. The cost is that of parsing the versions.
//
// rule: values/alike-*
func (w *walker) alike(o, u, d *yaml.Node) (r *yaml.Node, settled bool) {
	if w.system != threeWay || u == nil || d == nil || kindOf(u) != yaml.ScalarNode && kindOf(d) != yaml.ScalarNode {
		return nil, false
	}
	was, upstream, local := w.meant(o), w.meant(u), w.meant(d)
	switch {
	case reflect.DeepEqual(upstream, local), o != nil && reflect.DeepEqual(was, upstream):
		return d, true
	case o != nil && reflect.DeepEqual(was, local):
		return u, true
	}
	return nil, false
}

// meant is what a value is to people: the words of prose, the map or list that a string holds
// as JSON, or that a value is as such; of others the value itself.
func (w *walker) meant(n *yaml.Node) any {
	n = target(n)
	text, value := "", any(nil)
	switch {
	case n == nil:
	case n.Kind != yaml.ScalarNode:
		if n.Decode(&value) == nil {
			written, _ := json.Marshal(value)
			text = string(written)
		}
	case isString(n):
		if name := w.fieldName(); name == "description" || strings.HasSuffix(name, ".md") {
			return strings.Fields(n.Value)
		}
		text = strings.TrimSpace(n.Value)
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if !strings.HasPrefix(text, "[") && !strings.HasPrefix(text, "{") || !json.Valid([]byte(text)) || decoder.Decode(&value) != nil {
		return n
	}
	return value
}
