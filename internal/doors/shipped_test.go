package doors_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/driver"
	"github.com/krm-merge/krm-merge/internal/gittest"
)

// scaled is a resource with an annotation, a field that dest changed, and others.
func scaled(mode, replicas, spec string) string {
	return "apiVersion: example.com/v1\nkind: Thing\nmetadata:\n  name: a\n  annotations:\n    own: a\n" + mode +
		"spec:\n  replicas: " + replicas + "\n" + spec
}

const (
	replaces = "    merge.fn.kpt.dev/modes: \".: REPLACE\"\n"
	skips    = "    merge.fn.kpt.dev/modes: \"spec: SKIP\"\n"
	decided  = `---
apiVersion: fn.kpt.dev/v1alpha1
kind: MergeDecisions
metadata:
  name: d
decisions:
- resource: {apiVersion: example.com/v1, kind: Thing, name: a}
  path: spec.replicas
  original: 37518349ba3794f77a4744a36f2d502c5a7f3b87b26b11433db3fcc176180dff
  updated: d2338ef241a6c91dee06686ed8d08b251097edb761989eb8f2621856f2691136
  dest: 0b1228e04cb60861e6be68025f0fa90ba5be5d0c417ac7f61aafeea3918c3687
  taken: Dest
`
)

// TestShipped: modes, comments that keep and decisions that upstream ships decide nothing in
// the merge that brings them, through every door; those that were here before and somebody
// left do, and of decisions only those of somebody here.
func TestShipped(t *testing.T) {
	gittest.Isolate(t)
	for name, test := range map[string]struct {
		settings                string
		original, updated, dest string
		// replicas are those of the result.
		replicas string
	}{
		"a mode":             {"", scaled("", "1", ""), scaled(replaces, "1", ""), scaled("", "3", ""), "3"},
		"a mode, again":      {"", scaled("", "1", ""), scaled(replaces, "1", ""), scaled(replaces, "3", ""), "3"},
		"a mode left here":   {"", scaled(skips, "1", ""), scaled("", "2", ""), scaled(skips, "3", ""), "3"},
		"a mode key":         {"modeKey: mode\n", scaled("", "1", ""), scaled("", "1", "  mode: REPLACE\n"), scaled("", "3", ""), "3"},
		"a mode key, again":  {"modeKey: mode\n", scaled("", "1", ""), scaled("", "1", "  mode: REPLACE\n"), scaled("", "3", "  mode: REPLACE\n"), "3"},
		"a mode key of mine": {"modeKey: mode\n", scaled("", "1", ""), scaled("", "2", ""), scaled("", "3", "  mode: SKIP\n"), "3"},
		"a pin":              {"", scaled("", "1", ""), scaled("", "2 # krm-merge: keep", ""), scaled("", "1", ""), "2"},
		"a pin left here":    {"", scaled("", "1 # krm-merge: keep", ""), scaled("", "2", ""), scaled("", "1 # krm-merge: keep", ""), "1"},
		"a decision":         {"", scaled("", "1", ""), scaled("", "2", "") + decided, scaled("", "3", ""), "2"},
		"a decision, again":  {"", scaled("", "1", "") + decided, scaled("", "2", "") + decided, scaled("", "3", "") + decided, "2"},
		"a decision of mine": {"", scaled("", "1", ""), scaled("", "2", ""), scaled("", "3", "") + decided, "3"},
	} {
		t.Run(name, func(t *testing.T) {
			settings := "onConflict: Updated\n" + test.settings
			texts := [3]string{test.original, test.updated, test.dest}
			var versions [3]map[string]string
			for side, text := range texts {
				versions[side] = map[string]string{"a.yaml": text}
			}
			p, err := packOf(name, settings, versions)
			must(err)
			opts := p.configured().Options
			want := `"replicas":` + test.replicas
			scratch := t.TempDir()
			for i, d := range doors() {
				got := d.merge(p, opts, filepath.Join(scratch, fmt.Sprint(i)))
				if got == nil {
					t.Errorf("%s: it does not go through", d.name)
				} else if values := strings.Join(got.values(), "\n"); !strings.Contains(values, want) {
					t.Errorf("%s: no %s in\n%s%s", d.name, want, values, got.err)
				}
			}
			// The driver has decisions from files of their own.
			f := driver.File{Path: "a.yaml", MarkSize: 7, Settings: &opts}
			for side, text := range []*[]byte{&f.Original, &f.Theirs, &f.Ours} {
				*text = []byte(strings.TrimSuffix(texts[side], decided))
			}
			of := func(side int) func(string) ([]byte, error) {
				return func(string) ([]byte, error) {
					_, text, _ := strings.Cut(texts[side], "---\n")
					return []byte(text), nil
				}
			}
			if said := f.Decide(of(2), of(0), of(1)); len(said) > 0 && strings.HasSuffix(test.dest, decided) {
				t.Errorf("driver: %s of %s", said, decisions.FileName)
			}
			r, err := driver.Merge(f)
			must(err)
			if !strings.Contains(string(r.Text), "replicas: "+test.replicas) {
				t.Errorf("driver: %s", r.Text)
			}
		})
	}
}
