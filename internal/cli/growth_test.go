package cli_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/cli"
	"github.com/krm-merge/krm-merge/internal/counted"
)

var growth = flag.String("growth", "fields:10", "the merge TestGrowthRun makes: the name of a shape and its size")

// growing are files of any size in three versions, by name. With a conflict or a
// note in each of many places, whatever is done for one of them must not look at
// all of the file.
var growing = map[string]func(n int, version string) string{
	"fields": lines("", func(i int, v string) string { return fmt.Sprintf("k%d: %q\n", i, odd(i, v)) }),
	"flow":   lines("m: {", func(i int, v string) string { return fmt.Sprintf("k%d: %q,", i, odd(i, v)) }, "}\n"),
	"json":   lines("{\n", func(i int, v string) string { return fmt.Sprintf("%q: {\"a\": %q},\n", fmt.Sprint("k", i), odd(i, v)) }, "\"end\": 1}\n"),
	"comments": lines("", func(i int, v string) string {
		return fmt.Sprintf("# c%d %s\nk%d: 1 # t%s\n", i, odd(i, v), i, odd(i+1, v))
	}),
	"aliases": lines("a: &a {x: 1}\n", func(i int, v string) string { return fmt.Sprintf("k%d: *a\nl%d: %q\n", i, i, v) }),
	"anchors": lines("", func(i int, v string) string { return fmt.Sprintf("k%d: &a%d %q\nl%d: *a%d\n", i, i, odd(i, v), i, i) }),
	"merge keys": func(n int, version string) string {
		return lines("a: &a {x: \""+version+"\", y: 1}\n", func(i int, _ string) string { return fmt.Sprintf("k%d:\n  <<: *a\n  z: 1\n", i) })(n, version)
	},
	"texts": lines("", func(i int, v string) string { return fmt.Sprintf("k%d: |\n  a\n  b%s\n  c\n", i, v) }),
	"yaml in a string": lines("data:\n  x.yaml: |\n", func(i int, v string) string {
		return fmt.Sprintf("    k%d: %q\n", i, odd(i, v))
	}),
	"yaml in many strings": lines("data:\n", func(i int, v string) string {
		return fmt.Sprintf("  x%d.yaml: |\n    a: %q\n    b: 1\n", i, v)
	}),
	"elements": lines("spec:\n  containers:\n  - name: c\n    env:\n", func(i int, v string) string {
		return fmt.Sprintf("    - name: E%d\n      value: %q\n", i, odd(i, v))
	}),
	"bare documents": lines("", func(i int, v string) string { return fmt.Sprintf("---\nk%d: %q\n", i, v) }),
	"resources": lines("", func(i int, v string) string {
		return fmt.Sprintf("---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: n%d\ndata:\n  k: %q\n", i, odd(i, v))
	}),
	"empty documents": lines("", func(int, string) string { return "---\n" }, "a: 1\n"),
	"same documents":  lines("", func(int, string) string { return "a: 1\n---\n" }),
	"blank lines": func(n int, version string) string {
		return lines("a: 1\n", func(int, string) string { return "\n" }, "b: "+version+"\n")(n, version)
	},
	"references": func(n int, version string) string {
		head := ""
		if version != "updated" {
			head = lines("", func(i int, _ string) string {
				return fmt.Sprintf("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: n%d\n---\n", i)
			})(n, version)
		}
		return lines(head+"apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: c\n    env:\n", func(i int, v string) string {
			return fmt.Sprintf("    - name: E%d\n      valueFrom: {configMapKeyRef: {name: n%d, key: %q}}\n", i, i, odd(i, v))
		})(n, version)
	},
}

// lines gives texts of n lines between a head and an end.
func lines(head string, line func(i int, version string) string, end ...string) func(n int, version string) string {
	return func(n int, version string) string {
		var b strings.Builder
		b.WriteString(head)
		for i := range n {
			b.WriteString(line(i, version))
		}
		return b.String() + strings.Join(end, "")
	}
}

// odd is what only every second place has as another value in each version.
func odd(i int, version string) string {
	if i%2 == 0 {
		return ""
	}
	return version
}

// What the command does for a file grows as the file does. Statements are counted in
// a program of its own, by the counters of test coverage.
func TestGrowth(t *testing.T) {
	binary := counted.Build(t, "github.com/krm-merge/krm-merge/...")
	grows := func(shape string, n int) {
		t.Run(shape, func(t *testing.T) {
			// As the sizes are small, the limit is near 2: it shows what is quadratic where
			// that is a tenth of the work.
			const limit = 2.1
			small := counted.Statements(t, binary, "TestGrowthRun", "-growth", fmt.Sprintf("%s:%d", shape, n))
			large := counted.Statements(t, binary, "TestGrowthRun", "-growth", fmt.Sprintf("%s:%d", shape, 2*n))
			if float64(large) > limit*float64(small) {
				t.Errorf("%d statements for n=%d and %d for twice as much, want less than %.1f times", small, n, large, limit)
			}
			t.Logf("n=%d: %d statements; twice: %d", n, small, large)
		})
	}
	for shape := range growing {
		grows(shape, 500)
	}
	// Each question is answered alone up to a number of them, so these are larger.
	for _, shape := range []string{"fields", "yaml in a string", "elements", "resources"} {
		grows(marked+shape, 200)
	}
}

// marked is in front of the name of a shape whose conflicts are marked in the file.
const marked = "marks in "

// TestGrowthRun merges one file in both profiles, with a report, and nothing else; or in
// Careful, with marks.
func TestGrowthRun(t *testing.T) {
	shape, size, _ := strings.Cut(*growth, ":")
	settings := []string{"profile: Documented", "profile: Careful, marks: None"}
	if unmarked, marks := strings.CutPrefix(shape, marked); marks {
		shape, settings = unmarked, []string{"profile: Careful"}
	}
	text, known := growing[shape]
	n, err := strconv.Atoi(size)
	if err != nil || !known {
		t.Fatalf("no shape and size: %q", *growth)
	}
	dir := t.TempDir()
	file := func(name, text string) string {
		at := filepath.Join(dir, name)
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return at
	}
	args := []string{"merge3", "--report", "json"}
	for _, version := range []string{"original", "updated", "dest"} {
		args = append(args, "--"+version, file(version+".yaml", text(n, version)))
	}
	for _, setting := range settings {
		config := file("config.yaml", "apiVersion: fn.kpt.dev/v1alpha1\nkind: Merge\nmetadata: {name: c}\nspec: {"+setting+"}\n")
		var stdout, stderr bytes.Buffer
		if code := cli.Main(append(args, "--config", config), nil, &stdout, &stderr, cli.About{}); code > 1 {
			t.Errorf("exit code %d: %s", code, stderr.String())
		}
	}
}
