package merge

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// Objects carries what changed from original to updated over to live, as ThreeWay does,
// for programs that have objects in memory: a controller has what it applied last, what
// it wants now, and what is in the cluster. nil is an object that a version does not
// have; the result is nil if nothing is left.
//
// Values are those of JSON: maps with string keys, []any, strings, booleans, nil, and
// numbers of any of Go's types or json.Number; int64 and float64 of one value are equal,
// and a number comes back in the type that its version had. Others are an error that
// names the place. No
// input is modified, and the result shares no map and no list with one. Many goroutines
// may call it, with the same inputs and options.
//
// Without opts.Schema lists are keyed by `name` and six other fields, where their
// elements prove it; package merge/schema knows those of Kubernetes' kinds:
// schema.Builtin("apps/v1", "Deployment"). The cost is linear in the size of the objects.
func Objects(original, updated, live map[string]any, opts Options) (map[string]any, []Conflict, error) {
	values := objectValues{}
	var versions [3]*yaml.Node
	for side, object := range [...]map[string]any{Original: original, Updated: updated, Dest: live} {
		if object == nil {
			continue
		}
		var err error
		if versions[side], err = values.node(object, Path{}); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", Side(side), err)
		}
	}
	r, err := ThreeWay(Versions{Original: versions[Original], Updated: versions[Updated], Dest: versions[Dest]}, opts)
	if err != nil {
		return nil, nil, err
	}
	if r.Node == nil {
		return nil, r.Conflicts, nil
	}
	merged, isMap := values.value(r.Node).(map[string]any)
	if !isMap {
		return nil, nil, fmt.Errorf("the merged object is a %s, not a map", r.Node.ShortTag())
	}
	return merged, r.Conflicts, nil
}

// objectValues are the scalars of objects by the nodes that stand for them, so that each
// comes back in its own type.
type objectValues map[*yaml.Node]any

// node is the node that stands for the value at a place.
func (o objectValues) node(value any, at Path) (*yaml.Node, error) {
	if len(at) > maxDepth {
		return nil, fmt.Errorf("nested more than %d levels deep, as a map is that holds itself", maxDepth)
	}
	switch value := value.(type) {
	case map[string]any:
		n := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			child, err := o.node(value[key], append(at, Field(key)))
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key}, child)
		}
		return n, nil
	case []any:
		n := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
		for i, element := range value {
			child, err := o.node(element, append(at, Index(i)))
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, child)
		}
		return n, nil
	}
	tag, text, ok := scalarText(value)
	if !ok {
		return nil, fmt.Errorf("%s: a %T cannot be merged; give map[string]any, []any, a string, a number, a boolean or nil", at, value)
	}
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: text}
	o[n] = value
	return n, nil
}

// scalarText spells a scalar, and names its type. A number without a fraction is an
// integer, whatever its type: JSON has only one.
func scalarText(value any) (tag, text string, ok bool) {
	switch value := value.(type) {
	case nil:
		return "!!null", "null", true
	case string:
		return "!!str", value, true
	case bool:
		return "!!bool", strconv.FormatBool(value), true
	case json.Number:
		if f, err := value.Float64(); err == nil && strings.ContainsAny(value.String(), ".eE") {
			return scalarText(f)
		}
		return "!!int", value.String(), true
	case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64:
		return "!!int", fmt.Sprint(value), true
	case float32:
		return scalarText(float64(value))
	case float64:
		switch {
		case math.IsNaN(value) || math.IsInf(value, 0):
			return "", "", false
		case value == math.Trunc(value) && math.Abs(value) < 1<<53:
			return "!!int", strconv.FormatInt(int64(value), 10), true
		}
		return "!!float", strconv.FormatFloat(value, 'g', -1, 64), true
	}
	return "", "", false
}

// value is the value that a node of the result stands for.
func (o objectValues) value(n *yaml.Node) any {
	switch n = node.Target(n); n.Kind {
	case yaml.MappingNode:
		object := make(map[string]any, len(n.Content)/2)
		for key, child := range node.Pairs(n.Content) {
			object[key.Value] = o.value(child)
		}
		return object
	case yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, child := range n.Content {
			list[i] = o.value(child)
		}
		return list
	}
	if value, known := o[n]; known {
		return value
	}
	var value any
	if err := n.Decode(&value); err != nil {
		return n.Value
	}
	if i, isInt := value.(int); isInt {
		return int64(i)
	}
	return value
}
