package resolve_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

func write(dir fstest.MapFS) func([]files.Merged) error {
	return func(changed []files.Merged) error {
		for _, f := range changed {
			if dir[f.Path] = (&fstest.MapFile{Data: f.Data, Mode: 0o644}); f.Status == files.Deleted {
				delete(dir, f.Path)
			}
		}
		return nil
	}
}

func save(t *testing.T, s *resolve.Session, dir fstest.MapFS) {
	t.Helper()
	changed, err := s.Changed()
	if err != nil {
		t.Fatal(err)
	}
	if err = write(dir)(changed); err != nil {
		t.Fatal(err)
	}
}

// TestMovedPlace: an answer goes to the element that was asked about or is refused, however
// lines in front of it were added since, and nothing is remembered of another element.
func TestMovedPlace(t *testing.T) {
	version := func(value string) fstest.MapFS {
		return fstest.MapFS{"a.yaml": {Mode: 0o644, Data: []byte("apiVersion: v1\nkind: Other\nmetadata: {name: a}\nspec:\n  list:\n  - same\n  - x: 1\n    y: " + value + "\n  - x: 2\n    y: 3\n")}}
	}
	for _, form := range []marks.Form{marks.Lines, marks.Decisions} {
		for _, choice := range []resolve.Choice{resolve.Yours, resolve.Upstream, resolve.Accept} {
			t.Run(fmt.Sprint(form, " ", choice), func(t *testing.T) {
				opts := files.Options{Options: resource.Careful(), Marks: files.Marks{Options: marks.Options{Form: form}}}
				_, dir, ok := merged(t, [3]fstest.MapFS{version("1"), version("2"), version("3")}, opts)
				if !ok {
					t.Fatal("the merge fails")
				}
				text := strings.Replace(string(dir["a.yaml"].Data), "  - same\n", "  - same\n  - x: 0\n    y: 3\n", 1)
				dir["a.yaml"].Data = []byte(text)
				s, err := resolve.Open(dir, []string{"a.yaml", decisions.FileName})
				if err != nil || len(s.Questions()) != 1 {
					t.Fatalf("%d questions, %v", len(s.Questions()), err)
				}
				q := s.Questions()[0]
				err = s.Answer(q, choice, nil)
				if refused := form == marks.Decisions && choice == resolve.Upstream || form == marks.Lines && choice == resolve.Accept; refused != errors.Is(err, resolve.ErrNoAnswer) {
					t.Fatal(err)
				}
				save(t, s, dir)
				want := text
				if form == marks.Lines && err == nil {
					parts, err := marks.Parse([]byte(text))
					if err != nil {
						t.Fatal(err)
					}
					side := marks.Yours
					if choice == resolve.Upstream {
						side = marks.Upstream
					}
					want = string(marks.Choose(parts, side))
				}
				if got := string(dir["a.yaml"].Data); got != want {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
				if remembered := dir[decisions.FileName]; remembered != nil && choice != resolve.Yours && strings.Contains(string(remembered.Data), "taken:") {
					t.Errorf("remembered:\n%s", remembered.Data)
				}
			})
		}
	}
}
