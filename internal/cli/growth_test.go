package cli_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/cli"
	"github.com/krm-merge/krm-merge/internal/counted"
	"github.com/krm-merge/krm-merge/internal/golden"
)

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
		return head + counted.Repeat(n, func(i int) string { return line(i, version) }) + strings.Join(end, "")
	}
}

// odd is what only every second place has as another value in each version.
func odd(i int, version string) string {
	if i%2 == 0 {
		return ""
	}
	return version
}

// marked is in front of the name of a shape whose conflicts are marked in the file.
const marked = "marks in "

// What the command does for a file grows as the file does: it is merged in both profiles, with a report, or in Careful,
// with marks. As the sizes are small, the limit is near 2: it shows what is quadratic where that is a tenth of the work.
func TestGrowth(t *testing.T) {
	sizes := map[string]int{}
	for shape := range growing {
		sizes[shape] = 500
	}
	// Each question is answered alone up to a number of them, so these are larger.
	for _, shape := range []string{"fields", "yaml in a string", "elements", "resources"} {
		sizes[marked+shape] = 200
	}
	counted.Statements(t, "github.com/krm-merge/krm-merge/...", 2.1, sizes, func(t *testing.T, shape string, n int) {
		settings := []string{"profile: Documented", "profile: Careful, marks: None"}
		shape, marks := strings.CutPrefix(shape, marked)
		if marks {
			settings = []string{"profile: Careful"}
		}
		dir := t.TempDir()
		file := func(name, text string) string {
			golden.Write(t, dir, map[string]string{name: text})
			return filepath.Join(dir, name)
		}
		args := []string{"merge3", "--report", "json"}
		for _, version := range []string{"original", "updated", "dest"} {
			args = append(args, "--"+version, file(version+".yaml", growing[shape](n, version)))
		}
		for _, setting := range settings {
			config := file("config.yaml", "apiVersion: fn.kpt.dev/v1alpha1\nkind: Merge\nmetadata: {name: c}\nspec: {"+setting+"}\n")
			var stdout, stderr bytes.Buffer
			if code := cli.Main(append(args, "--config", config), nil, &stdout, &stderr, cli.About{}); code > 1 {
				t.Errorf("exit code %d: %s", code, stderr.String())
			}
		}
	})
}
