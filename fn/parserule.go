package fn

import (
	"fmt"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// keys reads the declared keys of lists.
func (s setting) keys() ([]schema.Declared, error) {
	list, err := s.structure()
	if err != nil {
		return nil, err
	}
	if list == nil || list.Kind != yaml.SequenceNode {
		return nil, fmt.Errorf("keys: must be a list of {target, path, fields}")
	}
	var keys []schema.Declared
	for i, entry := range list.Content {
		at := fmt.Sprintf("keys[%d]", i)
		entry = node.Target(entry)
		if err := onlyFields(at, entry, "target", "path", "fields"); err != nil {
			return nil, err
		}
		resource := node.Target(node.Field(entry, "target"))
		if resource != nil {
			if err := onlyFields(at+".target", resource, "group", "kind"); err != nil {
				return nil, err
			}
		}
		fields := node.Target(node.Field(entry, "fields"))
		if fields == nil || fields.Kind != yaml.SequenceNode || len(fields.Content) == 0 {
			return nil, fmt.Errorf("%s.fields: must list the fields of the key", at)
		}
		var names []string
		for _, f := range fields.Content {
			if node.Text(f) == "" {
				return nil, fmt.Errorf("%s.fields: must be names of fields", at)
			}
			names = append(names, node.Text(f))
		}
		declared, err := schema.Declare(node.Text(node.Field(resource, "group")), node.Text(node.Field(resource, "kind")), node.Text(node.Field(entry, "path")), names)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
		keys = append(keys, declared)
	}
	return keys, nil
}

// rules reads the settings for single places.
func (s setting) rules() ([]resource.Rule, error) {
	list, err := s.structure()
	if err != nil {
		return nil, err
	}
	if list == nil || list.Kind != yaml.SequenceNode {
		return nil, fmt.Errorf("rules: must be a list of {target, path, mode, …}")
	}
	var rules []resource.Rule
	for i, entry := range list.Content {
		r, err := rule(fmt.Sprintf("rules[%d]", i), node.Target(entry))
		if err != nil {
			return nil, err
		}
		rules = append(rules, r)
	}
	return rules, nil
}

func rule(at string, entry *yaml.Node) (r resource.Rule, err error) {
	if err = onlyFields(at, entry, "target", "path", "mode", "onConflict", "nulls", "lists", "text"); err != nil {
		return r, err
	}
	if r.Target, err = ruleTarget(at+".target", node.Target(node.Field(entry, "target"))); err != nil {
		return r, err
	}
	r.Path = merge.Pattern{}
	if p := node.Field(entry, "path"); p != nil {
		if p = node.Target(p); p.Kind != yaml.ScalarNode {
			return r, fmt.Errorf("%s.path: must be a text, as in spec.replicas", at)
		}
		if r.Path, err = merge.ParsePattern(node.Text(p)); err != nil {
			return r, fmt.Errorf("%s.path: %w", at, err)
		}
	}
	said := false
	for i := 0; i+1 < len(entry.Content); i += 2 {
		name, value := entry.Content[i].Value, node.Target(entry.Content[i+1])
		switch name {
		case "target", "path":
			continue
		case "lists":
			if err = onlyFields(at+".lists", value, "order", "atomic", "additions"); err != nil {
				return r, err
			}
			for j := 0; j+1 < len(value.Content); j += 2 {
				key := value.Content[j].Value
				if err = setRule(&r, "lists."+key, setting{name: at + ".lists." + key, value: node.Target(value.Content[j+1])}); err != nil {
					return r, err
				}
				said = true
			}
			continue
		}
		if err = setRule(&r, name, setting{name: at + "." + name, value: value}); err != nil {
			return r, err
		}
		said = true
	}
	if !said {
		return r, fmt.Errorf("%s: says nothing; give it a mode, onConflict, nulls, lists or text", at)
	}
	return r, nil
}

// setRule checks one setting of a rule and takes it over.
func setRule(r *resource.Rule, name string, s setting) (err error) {
	switch name {
	case "mode":
		if r.Mode, err = merge.ParseMode(node.Text(s.value)); err != nil {
			return fmt.Errorf("%s: %w (path %s)", s.name, err, r.Path)
		}
	case "onConflict":
		r.OnConflict, err = chosen(s, merge.TakeUpdated, merge.TakeDest, merge.Fail, merge.TakeNewest)
	case "nulls":
		r.Nulls, err = chosen(s, merge.NullsClear, merge.NullsChanged)
	case "text":
		r.Text, err = chosen(s, merge.TextReplace, merge.TextLines)
	case "lists.order":
		r.Order, err = chosen(s, merge.OrderDest, merge.OrderUpdated)
	case "lists.atomic":
		r.Atomic, err = chosen(s, merge.AtomicReplace, merge.AtomicMerge, merge.AtomicUnion)
	case "lists.additions":
		r.Additions, err = chosen(s, merge.AddInPlace, merge.AddAppend, merge.AddPrepend)
	}
	return err
}

func chosen[T fmt.Stringer](s setting, known ...T) (*T, error) {
	v, err := choose(s, known...)
	return &v, err
}

// ruleTarget reads which resources a rule is for.
func ruleTarget(at string, n *yaml.Node) (t resource.Target, err error) {
	if n == nil {
		return t, nil
	}
	if err = onlyFields(at, n, "group", "kind", "name", "namespace", "labelSelector", "annotationSelector"); err != nil {
		return t, err
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, pattern := n.Content[i].Value, node.Text(n.Content[i+1])
		switch name {
		case "labelSelector":
			t.Labels, err = labelSelector(at+"."+name, pattern)
		case "annotationSelector":
			t.Annotations, err = annotationSelector(at+"."+name, pattern)
		default:
			err = setTarget(&t, at+"."+name, name, pattern)
		}
		if err != nil {
			return t, err
		}
	}
	return t, nil
}

// setTarget checks one of the patterns and takes it over.
func setTarget(t *resource.Target, at, name, pattern string) error {
	if _, err := path.Match(pattern, ""); err != nil || pattern == "" {
		return fmt.Errorf("%s: %q must be a name or a pattern such as web-*", at, pattern)
	}
	switch name {
	case "group":
		t.Group = pattern
	case "kind":
		t.Kind = pattern
	case "name":
		t.Name = pattern
	case "namespace":
		t.Namespace = pattern
	}
	return nil
}

func onlyFields(at string, n *yaml.Node, known ...string) error {
	if n == nil || n.Kind != yaml.MappingNode {
		return fmt.Errorf("%s: must be a map with %s", at, strings.Join(known, ", "))
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name := n.Content[i].Value
		found := false
		for _, k := range known {
			found = found || k == name
		}
		if !found {
			return fmt.Errorf("%s.%s: unknown field%s", at, name, suggestion(name, known))
		}
	}
	return nil
}
