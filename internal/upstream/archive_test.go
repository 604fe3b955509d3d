package upstream

import (
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/golden"
)

const described = "a/Chart.yaml name: a\nversion: 1.2.3"

func TestUnpacked(t *testing.T) {
	files, version, err := (&origin{}).unpacked(golden.Packed(`a\templates\x.yaml x`, described, "a/charts/b/Chart.yaml name: b"))
	if err != nil || version != "1.2.3" || len(files.All) != 3 || files.All[2].Path != "templates/x.yaml" {
		t.Errorf("%+v, %v", files, err)
	}
}

// TestHostileArchives: an archive that is no chart, or that would write elsewhere, is refused.
func TestHostileArchives(t *testing.T) {
	deep := "a/" + strings.Repeat("b/", mostDepth+1)
	for want, entries := range map[string][]string{
		"no path in a chart":             {described, "a/../../x 1"},
		"no path in a chart ":            {described, "/a/x 1"},
		"is not a name that a file can":  {described, "a/../x 1"},
		"no path in a chart  ":           {described, "../x 1"},
		"no path in a chart   ":          {described, `a/..\..\x 1`},
		"no path in a chart    ":         {described, "x 1"},
		"a link or no file":              {described, "a/x -> /etc/passwd"},
		`"x" in it is there twice`:       {described, "a/x 1", "b/x 2"},
		`"x" in it is there twice `:      {described, "a/x 1", "a/x-y 1", "a/x/y 2"},
		"is a repository of git":         {described, "a/.git/config 1"},
		"directories in each other":      {described, deep + "x 1"},
		"no Chart.yaml with a version":   {"a/values.yaml a: 1"},
		"no Chart.yaml with a version  ": {"a/Chart.yaml {"},
		"no Chart.yaml with a version ":  {"a/Chart.yaml name: a"},
	} {
		if _, _, err := (&origin{}).unpacked(golden.Packed(entries...)); err == nil || !strings.Contains(err.Error(), strings.TrimSpace(want)) {
			t.Errorf("%q: %v", entries, err)
		}
	}
	for _, data := range []string{"", "<html>", string(golden.Packed(described)[:40])} {
		if _, _, err := (&origin{}).unpacked([]byte(data)); err == nil {
			t.Errorf("%q is a chart", data)
		}
	}
	bomb := golden.Packed(described, "a/x "+strings.Repeat(":", 30<<20))
	if _, _, err := (&origin{}).unpacked(bomb); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Errorf("%d bytes that unfold to 30 MiB of colons: %v", len(bomb), err)
	}
}

// TestWithoutCredentials: no error shows credentials.
func TestWithoutCredentials(t *testing.T) {
	for text, want := range map[string]string{
		`Get "https://me:s3cret@x.example/i?sig=s3cret": 403`: `Get "https://x.example/i": 403`,
		"helm+https://s3cret@x.example/a b@c":                 "helm+https://x.example/a b@c",
	} {
		if got := withoutCredentials(text); got != want {
			t.Errorf("%s", got)
		}
	}
}
