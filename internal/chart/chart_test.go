package chart_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestReads reads the chart of each file in testdata: which values somebody reads and which nobody
// does, the defaults, and what is noted.
func TestReads(t *testing.T) {
	golden.Each(t, "testdata/*.txtar", func(t *testing.T, _ string, archive *txtar.Archive) {
		files := map[string][]byte{}
		for _, f := range archive.Files {
			files[f.Name] = f.Data
		}
		c, err := chart.Of(files)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(strings.TrimSpace(string(archive.Comment)), "\n") {
			what, all, _ := strings.Cut(line, ": ")
			switch what {
			case "reads", "gone":
				for _, name := range strings.Fields(all) {
					if got := c.Reads(strings.Split(name, ".")...); got != (what == "reads") {
						t.Errorf("Reads(%s) is %v", name, got)
					}
				}
			case "values":
				for _, field := range strings.Fields(all) {
					name, want, _ := strings.Cut(field, "=")
					if got := node.Text(c.At(strings.Split(name, ".")...)); got != want {
						t.Errorf("the default of %s is %q", name, got)
					}
				}
			case "notes":
				if got := strings.Join(c.Notes, "; "); got != all {
					t.Errorf("notes: %s", got)
				}
			}
		}
	})
}

// TestPacked: a subchart may be packed; one that is damaged is noted, and whatever is set for it
// counts as read.
func TestPacked(t *testing.T) {
	sub := golden.Packed("sub/Chart.yaml name: sub\n", "sub/values.yaml a: 1\n")
	files := map[string][]byte{"Chart.yaml": []byte("name: web\ndependencies: [{name: sub}, {name: bad}]\n"), "charts/sub-1.tgz": sub, "charts/bad-1.tgz": sub[:20]}
	c, err := chart.Of(files)
	if err != nil {
		t.Fatal(err)
	}
	if c.At("sub", "a") == nil || c.Reads("sub", "b") || !c.Reads("bad", "b") || len(c.Notes) != 2 {
		t.Errorf("notes %q", c.Notes)
	}
}

// TestValuesFiles: which charts the values of files are for.
func TestValuesFiles(t *testing.T) {
	files := map[string][]byte{}
	for _, name := range []string{"a/values-prod.yaml", "a/charts/values.yaml", "b/values.yaml", "b/web-values.yaml", "one/values.yaml", "one/other.yaml", "a/values.schema.yaml", "values.yaml", "a/Chart.yaml", "a/charts/x/Chart.yaml", "b/web/Chart.yaml", "b/db/Chart.yaml", "one/only/Chart.yaml"} {
		files[name] = nil
	}
	got := chart.ValuesFiles(files)
	if want := "map[a:[a/values-prod.yaml values.yaml] a/charts/x:[a/charts/values.yaml] b/db:[] b/web:[b/web-values.yaml] one/only:[one/values.yaml]]"; fmt.Sprint(got) != want {
		t.Errorf("%v", got)
	}
}

// TestBad: what is no chart is an error that names the file.
func TestBad(t *testing.T) {
	for name, text := range map[string]string{"Chart.yaml": "- a\n", "values.yaml": "- a\n", "requirements.yaml": "a: [\n"} {
		files := map[string][]byte{"Chart.yaml": []byte("name: web\n")}
		files[name] = []byte(text)
		if _, err := chart.Of(files); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := chart.Of(nil); err == nil {
		t.Error("nothing is a chart")
	}
}
