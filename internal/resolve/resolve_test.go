package resolve_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// shop is a package with three questions and one about a resource that dest deleted.
func shop(t *testing.T) fstest.MapFS {
	t.Helper()
	version := func(replicas, image, arg, gone string) fstest.MapFS {
		dir := fstest.MapFS{"sub/Kptfile": {Data: []byte("apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: shop}\n"), Mode: 0o644}}
		dir["sub/deploy.yaml"] = &fstest.MapFile{Mode: 0o644, Data: []byte(`# the shop
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ` + replicas + ` # as measured

  template:
    spec:
      containers:
      - name: web
        image: ` + image + `
        args: [` + arg + `]
`)}
		if gone != "" {
			dir["sub/gone.yaml"] = &fstest.MapFile{Mode: 0o644, Data: []byte("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: gone}\ndata: {a: '" + gone + "'}\n")}
		}
		return dir
	}
	opts := files.Options{Options: resource.Options{Policy: merge.Policy{OnConflict: merge.Ask}}, Marks: files.Marks{Options: marks.Options{Form: marks.Decisions}}}
	_, dir, ok := merged(t, [3]fstest.MapFS{version("1", "web:1", "a", "1"), version("2", "web:2.0.0", "b", "2"), version("3", "web:1.1.0", "c", "")}, opts)
	if !ok {
		t.Fatal("the merge fails")
	}
	return dir
}

// parsed is a value, nil for no text.
func parsed(t *testing.T, text string) *yaml.Node {
	t.Helper()
	if text == "" {
		return nil
	}
	docs, err := source.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return node.Root(docs[0])
}

func open(t *testing.T, dir fstest.MapFS) *resolve.Session {
	t.Helper()
	s, err := resolve.Open(dir, []string{"sub/deploy.yaml", "merge-decisions.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

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

// TestAnswers: each choice puts its value there, and remembers it beside the Kptfile.
func TestAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		choice       resolve.Choice
		at           int
		value, taken string
		text         string
	}{
		"mine":       {resolve.Yours, 0, "", "Dest", "  replicas: 3 # as measured\n"},
		"theirs":     {resolve.Upstream, 0, "", "Updated", "  replicas: 2 # as measured\n"},
		"both":       {resolve.Both, 2, "", "Edited", "args: [c, b]\n"},
		"edit":       {resolve.Edit, 0, "5", "Edited", "  replicas: 5 # as measured\n"},
		"edit, same": {resolve.Edit, 0, "2", "Updated", "  replicas: 2 # as measured\n"},
		"edit, away": {resolve.Edit, 0, "", "Removed", "spec:\n  template:\n"},
		"accept":     {resolve.Accept, 0, "", "Dest", "  replicas: 3 # as measured\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := shop(t)
			s := open(t, dir)
			q := s.Questions()[c.at]
			value := parsed(t, c.value)
			if err := s.Answer(q, c.choice, value); err != nil {
				t.Fatal(err)
			}
			save(t, s, dir)
			if text := string(dir["sub/deploy.yaml"].Data); !strings.Contains(text, c.text) {
				t.Errorf("no %q in\n%s", c.text, text)
			}
			remembered := ""
			if f := dir["sub/merge-decisions.yaml"]; f != nil {
				remembered = string(f.Data)
			}
			if c.taken != "" && (!strings.Contains(remembered, "taken: "+c.taken+"\n") || !strings.Contains(remembered, "file: deploy.yaml\n")) || c.taken == "" && remembered != "" {
				t.Errorf("remembered is\n%s", remembered)
			}
			if left := len(open(t, dir).Questions()); left != 3 {
				t.Errorf("%d questions are left", left)
			}
		})
	}
}

// TestNotRemembered, and with an edited file, what stands is the answer.
func TestAcceptEdited(t *testing.T) {
	dir := shop(t)
	dir["sub/deploy.yaml"].Data = []byte(strings.Replace(string(dir["sub/deploy.yaml"].Data), "replicas: 3", "replicas: 9", 1))
	s := open(t, dir)
	if err := s.Answer(s.Questions()[0], resolve.Accept, nil); err != nil {
		t.Fatal(err)
	}
	save(t, s, dir)
	if text := string(dir["sub/merge-decisions.yaml"].Data); !strings.Contains(text, "taken: Edited\n  value: 9\n") {
		t.Errorf("remembered is\n%s", text)
	}
	s = open(t, dir)
	s.Remember = false
	before := string(dir["sub/merge-decisions.yaml"].Data)
	if err := s.Answer(s.Questions()[0], resolve.Yours, nil); err != nil {
		t.Fatal(err)
	}
	save(t, s, dir)
	if string(dir["sub/merge-decisions.yaml"].Data) != before {
		t.Error("an answer is remembered that must not be")
	}
}

// TestDamaged: questions damaged by hand are errors with their lines.
func TestDamaged(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"version": {"kpt.dev/v1alpha1\n", "kpt.dev/v1alpha9\n", "merge-decisions.yaml:2: apiVersion: "},
		"no YAML": {"open:\n", "open: [\n", "merge-decisions.yaml: "},
		"path":    {"path: spec.replicas\n", "path: .spec\n", ".path: "},
	} {
		t.Run(name, func(t *testing.T) {
			dir := shop(t)
			dir["merge-decisions.yaml"].Data = []byte(strings.Replace(string(dir["merge-decisions.yaml"].Data), c.old, c.new, 1))
			_, err := resolve.Open(dir, []string{"merge-decisions.yaml"})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want one with %q\n%s", err, c.want, dir["merge-decisions.yaml"].Data)
			}
		})
	}
}

func dialog(dir fstest.MapFS, in string, out io.Writer, edit func([]byte) ([]byte, error)) *resolve.Dialog {
	return &resolve.Dialog{
		In: strings.NewReader(in), Out: out, Write: write(dir), Edit: edit,
		Open: func() (*resolve.Session, error) {
			return resolve.Open(dir, []string{"sub/deploy.yaml", "merge-decisions.yaml", "sub/merge-decisions.yaml"}[:2])
		},
	}
}

func TestForget(t *testing.T) {
	dir := shop(t)
	s := open(t, dir)
	for len(s.Questions()) > 0 {
		if err := s.Answer(s.Questions()[0], resolve.Yours, nil); err != nil {
			t.Fatal(err)
		}
	}
	save(t, s, dir)
	s, err := resolve.Open(dir, []string{"sub/merge-decisions.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	if dropped := s.Forget(resolve.Filter{Path: "spec.template.spec.containers[*]"}); len(dropped) != 2 {
		t.Errorf("dropped are %q", dropped)
	}
	save(t, s, dir)
	set, err := decisions.Read(dir["sub/merge-decisions.yaml"].Data, "merge-decisions.yaml")
	if err != nil || len(set.Entries) != 2 {
		t.Errorf("%d entries are left, %v", len(set.Entries), err)
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

// TestBefore: a place is asked about again with what was done there when upstream had changed it
// otherwise.
func TestBefore(t *testing.T) {
	dir := fstest.MapFS{}
	asked := func(was, upstream string) *resolve.Session {
		dir["a.yaml"] = &fstest.MapFile{Mode: 0o644, Data: fmt.Appendf(nil, "apiVersion: v1\nkind: Other\nmetadata: {name: a}\n"+
			"<<<<<<< yours: v1 Other a spec: both changed\nspec: mine\n||||||| was\nspec: %s\n=======\nspec: %s\n>>>>>>> upstream\n", was, upstream)}
		s, err := resolve.Open(dir, []string{"a.yaml"})
		if err != nil {
			t.Fatal(err)
		}
		s.Today = "2026-01-02"
		return s
	}
	s := asked("one", "two")
	if err := s.Answer(s.Questions()[0], resolve.Yours, nil); err != nil {
		t.Fatal(err)
	}
	save(t, s, dir)
	asked("two", "three")
	var out strings.Builder
	d := dialog(dir, "q\n", &out, nil)
	d.Open = func() (*resolve.Session, error) { return resolve.Open(dir, []string{"a.yaml"}) }
	if left, err := d.Run(); left != 1 || err != nil || !strings.Contains(out.String(), "kept yours before, as decided on 2026-01-02") {
		t.Errorf("%d are left, %v\n%s", left, err, out.String())
	}
}
