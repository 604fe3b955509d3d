package merge_test

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/version"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// optionsOf reads the settings of a rule file; its schema is that of the first
// version that has an apiVersion and a kind. Schemas in comments are read, as
// the function does.
func optionsOf(text string, versions ...*yaml.Node) (merge.Options, error) {
	written, err := parseText(text)
	if err != nil {
		return merge.Options{}, fmt.Errorf("config.yaml: %w", err)
	}
	settings := &config.Config{}
	if written != nil {
		if settings, err = (config.Beside{}).Parse(written, "config.yaml"); err != nil {
			return merge.Options{}, err
		}
	}
	opts := merge.Options{
		Policy: settings.Policy, Mirrors: settings.Mirrors, ModeKey: settings.ModeKey,
		CommentSchema: schema.CommentSchema, Newer: version.Compare,
	}
	for _, r := range settings.Rules {
		opts.Rules = append(opts.Rules, r.Rule)
	}
	opts.Schema = schemaOf(settings.Keys, versions)
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
