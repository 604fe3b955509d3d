package config_test

import (
	"fmt"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestSelectors: labels and annotations are selected by their values, however they are
// written, and an invalid selector is an error that names it.
func TestSelectors(t *testing.T) {
	selected := func(t *testing.T, target, metadata string) bool {
		t.Helper()
		cfg, err := config.Beside{}.Parse(parsed(t, fmt.Sprintf("{apiVersion: fn.kpt.dev/v1alpha1, kind: Merge, spec: {rules: [{target: {%s}, path: data, mode: SKIP}]}}", target)), "config")
		if err != nil {
			t.Fatal(err)
		}
		version := func(value string) []*resource.Resource {
			return []*resource.Resource{{Node: parsed(t, fmt.Sprintf("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, %s}, data: {k: %s}}", metadata, value)).Content[0]}}
		}
		o, err := resource.Merge(resource.Versions{Original: version("one"), Updated: version("two"), Dest: version("one")}, cfg.Options)
		if err != nil {
			t.Fatal(err)
		}
		text, err := yaml.Marshal(o.Resources[0].Node)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(text), "k: one")
	}
	for _, test := range []struct {
		target, metadata string
		want             bool
	}{
		{`labelSelector: app=web`, "labels: {app: web}", true},
		{`labelSelector: app=web`, "labels: {app: db}", false},
		{`labelSelector: app=web`, "annotations: {app: web}", false},
		{`labelSelector: app!=web`, "labels: {}", true},
		{`labelSelector: "!app"`, "labels:", true},
		{`labelSelector: app`, "labels: {app: ~}", true},
		{`labelSelector: app=`, "labels: {app: ~}", true},
		{`labelSelector: on=true`, "labels: {on: true}", true},
		{`labelSelector: port>79`, "labels: {port: 80}", true},
		{`labelSelector: port>80`, "labels: {port: 80}", false},
		{`labelSelector: "app in (web,db),tier notin (back)"`, "labels: {app: db, tier: front}", true},
		{`labelSelector: app`, "labels: [app]", false},
		{`labelSelector: app`, "labels: {app: {}, tier: front}", false},
		{`annotationSelector: app=web`, "labels: &l {app: web}, annotations: *l", true},
		{`annotationSelector: app=web`, "labels: &l {app: web}, annotations: {<<: *l}", true},
		{`annotationSelector: app=web, labelSelector: app=db`, "labels: {app: db}, annotations: {app: web}", true},
	} {
		if got := selected(t, test.target, test.metadata); got != test.want {
			t.Errorf("%s of %s: got %v", test.target, test.metadata, got)
		}
	}
	for _, selector := range []string{`" "`, "app in web", "a,,b", "-a", "[a]", "a=b=c", "a>b"} {
		for _, field := range []string{"labelSelector", "annotationSelector"} {
			written := parsed(t, fmt.Sprintf("{apiVersion: fn.kpt.dev/v1alpha1, kind: Merge, spec: {rules: [{target: {%s: %q}, mode: SKIP}]}}", field, strings.Trim(selector, `"`)))
			if _, err := (config.Beside{}).Parse(written, "config"); err == nil || !strings.Contains(err.Error(), "rules[0].target."+field) {
				t.Errorf("%s: %s: got error %v", field, selector, err)
			}
		}
	}
}

func parsed(t *testing.T, text string) *yaml.Node {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(text, err)
	}
	return &doc
}
