package merge_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// ruleConfig is the config.yaml of a rule file: what the function's spec says
// about what is inside documents.
type ruleConfig struct {
	placeConfig `yaml:",inline"`
	ModeKey     string            `yaml:"modeKey"`
	RenamedKeys terms.RenamedKeys `yaml:"renamedKeys"`
	Keys        []struct {
		Path   string
		Fields []string
	}
	Rules []struct {
		placeConfig `yaml:",inline"`
		Path        string
		Mode        merge.Mode
	}
}

// placeConfig are the settings that can also be made for single places.
type placeConfig struct {
	OnConflict *merge.OnConflict `yaml:"onConflict"`
	Nulls      *terms.Nulls
	Text       *terms.Text
	Images     struct {
		Merge   *terms.Images
		Mirrors map[string]string
	}
	Lists struct {
		Atomic *merge.Atomic
		Order  *terms.Order
	}
}

func (c placeConfig) rule() merge.Rule {
	return merge.Rule{
		OnConflict: c.OnConflict, KeepNulls: (*bool)(c.Nulls), TextByLines: (*bool)(c.Text), ImagesByParts: (*bool)(c.Images.Merge),
		Atomic: c.Lists.Atomic, UpdatedOrder: (*bool)(c.Lists.Order),
	}
}

// optionsOf reads the settings of a rule file; its schema is that of the first
// version that has an apiVersion and a kind. Schemas in comments are read, as
// the function does.
func optionsOf(text string, versions ...*yaml.Node) (merge.Options, error) {
	var config ruleConfig
	decoder := yaml.NewDecoder(strings.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&config); err != nil && text != "" {
		return merge.Options{}, fmt.Errorf("config.yaml: %w", err)
	}
	opts := merge.Options{ModeKey: config.ModeKey, CommentSchema: schema.CommentSchema, Newer: newer}
	everywhere := config.rule()
	for from, to := range config.Images.Mirrors {
		opts.Mirrors = append(opts.Mirrors, merge.Mirror{From: from, To: to})
	}
	opts.Policy = everywhere.Over(merge.Policy{FollowRenamed: bool(config.RenamedKeys)})
	for _, r := range config.Rules {
		rule := r.rule()
		rule.Mode = r.Mode
		var err error
		if rule.Path, err = merge.ParsePattern(r.Path); err != nil {
			return opts, fmt.Errorf("config.yaml: rules: %w", err)
		}
		opts.Rules = append(opts.Rules, rule)
	}
	var declared []schema.Declared
	for _, k := range config.Keys {
		d, err := schema.Declare("", "", k.Path, k.Fields)
		if err != nil {
			return opts, fmt.Errorf("config.yaml: %w", err)
		}
		declared = append(declared, d)
	}
	opts.Schema = schemaOf(declared, versions)
	return opts, nil
}

// schemaOf is what is known about the first version that has an apiVersion and a
// kind.
func schemaOf(declared []schema.Declared, versions []*yaml.Node) merge.Schema {
	var meta struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
	}
	for _, v := range versions {
		if v != nil && meta.Kind == "" && v.Content[0].Kind == yaml.MappingNode {
			// A document that has other things there has no schema.
			_ = v.Decode(&meta)
		}
	}
	return schema.NewSet(declared).For(meta.APIVersion, meta.Kind, "")
}

// newer compares versions like v1.2.10, with anything in front of a colon left
// out: enough for the rule files.
func newer(a, b string) (order int, versions bool) {
	va, okA := numbers(a)
	vb, okB := numbers(b)
	return slices.Compare(va, vb), okA && okB
}

func numbers(version string) ([]int, bool) {
	version = version[strings.LastIndexByte(version, ':')+1:]
	var all []int
	for _, part := range strings.Split(strings.TrimPrefix(version, "v"), ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil, false
		}
		all = append(all, n)
	}
	return all, true
}
