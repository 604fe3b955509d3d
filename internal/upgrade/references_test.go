package upgrade_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"golang.org/x/mod/semver"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/upgrade"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// localCharts are charts by their files: charts/NAME/VERSION/….
type localCharts map[string][]byte

func (c localCharts) Resolve(_ context.Context, at upstream.Location) (upstream.Revision, error) {
	return upstream.Revision{Ref: at.Ref, Commit: at.Ref}, nil
}

func (c localCharts) Versions(_ context.Context, at upstream.Location) (v upstream.Versions, err error) {
	found := map[string]bool{}
	for name := range c {
		if parts := strings.Split(name, "/"); parts[1] == at.Directory {
			found[parts[2]] = true
		}
	}
	if len(found) == 0 {
		return v, errors.New(at.String() + ": no such chart")
	}
	for number := range found {
		v.All = append(v.All, upstream.Revision{Ref: number})
	}
	slices.SortFunc(v.All, func(a, b upstream.Revision) int { return semver.Compare("v"+b.Ref, "v"+a.Ref) })
	return v, nil
}

func (c localCharts) Tree(_ context.Context, at upstream.Location, v upstream.Revision) (*upstream.Files, error) {
	f := &upstream.Files{}
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if file, is := strings.CutPrefix(name, "charts/"+at.Directory+"/"+v.Ref+"/"); is {
			f.All = append(f.All, upstream.File{Path: file, Data: c[name]})
		}
	}
	return f, nil
}

// TestReferences brings the references of the tree of each file in testdata to the newest versions of
// the charts there, and compares what is found, asked and written.
func TestReferences(t *testing.T) {
	golden.Each(t, "testdata/*.txtar", func(t *testing.T, name string, archive *txtar.Archive) {
		charts, dir, given := localCharts{}, t.TempDir(), 0
		for i, f := range archive.Files {
			if strings.HasPrefix(f.Name, "charts/") {
				charts[f.Name] = f.Data
			} else if in, is := strings.CutPrefix(f.Name, "tree/"); is {
				golden.Write(t, dir, map[string]string{in: string(f.Data)})
			} else {
				break
			}
			given = i + 1
		}
		got := referenced(t, charts, dir)
		want := txtar.Format(&txtar.Archive{Files: archive.Files[given:]})
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if os.Getenv("KRM_MERGE_UPDATE") != "" {
			archive.Files = append(archive.Files[:given:given], txtar.Parse(got).Files...)
			if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func referenced(t *testing.T, charts localCharts, dir string) []byte {
	t.Helper()
	refs, err := upgrade.FindReferences(dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	bumps, result, err := refs.Bump(t.Context(), charts, "", upstream.Major, files.Options{Options: resource.Careful()})
	if err != nil {
		t.Fatal(err)
	}
	var found, asked strings.Builder
	for _, b := range bumps {
		to := ""
		if b.State == upgrade.Behind {
			to = b.Newest.Ref
		}
		fmt.Fprintln(&found, strings.TrimSpace(fmt.Sprint(b.Where(b.File), " ", b.Subject, ": ", b.Repo, " ", b.Name, " ", b.Version, "→", to, " ", b.Changed, " ", b.Why)))
		if b.Err != nil {
			fmt.Fprintln(&found, "  error:", strings.ReplaceAll(b.Err.Error(), dir, ""))
		}
	}
	for _, c := range result.Conflicts {
		fmt.Fprintln(&asked, c.DestResource.Path, c.Kind, c.Path, c.Open())
	}
	for _, n := range result.Notes {
		fmt.Fprintln(&asked, n.Resource.Path, n.Path, n.Message)
	}
	all := &txtar.Archive{Files: []txtar.File{{Name: "found", Data: []byte(found.String())}, {Name: "asked", Data: []byte(asked.String())}}}
	for _, f := range result.Files {
		if f.Status != files.Unchanged {
			all.Files = append(all.Files, txtar.File{Name: "want/" + f.Path, Data: f.Data})
		}
	}
	return txtar.Format(all)
}
