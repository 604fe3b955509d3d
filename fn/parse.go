package fn

import (
	"fmt"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// ParseConfig checks a configuration: a document or root value, a resource of
// kind Merge or a ConfigMap; nil and empty are the defaults. The name of its
// file, "" if there is none, begins the error. An unknown setting or value is
// an error that names it and the nearest known one.
func ParseConfig(config *yaml.Node, name string) (*Config, error) {
	if name == "" {
		name = "functionConfig"
	}
	cfg, err := parseConfig(config, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return cfg, nil
}

func parseConfig(config *yaml.Node, name string) (*Config, error) {
	if config == nil || config.Kind == 0 {
		return &Config{}, nil
	}
	if err := merge.Check(config); err != nil {
		return nil, err
	}
	written, err := settings(config)
	if err != nil {
		return nil, err
	}
	cfg := &Config{}
	seen := map[string]bool{}
	for _, s := range written {
		if seen[s.name] && !strings.HasSuffix(s.name, ".text") {
			return nil, fmt.Errorf("%s: given twice; keep one of them", s.name)
		}
		seen[s.name] = true
		if err := cfg.set(s, name); err != nil {
			return nil, err
		}
	}
	return cfg, nil
}

// set checks one setting and takes it over.
func (cfg *Config) set(s setting, name string) (err error) {
	switch s.name {
	case "strategy":
		return s.only("ThreeWay", "TwoWay", "Layers")
	case "profile":
		return s.only("Documented", "Careful")
	case "text":
		return s.only("Replace", "Lines")
	case "lists.atomic":
		return s.only("Replace", "Merge", "Union")
	case "modeKey":
		if s.value.Value == "" && s.value.Kind == yaml.ScalarNode {
			return nil
		}
		return s.unsupported()
	case "rules":
		if s.value.Kind == yaml.SequenceNode && len(s.value.Content) == 0 {
			return nil
		}
		return s.unsupported()
	case "versions.source", "versions.layers":
		return s.unsupported()
	case "versions.source.text", "versions.layers.text":
		return s.unsupported()
	case "keepSources":
		cfg.KeepSources, err = s.boolean()
	case "identity.path":
		cfg.Paths, err = choose(s, PathTieBreak, PathAlways, PathNever)
	case "identity.renames":
		cfg.IgnoreRenames, err = s.boolean()
		cfg.IgnoreRenames = !cfg.IgnoreRenames
	case "onConflict":
		cfg.Policy.OnConflict, err = choose(s, merge.TakeUpdated, merge.TakeDest, merge.Fail)
	case "onDeletedUpstream":
		cfg.OnDeletedUpstream, err = choose(s, Delete, KeepModified)
	case "onDeletedLocally":
		cfg.OnDeletedLocally, err = choose(s, StayDeleted, Readd)
	case "nulls":
		cfg.Policy.Nulls, err = choose(s, merge.NullsClear, merge.NullsChanged)
	case "lists.order":
		cfg.Policy.Order, err = choose(s, merge.OrderDest, merge.OrderUpdated)
	case "lists.additions":
		cfg.Policy.Additions, err = choose(s, merge.AddInPlace, merge.AddAppend, merge.AddPrepend)
	case "keys":
		cfg.Keys, err = s.keys()
	default:
		return cfg.setVersion(s, name)
	}
	return err
}

// setVersion takes over where a version is: versions.original.path.
func (cfg *Config) setVersion(s setting, name string) (err error) {
	parts := strings.Split(s.name, ".")
	source := map[string]*Source{"original": &cfg.Original, "updated": &cfg.Updated, "dest": &cfg.Dest}[parts[1]]
	if source.Path != "" || source.Given && (parts[2] != "text" || !s.asText) {
		return fmt.Errorf("%s: the version is given twice; use one of path, text and resources", s.name)
	}
	switch parts[2] {
	case "path":
		source.Path, err = s.directory()
		return err
	case "text":
		if s.value.Kind != yaml.ScalarNode {
			return fmt.Errorf("%s: must be text; use resources for a list of resources", s.name)
		}
		var resources []*Resource
		at := s.name
		if s.key != "" {
			at = fmt.Sprintf("data[%q]", s.key)
		}
		resources, err = parseStream(s.value.Value, at)
		for _, r := range resources {
			r.Name = name + " " + r.Name
		}
		source.Resources = append(source.Resources, resources...)
	case "resources":
		if s.value.Kind != yaml.SequenceNode {
			return fmt.Errorf("%s: must be a list of resources; use text for a YAML stream", s.name)
		}
		for i, item := range s.value.Content {
			item = target(item)
			if m := metaOf(item); m.apiVersion == "" || m.kind == "" {
				return fmt.Errorf("%s[%d]: line %d: is no resource; write one, with apiVersion and kind", s.name, i, item.Line)
			}
			source.Resources = append(source.Resources, &Resource{Node: item, Name: name + " " + s.name, Index: i, Line: item.Line})
		}
	}
	source.Given = true
	return err
}

// directory is a relative slash-separated path that stays inside the package.
func (s setting) directory() (string, error) {
	p := path.Clean(s.value.Value)
	if s.value.Kind != yaml.ScalarNode || s.value.Value == "" || path.IsAbs(p) || p == ".." || strings.HasPrefix(p, "../") {
		return "", fmt.Errorf("%s: %q must be a directory inside the package, relative to its root", s.name, s.value.Value)
	}
	return p, nil
}

// only accepts the first value, the one there is so far.
func (s setting) only(supported string, later ...string) error {
	switch {
	case s.value.Kind == yaml.ScalarNode && s.value.Value == supported:
		return nil
	case s.value.Kind == yaml.ScalarNode:
		for _, l := range later {
			if s.value.Value == l {
				return fmt.Errorf("%s: %s is not supported yet; use %s or leave it out", s.name, l, supported)
			}
		}
	}
	return s.unknownValue(append([]string{supported}, later...))
}

func (s setting) unsupported() error {
	return fmt.Errorf("%s: not supported yet; leave it out", s.name)
}

func (s setting) unknownValue(known []string) error {
	if s.value.Kind != yaml.ScalarNode {
		return fmt.Errorf("%s: must be one of %s", s.name, strings.Join(known, ", "))
	}
	return fmt.Errorf("%s: unknown value %q%s", s.name, s.value.Value, suggestion(s.value.Value, known))
}

// choose finds the value among those there are.
func choose[T fmt.Stringer](s setting, known ...T) (chosen T, err error) {
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = k.String()
		if s.value.Kind == yaml.ScalarNode && s.value.Value == names[i] {
			return k, nil
		}
	}
	return chosen, s.unknownValue(names)
}

func (s setting) boolean() (bool, error) {
	if s.value.Kind == yaml.ScalarNode && (s.asText || s.value.Tag == "!!bool") {
		switch s.value.Value {
		case "true":
			return true, nil
		case "false":
			return false, nil
		}
	}
	return false, fmt.Errorf("%s: must be true or false, not %q", s.name, s.value.Value)
}

// keys reads the declared keys of lists.
func (s setting) keys() ([]schema.Declared, error) {
	list := s.value
	if s.asText {
		var doc yaml.Node
		if err := yaml.Unmarshal([]byte(s.value.Value), &doc); err != nil {
			return nil, fmt.Errorf("keys: %w", err)
		}
		if err := merge.Check(&doc); err != nil {
			return nil, fmt.Errorf("keys: %w", err)
		}
		list = target(root(&doc))
	}
	if list == nil || list.Kind != yaml.SequenceNode {
		return nil, fmt.Errorf("keys: must be a list of {target, path, fields}")
	}
	var keys []schema.Declared
	for i, entry := range list.Content {
		at := fmt.Sprintf("keys[%d]", i)
		entry = target(entry)
		if err := onlyFields(at, entry, "target", "path", "fields"); err != nil {
			return nil, err
		}
		resource := target(fieldOf(entry, "target"))
		if resource != nil {
			if err := onlyFields(at+".target", resource, "group", "kind"); err != nil {
				return nil, err
			}
		}
		fields := target(fieldOf(entry, "fields"))
		if fields == nil || fields.Kind != yaml.SequenceNode || len(fields.Content) == 0 {
			return nil, fmt.Errorf("%s.fields: must list the fields of the key", at)
		}
		var names []string
		for _, f := range fields.Content {
			if text(f) == "" {
				return nil, fmt.Errorf("%s.fields: must be names of fields", at)
			}
			names = append(names, text(f))
		}
		declared, err := schema.Declare(text(fieldOf(resource, "group")), text(fieldOf(resource, "kind")), text(fieldOf(entry, "path")), names)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
		keys = append(keys, declared)
	}
	return keys, nil
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
