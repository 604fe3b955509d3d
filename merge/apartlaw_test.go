package merge_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// TestReplacedSideBySide: what both sides replaced in one place of a list is one
// conflict for each element where somebody is asked, however many stand side by side.
func TestReplacedSideBySide(t *testing.T) {
	kinds := map[string]struct {
		apiVersion, of, around string
		element                func(name string, i int) string
	}{
		"elements of a keyed list": {
			"v1", "Pod", "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n%s",
			func(name string, i int) string {
				return fmt.Sprintf("  - {name: %s%d, image: \"o/i%d:1\", workingDir: /w%d}\n", name, i, i, i)
			},
		},
		"members of a set": {
			"kustomize.config.k8s.io/v1beta1", "Kustomization", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n%s",
			func(name string, i int) string { return fmt.Sprintf("- %s%d.yaml\n", name, i) },
		},
		"versions in a set": {
			"kustomize.config.k8s.io/v1beta1", "Kustomization", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n%s",
			func(name string, i int) string {
				return fmt.Sprintf("- https://example.com/r%d?ref=%s\n", i, map[string]string{"old": "v1.0.0", "theirs": "v1.1.0", "mine": "v1.2.0"}[name])
			},
		},
	}
	for what, kind := range kinds {
		for n := 1; n <= 6; n++ {
			version := func(name string) string {
				var list strings.Builder
				list.WriteString(kind.element("first", 0))
				for i := range n {
					list.WriteString(kind.element(name, i+1))
				}
				list.WriteString(kind.element("last", n+1))
				return fmt.Sprintf(kind.around, list.String())
			}
			opts := merge.Options{Policy: merge.Policy{OnConflict: merge.Ask}, Schema: schema.NewSet(nil).For(kind.apiVersion, kind.of, "")}
			r, err := merge.ThreeWay(merge.Versions{Original: parse(t, version("old")), Updated: parse(t, version("theirs")), Dest: parse(t, version("mine"))}, opts)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Conflicts) != n {
				t.Errorf("%d %s replaced on both sides: %d conflicts, want one for each", n, what, len(r.Conflicts))
			}
			if !merge.Equal(r.Node, parse(t, version("mine"))) {
				t.Errorf("%d %s replaced on both sides: dest's do not stay until somebody decides", n, what)
			}
		}
	}
}
