package chartref_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/chartref"
	"github.com/krm-merge/krm-merge/internal/counted"
)

// TestFindReadsWhatMayConcern: of 1,000 files those that name no chart are not parsed.
func TestFindReadsWhatMayConcern(t *testing.T) {
	files := map[string][]byte{}
	for i := range 1000 {
		files[fmt.Sprintf("%d.yaml", i)] = []byte("apiVersion: apps/v1\nkind: Deployment\nspec:\n" + strings.Repeat("  a: {b: 1}\n", 100))
	}
	files["app.yaml"] = []byte("apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: {source: {repoURL: 'https://a', chart: b, targetRevision: 1.0.0}}\n")
	files["Chart.yaml"] = []byte("dependencies: [{repository: 'https://a', version: 1.0.0}]\n") // That its name is missing is told.
	found := 0
	allocated := testing.AllocsPerRun(1, func() { found = len(chartref.Find(files)) })
	if found != 2 || allocated > 3000 {
		t.Errorf("%d references, %.0f allocations", found, allocated)
	}
}

// TestFindGrowth: what references name is looked up, not looked for.
func TestFindGrowth(t *testing.T) {
	counted.Grows(t, 100, 2.3, func(n int) float64 {
		files := map[string][]byte{}
		for i := range n {
			files[fmt.Sprintf("%d.yaml", i)] = fmt.Appendf(nil, `{apiVersion: helm.toolkit.fluxcd.io/v2, kind: HelmRelease, metadata: {name: a%d}, spec: {
  chart: {spec: {chart: b, version: 1.0.0, sourceRef: {kind: HelmRepository, name: b%[1]d}}}, valuesFrom: [{kind: ConfigMap, name: c%[1]d}]}}
---
configMapGenerator: [{name: c%[1]d, files: [values.yaml]}]
---
{apiVersion: source.toolkit.fluxcd.io/v1, kind: HelmRepository, metadata: {name: b%[1]d}, spec: {url: "https://a"}}
`, i)
		}
		return testing.AllocsPerRun(1, func() {
			if found := chartref.Find(files); len(found) != n || found[0].Repo == "" {
				t.Error(len(found))
			}
		})
	})
}
