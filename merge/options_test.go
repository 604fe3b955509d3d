package merge_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// ruleConfig is the config.yaml of a rule file: what the function's spec says
// about what is inside documents.
type ruleConfig struct {
	placeConfig `yaml:",inline"`
	ModeKey     string `yaml:"modeKey"`
	RenamedKeys string `yaml:"renamedKeys"`
	Keys        []struct {
		Path   string
		Fields []string
	}
	Rules []struct {
		placeConfig `yaml:",inline"`
		Path        string
		Mode        string
	}
}

// placeConfig are the settings that can also be made for single places.
type placeConfig struct {
	OnConflict string `yaml:"onConflict"`
	Nulls      string
	Text       string
	Lists      struct{ Atomic, Order, Additions string }
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
	var unknown []string
	rule := config.rule(&unknown)
	opts.Policy = merge.Policy{
		OnConflict: *rule.OnConflict, Nulls: *rule.Nulls, Text: *rule.Text,
		Atomic: *rule.Atomic, Order: *rule.Order, Additions: *rule.Additions,
		RenamedKeys: *setting(&unknown, config.RenamedKeys, merge.RenamedApart, merge.RenamedFollow),
	}
	for _, r := range config.Rules {
		rule := r.narrow(&unknown)
		var err error
		rule.Path, err = merge.ParsePattern(r.Path)
		if err == nil && r.Mode != "" {
			rule.Mode, err = merge.ParseMode(r.Mode)
		}
		if err != nil {
			return opts, fmt.Errorf("config.yaml: rules: %w", err)
		}
		opts.Rules = append(opts.Rules, rule)
	}
	if len(unknown) > 0 {
		return opts, fmt.Errorf("config.yaml: unknown values %q", unknown)
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
	opts.Documents = textDocuments{schemaOfDocument}
	return opts, nil
}

// rule holds every setting, those that are not made at their defaults.
func (c placeConfig) rule(unknown *[]string) merge.Rule {
	return merge.Rule{
		OnConflict: setting(unknown, c.OnConflict, merge.TakeUpdated, merge.TakeDest, merge.Fail, merge.TakeNewest),
		Nulls:      setting(unknown, c.Nulls, merge.NullsClear, merge.NullsChanged),
		Text:       setting(unknown, c.Text, merge.TextReplace, merge.TextLines),
		Atomic:     setting(unknown, c.Lists.Atomic, merge.AtomicReplace, merge.AtomicMerge, merge.AtomicUnion),
		Order:      setting(unknown, c.Lists.Order, merge.OrderDest, merge.OrderUpdated),
		Additions:  setting(unknown, c.Lists.Additions, merge.AddDefault, merge.AddInPlace, merge.AddAppend, merge.AddPrepend),
	}
}

// narrow holds the settings that are made, and only those.
func (c placeConfig) narrow(unknown *[]string) merge.Rule {
	r := c.rule(unknown)
	unset(&r.OnConflict, c.OnConflict)
	unset(&r.Nulls, c.Nulls)
	unset(&r.Text, c.Text)
	unset(&r.Atomic, c.Lists.Atomic)
	unset(&r.Order, c.Lists.Order)
	unset(&r.Additions, c.Lists.Additions)
	return r
}

// unset takes back a setting that nobody made.
func unset[T any](setting **T, text string) {
	if text == "" {
		*setting = nil
	}
}

// setting is the value that is spelled like text, the first where text is "".
func setting[T fmt.Stringer](unknown *[]string, text string, values ...T) *T {
	i := slices.IndexFunc(values, func(v T) bool { return v.String() == text })
	if i < 0 {
		if text != "" {
			*unknown = append(*unknown, text)
		}
		i = 0
	}
	return &values[i]
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
