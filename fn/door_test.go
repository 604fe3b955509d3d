package fn_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/counted"
	"github.com/krm-merge/krm-merge/internal/slow"
)

// TestGrowth: the cost of a merge is linear in the number of resources. Where
// slow tests are wanted, a list of 10,000 items is, too.
func TestGrowth(t *testing.T) {
	allocations := func(n int) float64 {
		list := packageOf(n)
		return testing.AllocsPerRun(1, func() {
			if _, errs, exit := run(list); exit != 0 {
				t.Fatal(errs)
			}
		})
	}
	counted.Grows(t, 500, 2.2, allocations)
	if !slow.Wanted {
		return
	}
	if large, full := allocations(1000), allocations(10_000); full/10_000 > 1.2*large/1000 {
		t.Errorf("%.0f allocations for 1000 resources, %.0f for 10,000", large, full)
	}
}

// TestOrder: items keep their order, and additions stand where upstream has them, however
// many resources of one name there are in the list.
func TestOrder(t *testing.T) {
	const n = 400
	out, errs, exit := run(packageOf(n))
	if exit != 0 {
		t.Fatal(errs)
	}
	want := ""
	for i := range n {
		want += fmt.Sprintf("    name: web-%d\n", i)
	}
	got := strings.Join(regexp.MustCompile(`(?m)^    name: web-.*\n`).FindAllString(out, -1), "")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// packageOf is a list with n resources in three versions: every tenth changed
// upstream, every seventh locally, every twentieth added, all in a few files.
func packageOf(n int) []byte {
	var b bytes.Buffer
	b.WriteString("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n")
	for _, version := range []string{"dest", "original", "updated"} {
		for i := range n {
			if i%20 == 3 && version != "updated" {
				continue
			}
			image, replicas := "web:1", 1
			if version == "updated" && i%10 == 0 {
				image = "web:2"
			}
			if version == "dest" && i%7 == 0 {
				replicas = 5
			}
			fmt.Fprintf(&b, `- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web-%d
    annotations: {internal.config.kubernetes.io/path: '%s/%d.yaml', internal.config.kubernetes.io/index: '%d'}
  spec:
    replicas: %d
    template:
      spec:
        containers:
        - name: web
          image: %s
`, i, version, i/50, i%50, replicas, image)
		}
	}
	return b.Bytes()
}

// TestUnusualInput: a list that is wrapped in what is unusual but right is merged, and one whose
// text cannot be read is not, whatever it holds.
func TestUnusualInput(t *testing.T) {
	t.Parallel()
	list := "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
	for _, v := range [][3]string{{"original", "1", "1"}, {"updated", "2", "1"}, {"dest", "1", "ours"}} {
		list += fmt.Sprintf("- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: cm, annotations: {config.kubernetes.io/path: %s/cm.yaml}}\n  data: {a: %q, b: %q}\n", v[0], v[1], v[2])
	}
	var stairs strings.Builder
	for i := range 2000 {
		stairs.WriteString(strings.Repeat(" ", 4+i) + "a:\n")
	}
	for name, test := range map[string]struct{ in, fails string }{
		"comment before the list": {in: "# made by hand\n---\n" + list},
		"document end":            {in: list + "...\n"},
		"YAML 1.1 said so":        {in: "%YAML 1.1\n---\n" + list},
		"byte order mark":         {in: "\ufeff" + list},
		"CRLF":                    {in: strings.ReplaceAll(list, "\n", "\r\n")},
		"old apiVersion":          {in: strings.Replace(list, "config.kubernetes.io/v1", "config.kubernetes.io/v1alpha1", 1)},
		"the spec's other one":    {in: strings.Replace(list, "config.kubernetes.io/v1", "config.kubernetes.io/v1beta1", 1)},

		"YAML 1.2 said so":       {"%YAML 1.2\n---\n" + list, "leave the line out"},
		"cut off":                {list + "- apiVersion: v1\n  kind: Con", "standard input ends in the middle of a line"},
		"UTF-16":                 {"\xff\xfea\x00:\x00 \x001\x00", "line 1"},
		"no UTF-8":               {list + "  # \xff\n", "UTF-8"},
		"alias to itself, a key": {list + "  more: &a {? *a : b}\n", "alias"},
		"depth by block":         {list + "  more:\n" + stairs.String(), "levels"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, errs, code := run([]byte(test.in))
			merged := strings.Contains(out, `a: "2", b: "ours"`) && strings.Count(out, "kind: ConfigMap") == 1
			if test.fails == "" && (code != 0 || errs != "" || !merged) {
				t.Errorf("exit code %d\n%s%s", code, errs, out)
			}
			if test.fails != "" && (code != 1 || !strings.Contains(errs, test.fails) || out != "" && !strings.HasPrefix(out, test.in)) {
				t.Errorf("exit code %d, want %q in\n%.2000s", code, test.fails, errs)
			}
		})
	}
}
