package resolve_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/lines"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/internal/slow"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

const template = "templates/deploy.yaml"

// templates are three versions of a template, with many lines that are alike.
func templates(seed uint64) (v [3]fstest.MapFS) {
	r := rand.New(rand.NewPCG(seed, 13))
	original := []string{"{{ if .x }}"}
	for range 6 + r.IntN(20) {
		original = append(original, fmt.Sprint("line ", r.IntN(12)))
	}
	edited := func() []string {
		lines := slices.Clone(original)
		for range 1 + r.IntN(5) {
			at := 1 + r.IntN(len(lines)-1)
			switch r.IntN(4) {
			case 0:
				lines = slices.Insert(lines, at, fmt.Sprint("line ", r.IntN(20)))
			case 1, 2:
				lines[at] = fmt.Sprint("line ", r.IntN(20))
			case 3:
				lines = append(slices.Delete(lines, at, at+1), "{{ end }}")
			}
		}
		return lines
	}
	for i, lines := range [][]string{original, edited(), edited()} {
		end := "\n"
		if r.IntN(4) == 0 {
			end = ""
		}
		v[i] = fstest.MapFS{template: {Data: []byte(strings.Join(lines, "\n") + end), Mode: 0o644}}
	}
	return v
}

// twice is a template in which one change stands at two places.
func twice() (v [3]fstest.MapFS) {
	for i, value := range []string{"1", "2", "3"} {
		v[i] = fstest.MapFS{template: {Data: []byte("{{ if .x }}\na\nv: " + value + "\nb\nv: " + value + "\nc\n"), Mode: 0o644}}
	}
	return v
}

// TestLinesLaws: whatever is answered to the questions about lines of a file, one by one
// and in any order, the same merge gives that file again and asks nothing.
func TestLinesLaws(t *testing.T) {
	answered, edited := 0, 0
	law := func(t *testing.T, v [3]fstest.MapFS, seed uint64, style marks.Style) {
		r := rand.New(rand.NewPCG(seed, 14))
		opts := files.Options{Options: resource.Careful()}
		opts.Marks.Style = style
		result, dir, ok := merged(t, v, opts)
		if !ok {
			t.Fatal("the merge fails")
		}
		left := result.Open()
		for ; left > 0; left-- {
			s, err := resolve.Open(dir, []string{template, decisions.FileName})
			if err != nil {
				t.Fatal(err)
			}
			all := s.Questions()
			if len(all) != left {
				t.Fatalf("%d questions, want %d, in\n%s", len(all), left, dir[template].Data)
			}
			q, choice, value := all[r.IntN(left)], []resolve.Choice{resolve.Yours, resolve.Upstream, resolve.Both, resolve.Edit}[r.IntN(4)], (*yaml.Node)(nil)
			if named := (resolve.Filter{Path: q.Path, Resource: template}).Of(all); len(named) != 1 || named[0] != q {
				t.Errorf("%s names %d questions", q.Path, len(named))
			}
			if choice == resolve.Edit {
				value = &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: []string{"", "edited\n", "line 3\n\n  more"}[r.IntN(3)]}
				edited++
			}
			if err = s.Answer(q, choice, value); err != nil {
				t.Fatal(err)
			}
			if len(s.Unremembered) > 0 {
				t.Errorf("not remembered: %s in\n%s", s.Unremembered, dir[template].Data)
			}
			save(t, s, dir)
			answered++
		}
		mergesAgain(t, v, opts, dir)
	}
	seeds := uint64(300)
	if !slow.Wanted {
		seeds = 100
	}
	for seed := range seeds {
		for _, style := range []marks.Style{marks.Diff3, marks.ZDiff3} {
			t.Run(fmt.Sprint(seed, " ", style), func(t *testing.T) { law(t, templates(seed), seed, style) })
		}
	}
	for seed := range uint64(8) {
		t.Run(fmt.Sprint("twice ", seed), func(t *testing.T) { law(t, twice(), seed, marks.Diff3) })
	}
	t.Logf("%d answers, %d of them edited", answered, edited)
	if answered < 200 || edited < 50 {
		t.Error("these are too few")
	}
}

// mergesAgain checks that the decisions of a directory give its file again, whatever
// decides about conflicts.
func mergesAgain(t *testing.T, v [3]fstest.MapFS, opts files.Options, dir fstest.MapFS) {
	t.Helper()
	v[merge.Dest] = fstest.MapFS{template: v[merge.Dest][template]}
	remembered := ""
	if f := dir[decisions.FileName]; f != nil {
		v[merge.Dest][decisions.FileName], remembered = f, string(f.Data)
	}
	for _, policy := range []merge.OnConflict{merge.Ask, merge.Fail, merge.TakeUpdated, merge.TakeDest, merge.TakeNewest} {
		opts.Policy.OnConflict = policy
		r, again, ok := merged(t, v, opts)
		if !ok {
			t.Fatalf("%s: asked again; decided was\n%s", policy, remembered)
		}
		if got, want := string(again[template].Data), string(dir[template].Data); got != want || len(r.Conflicts) > 0 {
			t.Errorf("%s: %d conflicts, got\n%s\nwant\n%s\ndecided was\n%s", policy, len(r.Conflicts), got, want, remembered)
		}
	}
}

// TestLinesLawsOfFiles: a file without marks has one question; what is answered to it is
// remembered of each place, and gives what the merge with that side everywhere gives.
func TestLinesLawsOfFiles(t *testing.T) {
	answered := 0
	for seed := range uint64(60) {
		for _, choice := range []resolve.Choice{resolve.Yours, resolve.Upstream, resolve.Accept} {
			t.Run(fmt.Sprint(seed, " ", choice), func(t *testing.T) {
				v := templates(seed)
				opts := files.Options{Options: resource.Careful()}
				opts.Marks.Form = marks.Decisions
				r, dir, ok := merged(t, v, opts)
				if !ok || r.Open() == 0 {
					return
				}
				answered++
				want := string(dir[template].Data)
				switch {
				case choice == resolve.Upstream:
					direct := opts
					direct.Policy.OnConflict = merge.TakeUpdated
					_, files, _ := merged(t, v, direct)
					want = string(files[template].Data)
				case choice == resolve.Accept:
					stretches := lines.Stretches(string(v[0][template].Data), string(v[1][template].Data), string(v[2][template].Data))
					want = ""
					for _, s := range stretches {
						if want += s.Dest; s.Open() {
							want += "edited\n"
						}
					}
					dir[template].Data = []byte(want)
				}
				s, err := resolve.Open(dir, []string{template, decisions.FileName})
				if err != nil {
					t.Fatal(err)
				}
				if all := s.Questions(); len(all) != 1 || all[0].File != template {
					t.Fatalf("%d questions", len(all))
				}
				if err = s.Answer(s.Questions()[0], choice, nil); err != nil {
					t.Fatal(err)
				}
				save(t, s, dir)
				if got := string(dir[template].Data); got != want {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
				if len(s.Unremembered) == 0 {
					mergesAgain(t, v, opts, dir)
				} else if choice != resolve.Accept {
					t.Error(s.Unremembered)
				}
			})
		}
	}
	if answered < 60 {
		t.Errorf("only %d answers", answered)
	}
}
