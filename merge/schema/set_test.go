package schema

import (
	"sync"
	"testing"

	"github.com/krm-merge/krm-merge/merge"
)

// For each kind the first source that knows it gives the schema.
func TestSetPrecedence(t *testing.T) {
	definition := func(group, kind string) string {
		return `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: ` + group + `
  names: {kind: ` + kind + `}
  versions: [{name: v1, schema: {openAPIV3Schema: {properties: {spec: {properties: {
    template: {properties: {spec: {properties: {containers: {type: array, x-kubernetes-list-map-keys: [crd]}}}}},
    images: {type: array, x-kubernetes-list-map-keys: [crd]},
    patches: {type: array}}}}}}}]
`
	}
	crds := NewSet(nil,
		parsed(t, definition("apps", "Deployment")),
		parsed(t, definition("kustomize.toolkit.fluxcd.io", "Kustomization")))
	none := NewSet(nil)
	containers := []string{"spec", "template", "spec", "containers"}
	tests := []struct {
		name             string
		set              *Set
		apiVersion, kind string
		path             []string
		want             string
	}{
		{"built in", none, "apps/v1", "Deployment", containers, "by name"},
		{"built in, an old version", none, "extensions/v1beta1", "Deployment", containers, "by name"},
		{"built in before a definition", crds, "apps/v1", "Deployment", containers, "by name"},
		{"a definition before the table", crds, "kustomize.toolkit.fluxcd.io/v1", "Kustomization", []string{"spec", "images"}, "by crd"},
		{"what a definition leaves open is inferred", crds, "kustomize.toolkit.fluxcd.io/v1", "Kustomization", []string{"spec", "patches"}, "unknown"},
		{"the table", none, "kustomize.toolkit.fluxcd.io/v1", "Kustomization", []string{"spec", "images"}, "by name"},
		{"any version of the table's kinds", none, "kustomize.toolkit.fluxcd.io/v9", "Kustomization", []string{"spec", "images"}, "by name"},
		{"nobody", none, "example.com/v1", "Router", []string{"spec"}, "nil"},
		{"nobody: metadata all the same", none, "example.com/v1", "Router", []string{"metadata", "finalizers"}, "set"},
		{"nobody: another group", none, "example.com/v1", "Deployment", []string{"spec"}, "nil"},
		{"nobody: a Kustomization without group", none, "v1", "Kustomization", []string{"spec"}, "nil"},
		{"nothing", none, "", "", nil, "nil"},
		{"no kind", none, "apps/v1", "", nil, "nil"},
		{"a kind named like a word of the table", none, "kustomize.config.k8s.io", "set", []string{"spec"}, "nil"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for range 2 { // compiled, then looked up
				if got := rowAt(tt.set.For(tt.apiVersion, tt.kind, ""), tt.path...); got != tt.want {
					t.Errorf("%v is %s, want %s", tt.path, got, tt.want)
				}
			}
		})
	}
}

// kustomize reads a kustomization file without apiVersion and kind.
func TestSetKustomizationFile(t *testing.T) {
	tests := []struct{ apiVersion, kind, file, want string }{
		{"", "", "kustomization.yaml", "set"},
		{"", "", "overlays/prod/kustomization.yml", "set"},
		{"", "", "base/Kustomization", "set"},
		{"", "Component", "c/kustomization.yaml", "set"},
		{"", "Kustomization", "kustomization.yaml", "set"},
		{"", "", "values.yaml", "nil"},
		{"", "", "kustomization.yaml/values.yaml", "nil"},
		{"", "", "", "nil"},
		{"", "Router", "kustomization.yaml", "nil"},
		{"example.com/v1", "", "kustomization.yaml", "nil"},
		{"kustomize.config.k8s.io/v1beta1", "Kustomization", "any.yaml", "set"},
		{"kustomize.config.k8s.io/v1alpha1", "Component", "", "set"},
	}
	set := NewSet(nil)
	for _, tt := range tests {
		if got := rowAt(set.For(tt.apiVersion, tt.kind, tt.file), "resources"); got != tt.want {
			t.Errorf("resources of %q %q in %q is %s, want %s", tt.apiVersion, tt.kind, tt.file, got, tt.want)
		}
	}
	declared := NewSet([]Declared{declare(t, "kustomize.config.k8s.io", "Kustomization", "patches", "id")})
	if got := rowAt(declared.For("", "", "kustomization.yaml"), "patches"); got != "by id" {
		t.Errorf("patches of a file without kind is %s: what is declared for the kind is missed", got)
	}
}

func TestSetDoesNotAllocate(t *testing.T) {
	set := NewSet([]Declared{declare(t, "apps", "", "spec.mine", "id")}, parsed(t, crd(keyedSpec("name"))))
	tests := []struct {
		apiVersion, kind, file string
		path                   []string
	}{
		{"apps/v1", "Deployment", "", []string{"spec", "template", "spec", "containers", "[*]", "ports"}},
		{"v1", "Service", "", []string{"spec", "ports"}},
		{"example.com/v1", "Router", "", []string{"spec", "l"}},
		{"", "", "a/kustomization.yaml", []string{"configMapGenerator", "[*]", "files"}},
		{"argoproj.io/v1alpha1", "Rollout", "", []string{"spec", "template", "spec", "containers"}},
	}
	var list merge.ListType
	for _, tt := range tests {
		descend := func() {
			s := set.For(tt.apiVersion, tt.kind, tt.file)
			for _, name := range tt.path {
				if name == "[*]" {
					s = s.Elem()
				} else {
					s = s.Field(name)
				}
			}
			list = s.List()
		}
		descend()
		if list.Kind == merge.ListUnknown {
			t.Errorf("%s: %v is unknown", tt.kind, tt.path)
		}
		if n := testing.AllocsPerRun(100, descend); n != 0 {
			t.Errorf("%s: descending %v allocates %v times", tt.kind, tt.path, n)
		}
	}
}

func TestSetConcurrent(t *testing.T) {
	set := NewSet(nil)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, kind := range []string{"Application", "AppProject", "Rollout"} {
				if set.For("argoproj.io/v1alpha1", kind, "") == nil {
					t.Errorf("%s is not known", kind)
				}
			}
		})
	}
	wg.Wait()
	if a, b := set.For("argoproj.io/v1alpha1", "Rollout", ""), set.For("argoproj.io/v1alpha1", "Rollout", ""); a != b {
		t.Error("a kind is compiled anew each time")
	}
}
