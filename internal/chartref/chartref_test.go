package chartref_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/chartref"
)

// TestFindReadsWhatMayConcern: of 1,000 files those that name no chart are not parsed.
func TestFindReadsWhatMayConcern(t *testing.T) {
	files := map[string][]byte{}
	for i := range 1000 {
		files[fmt.Sprintf("%d.yaml", i)] = []byte("apiVersion: apps/v1\nkind: Deployment\nspec:\n" + strings.Repeat("  a: {b: 1}\n", 100))
	}
	files["app.yaml"] = []byte("apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: {source: {repoURL: 'https://a', chart: b, targetRevision: 1.0.0}}\n")
	found := 0
	allocated := testing.AllocsPerRun(1, func() { found = len(chartref.Find(files)) })
	if found != 1 || allocated > 3000 {
		t.Errorf("%d references, %.0f allocations", found, allocated)
	}
}
