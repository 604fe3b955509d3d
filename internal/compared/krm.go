package main

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// krmMerge merges with this project: packages with package fn, all else with
// package merge.
func krmMerge(c Case) (Outcome, error) {
	if c.whole {
		return krmPackage(c)
	}
	opts, err := krmOptions(c)
	if err != nil {
		return Outcome{}, err
	}
	var nodes []*yaml.Node
	for _, v := range c.versions {
		var docs []*yaml.Node
		if docs, err = documents(v); err != nil {
			return Outcome{}, err
		}
		if len(docs) != 1 {
			return Outcome{}, fmt.Errorf("%d documents in a version, want 1", len(docs))
		}
		nodes = append(nodes, docs[0])
	}
	var merged merge.Result
	switch c.of {
	case threeWay:
		merged, err = merge.ThreeWay(merge.Versions{Original: nodes[0], Updated: nodes[1], Dest: nodes[2]}, opts)
	case twoWay:
		merged, err = merge.TwoWay(nodes[0], nodes[1], opts)
	case layers:
		merged, err = merge.Layers(nodes, opts)
	}
	if err != nil || merged.Node == nil {
		return Outcome{}, err
	}
	text, err := encode([]*yaml.Node{merged.Node})
	return Outcome{Text: text, Message: conflictLines(merged.Conflicts), Reports: len(merged.Conflicts) > 0}, err
}

// conflictLines writes conflicts as rule files have them.
func conflictLines(conflicts []merge.Conflict) string {
	var b strings.Builder
	for _, c := range conflicts {
		fmt.Fprintf(&b, "%s at %s: %s taken\n", c.Kind, c.Path, c.Taken)
	}
	return b.String()
}

// krmOptions reads the settings of a case and finds its schema.
func krmOptions(c Case) (merge.Options, error) {
	var opts merge.Options
	var config struct {
		ModeKey string `yaml:"modeKey"`
		Keys    []struct {
			Path   string
			Fields []string
		}
	}
	text, _ := c.Section("config.yaml")
	decoder := yaml.NewDecoder(strings.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&config); err != nil && text != "" {
		return opts, fmt.Errorf("config.yaml: %w", err)
	}
	var declared []schema.Declared
	for _, k := range config.Keys {
		d, err := schema.Declare("", "", k.Path, k.Fields)
		if err != nil {
			return opts, err
		}
		declared = append(declared, d)
	}
	var meta struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
	}
	if err := yaml.Unmarshal([]byte(c.versions[0]), &meta); err != nil {
		return opts, err
	}
	opts.ModeKey = config.ModeKey
	opts.CommentSchema = schema.CommentSchema
	opts.Schema = schema.NewSet(declared).For(meta.APIVersion, meta.Kind, "")
	return opts, nil
}

// krmPackage merges whole resources, all in one file.
func krmPackage(c Case) (Outcome, error) {
	if hasSettings(c) {
		return Outcome{}, errors.New("settings of packages cannot be compared")
	}
	var versions [3][]*resource.Resource
	for i, v := range c.versions {
		docs, err := documents(v)
		if err != nil {
			return Outcome{}, err
		}
		for _, doc := range docs {
			root := doc.Content[0]
			versions[i] = append(versions[i], &resource.Resource{
				Node: root, Doc: doc, Path: "package.yaml", Name: "package.yaml", Index: len(versions[i]), Line: root.Line,
			})
		}
	}
	out, err := resource.Merge(resource.Versions{Original: versions[0], Updated: versions[1], Dest: versions[2]}, resource.Options{})
	if err != nil {
		return Outcome{}, err
	}
	var merged []*yaml.Node
	for _, r := range out.Resources {
		merged = append(merged, r.Node)
	}
	text, err := encode(merged)
	return Outcome{Text: text, Reports: len(out.Conflicts) > 0}, err
}
