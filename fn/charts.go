package fn

import (
	"path"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// holdCharts tells the merge which items hold values for charts that upstream changed, where the
// charts are among the items, too. Their templates are not: what had a default counts as read.
//
// See testdata/run/charts.txtar.
func (in *input) holdCharts() {
	v := &in.versions
	if v.Mixed || !slices.ContainsFunc(v.Updated, func(r *resource.Resource) bool { return path.Base(r.Path) == chart.File }) {
		return
	}
	contents := func(all []*resource.Resource) map[string][]byte {
		files := map[string][]byte{}
		for _, r := range all {
			if r.Node == nil {
				continue // A resource that is deferred is none of a chart's own files.
			}
			if text, err := yaml.Marshal(annotation.Without(r.Node)); err == nil {
				files[r.Path] = text
			}
		}
		return files
	}
	v.Held = resource.HoldCharts(contents(v.Original), contents(v.Updated), contents(v.Dest))
}
