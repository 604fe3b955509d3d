package config

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// checked makes a configuration from what is written; file is its name.
func checked(s *Spec, file string) (*Config, error) {
	everywhere := s.rule()
	everywhere.ImagesByParts = (*bool)(s.Images.Merge)
	mirrors, err := s.Images.mirrors()
	if err != nil {
		return nil, err
	}
	cfg := &Config{Check: orZero(s.Check), Marks: marks.Options{Form: orZero(s.Marks)}, Options: resource.Options{
		Strategy:          orZero(s.Strategy),
		Renames:           orZero(s.Renames),
		Layout:            orZero(s.Layout),
		Subpackages:       orZero(s.Subpackages),
		OnDeletedUpstream: orZero(s.OnDeletedUpstream),
		OnDeletedLocally:  orZero(s.OnDeletedLocally),
		Policy:            everywhere.Over(merge.Policy{FollowRenamed: bool(orZero(s.RenamedKeys))}),
		Mirrors:           mirrors,
		ModeKey:           orZero(s.ModeKey),
		Listed:            orZero(s.Marks) == marks.Decisions,
	}}
	if err := cfg.takeVersions(&s.Versions, file); err != nil {
		return nil, err
	}
	for i := range s.Rules {
		rule, err := s.Rules[i].checked(fmt.Sprintf("rules[%d]", i))
		if err != nil {
			return nil, err
		}
		cfg.Rules = append(cfg.Rules, rule)
	}
	for i, k := range s.Keys {
		declared, err := schema.Declare(orZero(k.Target.Group), orZero(k.Target.Kind), k.Path, k.Fields)
		if err != nil {
			return nil, wrong(fmt.Sprintf("keys[%d]", i), "%w", err)
		}
		cfg.Keys = append(cfg.Keys, declared)
	}
	return cfg, nil
}

// orZero is what is written, the zero value if nothing is.
func orZero[T any](setting *T) (value T) {
	if setting != nil {
		value = *setting
	}
	return value
}

// rule has what is written of the settings for places.
func (s *placeSpec) rule() merge.Rule {
	return merge.Rule{
		OnConflict: s.OnConflict, KeepNulls: (*bool)(s.Nulls), TextByLines: (*bool)(s.Text),
		Atomic: s.Lists.Atomic, UpdatedOrder: (*bool)(s.Lists.Order),
	}
}

// mirrors are the registries that are written.
func (s *imagesSpec) mirrors() (all []merge.Mirror, err error) {
	for _, from := range slices.Sorted(maps.Keys(s.Mirrors)) {
		m := merge.Mirror{From: from, To: s.Mirrors[from]}
		if err := m.Check(); err != nil {
			return nil, wrong("images.mirrors", "%w", err)
		}
		all = append(all, m)
	}
	if len(all) > 0 && !orZero(s.Merge) {
		return nil, wrong("images.mirrors", "counts only where images merge by parts; write images.merge: Parts, too")
	}
	return all, nil
}

// checked makes a rule from what is written at that place.
func (s *ruleSpec) checked(at string) (r resource.Rule, err error) {
	r.Rule = s.rule()
	r.Path, r.Mode, r.ImagesByParts = merge.Path{}, orZero(s.Mode), (*bool)(s.Images.Merge)
	if s.Mode == nil && s.placeSpec == (placeSpec{}) && s.Images.Merge == nil {
		return r, wrong(at, "has no setting; give it a mode, onConflict, nulls, lists, text or images")
	}
	if s.Path != "" {
		if r.Path, err = merge.ParsePattern(s.Path); err != nil {
			return r, wrong(at+".path", "%w", err)
		}
	}
	r.Target, err = s.Target.checked(at + ".target")
	return r, err
}

// checked makes a target from what is written at that place.
func (s *targetSpec) checked(at string) (t resource.Target, err error) {
	for _, p := range []struct {
		name    string
		to      *string
		pattern *string
	}{{"group", &t.Group, s.Group}, {"kind", &t.Kind, s.Kind}, {"name", &t.Name, s.Name}, {"namespace", &t.Namespace, s.Namespace}} {
		*p.to = orZero(p.pattern)
		if _, err = path.Match(*p.to, ""); err != nil || p.pattern != nil && *p.pattern == "" {
			return t, wrong(at+"."+p.name, "%q must be a name or a pattern such as web-*", *p.pattern)
		}
	}
	if t.Labels, err = selector(at+".labelSelector", s.LabelSelector, "labels"); err != nil {
		return t, err
	}
	t.Annotations, err = selector(at+".annotationSelector", s.AnnotationSelector, "annotations")
	return t, err
}

// selector reads a selector of labels, as kubectl takes it, or of annotations, written in the
// same way; nil if none is written.
func selector(at, text, field string) (selects func(root *yaml.Node) bool, err error) {
	matches := (*kyaml.RNode).MatchesLabelSelector
	if field == "annotations" {
		matches = (*kyaml.RNode).MatchesAnnotationSelector
	}
	if text == "" {
		return nil, nil
	}
	const as = "write it as kubectl takes it: app=web,tier in (front,back),!canary"
	if strings.TrimSpace(text) == "" {
		return nil, wrong(at, "must be a selector; %s", as)
	}
	if _, err = matches(kyaml.NewMapRNode(nil), text); err != nil {
		return nil, wrong(at, "%q: %w; %s", text, err, as)
	}
	return func(root *yaml.Node) bool {
		ok, err := matches(withOnly(root, field), text)
		return ok && err == nil
	}, nil
}

// withOnly is a resource that has nothing but the labels or annotations of another,
// written out: kyaml looks through neither aliases nor merge keys.
func withOnly(root *yaml.Node, field string) *kyaml.RNode {
	var values map[string]string
	if n := node.FieldAt(root, "metadata", field); n != nil {
		_ = n.Decode(&values) // What is not a map of texts has none.
	}
	n := kyaml.NewMapRNode(nil)
	_ = n.SetMapField(kyaml.NewMapRNode(&values), "metadata", field) // A new map takes it.
	return n
}
