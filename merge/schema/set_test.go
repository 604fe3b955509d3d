package schema

import (
	"sync"
	"testing"

	"github.com/krm-merge/krm-merge/merge"
)

func TestSetDoesNotAllocate(t *testing.T) {
	set := NewSet([]Declared{declare(t, "apps", "", "spec.mine", "id")}, parsed(t, crd(keyedSpec("name"))))
	tests := []struct {
		apiVersion, kind, file string
		path                   []string
	}{
		{"apps/v1", "Deployment", "", []string{"spec", "template", "spec", "containers", "[*]", "ports"}},
		{"extensions/v1beta1", "StatefulSet", "", []string{"spec", "template", "spec", "containers"}},
		{"v1", "Service", "", []string{"spec", "ports"}},
		{"example.com/v1", "Router", "", []string{"spec", "l"}},
		{"", "", "a/kustomization.yaml", []string{"configMapGenerator", "[*]", "files"}},
		{"argoproj.io/v1alpha1", "Rollout", "", []string{"spec", "template", "spec", "containers"}},
	}
	var list merge.ListType
	known := false
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
			known = known || s.AtomicMap() || len(s.Unions()) > 0
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
	set := NewSet(nil, parsed(t, crd(keyedSpec("name"))))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, kind := range []string{"Application", "AppProject", "Rollout"} {
				if set.For("argoproj.io/v1alpha1", kind, "") == nil {
					t.Errorf("%s is not known", kind)
				}
			}
			if got := rowAt(set.For("example.com/v1", "Router", ""), "spec", "l"); got != "by name" {
				t.Errorf("spec.l is %s", got)
			}
		})
	}
	wg.Wait()
	for apiVersion, kind := range map[string]string{"argoproj.io/v1alpha1": "Rollout", "example.com/v1": "Router"} {
		if a, b := set.For(apiVersion, kind, ""), set.For(apiVersion, kind, ""); a != b || at(a, "spec") != at(b, "spec") {
			t.Errorf("%s is compiled anew each time", kind)
		}
	}
}
