package fn

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
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
	cfg, err := profile(written)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	layers := map[int]*Source{}
	for _, s := range written {
		if seen[s.name] && !strings.HasSuffix(s.name, ".text") {
			return nil, fmt.Errorf("%s: given twice; keep one of them", s.name)
		}
		seen[s.name] = true
		if s.name == "versions.layers.text" {
			err = s.layer(layers, name)
		} else {
			err = cfg.set(s, name)
		}
		if err != nil {
			return nil, err
		}
	}
	if err = cfg.takeLayers(layers); err != nil {
		return nil, err
	}
	for _, s := range written {
		if err = cfg.fits(s); err != nil {
			return nil, err
		}
	}
	return cfg, nil
}

// profile is the configuration to begin with.
func profile(written []setting) (*Config, error) {
	for _, s := range written {
		if s.name != "profile" {
			continue
		}
		switch s.value.Value {
		case "Documented":
		case "Careful":
			return Careful(), nil
		default:
			return nil, s.unknownValue([]string{"Documented", "Careful"})
		}
	}
	return &Config{}, nil
}

// set checks one setting and takes it over.
func (cfg *Config) set(s setting, name string) (err error) {
	switch s.name {
	case "strategy":
		cfg.Strategy, err = choose(s, resource.ThreeWay, resource.TwoWay, resource.Layers)
	case "profile":
		// It is what the configuration began with.
	case "modeKey":
		if s.value.Kind != yaml.ScalarNode {
			return errors.New("modeKey: must be the name of a key")
		}
		cfg.ModeKey = s.value.Value
	case "keepSources":
		cfg.KeepSources, err = s.boolean()
	case "identity.path":
		cfg.Paths, err = choose(s, resource.PathTieBreak, resource.PathAlways, resource.PathNever)
	case "identity.renames":
		cfg.Renames, err = s.renames()
	case "onConflict":
		cfg.Policy.OnConflict, err = choose(s, merge.TakeUpdated, merge.TakeDest, merge.Fail, merge.TakeNewest)
	case "onDeletedUpstream":
		cfg.OnDeletedUpstream, err = choose(s, resource.Delete, resource.KeepModified)
	case "onDeletedLocally":
		cfg.OnDeletedLocally, err = choose(s, resource.StayDeleted, resource.Readd)
	case "nulls":
		cfg.Policy.Nulls, err = choose(s, merge.NullsClear, merge.NullsChanged)
	case "text":
		cfg.Policy.Text, err = choose(s, merge.TextReplace, merge.TextLines)
	case "renamedKeys":
		cfg.Policy.RenamedKeys, err = choose(s, merge.RenamedApart, merge.RenamedFollow)
	case "lists.atomic":
		cfg.Policy.Atomic, err = choose(s, merge.AtomicReplace, merge.AtomicMerge, merge.AtomicUnion)
	case "lists.order":
		cfg.Policy.Order, err = choose(s, merge.OrderDest, merge.OrderUpdated)
	case "lists.additions":
		cfg.Policy.Additions, err = choose(s, merge.AddInPlace, merge.AddAppend, merge.AddPrepend)
	case "keys":
		cfg.Keys, err = s.keys()
	case "rules":
		cfg.Rules, err = s.rules()
	case "versions.layers":
		cfg.Layers, err = s.layers(name)
	default:
		return cfg.setVersion(s, name)
	}
	return err
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

// renames is true, false or Similar.
func (s setting) renames() (resource.Renames, error) {
	if !s.asText && s.value.Tag == "!!str" && (s.value.Value == "true" || s.value.Value == "false") {
		return 0, fmt.Errorf("%s: write %s without quotes", s.name, s.value.Value)
	}
	return choose(s, resource.RenamesClaimed, resource.RenamesIgnored, resource.RenamesSimilar)
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
