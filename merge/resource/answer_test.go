package resource_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Answers decide about whole resources, where they lie, where a package is from, and
// about places in them; what is answered is a note. A rule comes before them.
func TestAnswers(t *testing.T) {
	const config, kptfile = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {k: '%v'}\n", "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: p}\nupstream: {git: {ref: '%v'}}\n"
	at := func(path, text string, value any) []*resource.Resource {
		if value == nil {
			return nil
		}
		return []*resource.Resource{{Node: documents(t, fmt.Sprintf(text, value), "package.yaml")[0].Node, Path: path, Name: path}}
	}
	edit := documents(t, fmt.Sprintf(config, "edited"), "package.yaml")[0].Node
	for _, c := range []struct {
		name     string
		versions resource.Versions
		answer   merge.Answer
		question string
		want     string
	}{
		{"a place, updated", resource.Versions{Original: at("a", config, 1), Updated: at("a", config, 2), Dest: at("a", config, 3)},
			merge.Answer{Taken: merge.Updated}, "both-changed data.k", "a: 2"},
		{"deleted upstream, dest", resource.Versions{Original: at("a", config, 1), Dest: at("a", config, 3)},
			merge.Answer{Taken: merge.Dest}, "deleted-upstream", "a: 3"},
		{"deleted upstream, updated", resource.Versions{Original: at("a", config, 1), Dest: at("a", config, 3)},
			merge.Answer{Taken: merge.Updated}, "deleted-upstream", ""},
		{"deleted upstream, edited", resource.Versions{Original: at("a", config, 1), Dest: at("a", config, 3)},
			merge.Answer{Edited: true, Value: edit}, "deleted-upstream", "a: edited"},
		{"deleted upstream, edited away", resource.Versions{Original: at("a", config, 1), Dest: at("a", config, 3)},
			merge.Answer{Edited: true}, "deleted-upstream", ""},
		{"deleted locally, dest", resource.Versions{Original: at("a", config, 1), Updated: at("a", config, 2)},
			merge.Answer{Taken: merge.Dest}, "deleted-locally", ""},
		{"deleted locally, updated", resource.Versions{Original: at("a", config, 1), Updated: at("a", config, 2)},
			merge.Answer{Taken: merge.Updated}, "deleted-locally", "a: 2"},
		{"deleted locally, edited", resource.Versions{Original: at("a", config, 1), Updated: at("a", config, 2)},
			merge.Answer{Edited: true, Value: edit}, "deleted-locally", "a: edited"},
		{"moved, updated", resource.Versions{Original: at("a", config, 1), Updated: at("b", config, 1), Dest: at("c", config, 1)},
			merge.Answer{Taken: merge.Updated}, "moved", "b: 1"},
		{"moved, dest", resource.Versions{Original: at("a", config, 1), Updated: at("b", config, 1), Dest: at("c", config, 1)},
			merge.Answer{Taken: merge.Dest}, "moved", "c: 1"},
		{"moved, edited", resource.Versions{Original: at("a", config, 1), Updated: at("b", config, 1), Dest: at("c", config, 1)},
			merge.Answer{Edited: true, Value: documents(t, "d", "package.yaml")[0].Node}, "moved", "d: 1"},
		{"where from, dest", resource.Versions{Original: at("Kptfile", kptfile, 1), Updated: at("Kptfile", kptfile, 2), Dest: at("Kptfile", kptfile, 3)},
			merge.Answer{Taken: merge.Dest}, "both-changed upstream", "Kptfile: 3"},
		{"where from, updated", resource.Versions{Original: at("Kptfile", kptfile, 1), Updated: at("Kptfile", kptfile, 2), Dest: at("Kptfile", kptfile, 3)},
			merge.Answer{Taken: merge.Updated}, "both-changed upstream", "Kptfile: 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var asked []string
			opts := resource.Options{Policy: merge.Policy{OnConflict: merge.Ask}}
			open, err := resource.Merge(c.versions, opts)
			if err != nil || len(open.Conflicts) != 1 || !open.Conflicts[0].Open() || open.Conflicts[0].Taken != merge.Dest {
				t.Fatalf("got %v, %+v; want one open conflict in which dest's stands", err, open.Conflicts)
			}
			opts.Answers = func(q *resource.Conflict) (merge.Answer, bool) {
				if q.Asked() != open.Conflicts[0].Asked() {
					t.Errorf("asked %+v, but the conflict is %+v", q, open.Conflicts[0])
				}
				words := []string{q.Kind.String(), q.Path.String()}
				asked = append(asked, strings.Join(strings.Fields(strings.Join(words, " ")), " "))
				return c.answer, true
			}
			out, err := resource.Merge(c.versions, opts)
			if err != nil {
				t.Fatal(err)
			}
			if len(asked) != 1 || asked[0] != c.question {
				t.Errorf("asked %q, want %q", asked, c.question)
			}
			notes := 0
			for _, n := range out.Notes {
				if n.Kind == terms.NoteAnswer {
					notes++
				}
			}
			if len(out.Conflicts) > 0 || notes != 1 {
				t.Errorf("got conflicts %v and notes %v, want a note about the answer", out.Conflicts, out.Notes)
			}
			if got := held(out); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			dontAsk := merge.TakeDest
			opts.Rules = []resource.Rule{{Rule: merge.Rule{OnConflict: &dontAsk}}}
			asked = nil
			if _, err := resource.Merge(c.versions, opts); err != nil || len(asked) > 0 {
				t.Errorf("a rule decides, but it asked %q (%v)", asked, err)
			}
		})
	}
}

// held has the path and the only value of the only resource.
func held(out *resource.Outcome) string {
	if len(out.Resources) == 0 {
		return ""
	}
	m := out.Resources[0]
	var value struct {
		Data     struct{ K string }
		Upstream struct{ Git struct{ Ref string } }
	}
	_ = m.Node.Decode(&value)
	return m.Path + ": " + value.Data.K + value.Upstream.Git.Ref
}
