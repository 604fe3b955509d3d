package resolve_test

import (
	"flag"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

var update = flag.Bool("update", false, "rewrite what the dialogs of testdata say")

// TestDialogs: what a dialog about files says, and makes of them. A case in testdata/dialogs has three versions of files,
// of which a merge leaves questions, or the files with their questions; and for each form of these and each row of answers
// what comes of it: the escape of a colour is ␛, a zero ␀, no answer ⏎, what somebody makes of a value the section edited.
func TestDialogs(t *testing.T) {
	golden.Each(t, "testdata/dialogs/*.txtar", func(t *testing.T, name string, a *txtar.Archive) {
		versions, left, edited := [3]fstest.MapFS{{}, {}, {}}, fstest.MapFS{}, ""
		for _, f := range a.Files {
			dir, inside, _ := strings.Cut(f.Name, "/")
			file := &fstest.MapFile{Data: []byte(strings.NewReplacer("␀", "\x00", "␛", "\x1b").Replace(string(f.Data))), Mode: 0o644}
			switch side := slices.Index([]string{"original", "updated", "dest"}, dir); {
			case side >= 0:
				versions[side][inside] = file
			case dir == "left":
				left[inside] = file
			case dir == "edited":
				edited = string(f.Data)
			}
		}
		got := map[string]string{}
		for _, f := range a.Files {
			form, answers, is := strings.Cut(f.Name, ": ")
			if !is {
				continue
			}
			dir := maps.Clone(left)
			if len(dir) == 0 {
				dir = asked(t, form, versions)
			}
			answered := strings.Split(strings.ReplaceAll(answers, "⏎", ""), ", ")
			plain, coloured := said(t, maps.Clone(dir), answered, edited, false), said(t, dir, answered, edited, true)
			if uncoloured := regexp.MustCompile("\x1b\\[[0-9]*m").ReplaceAllString(coloured, ""); plain != uncoloured {
				t.Errorf("without colours it says\n%s\nwith them\n%s", plain, uncoloured)
			}
			coloured = regexp.MustCompile("\x1b\\[1m([^\x1b]*)\x1b\\[0m").ReplaceAllString(coloured, "$1") // What is bold does not matter.
			got[f.Name] = strings.ReplaceAll(coloured, "\x1b", "␛")
		}
		golden.Compare(t, name, a, got, *update)
	})
}

// asked merges three versions of files so that questions are left.
func asked(t *testing.T, form string, versions [3]fstest.MapFS) fstest.MapFS {
	t.Helper()
	opts := files.Options{Options: resource.Options{Policy: merge.Policy{OnConflict: merge.Ask}}}
	if err := opts.Marks.Form.UnmarshalText([]byte(form)); err != nil {
		t.Fatal(err)
	}
	r, dir, ok := merged(t, versions, opts)
	if !ok || r.Open() == 0 {
		t.Fatal("the merge fails, or asks nothing")
	}
	return dir
}

// said is what a dialog about a directory says to some answers, with the files that they change.
func said(t *testing.T, dir fstest.MapFS, answers []string, edited string, colour bool) string {
	t.Helper()
	var out strings.Builder
	before := maps.Clone(dir)
	d := resolve.Dialog{
		In: strings.NewReader(strings.Join(answers, "\n") + "\n"), Out: &out, Write: write(dir), Colour: colour,
		Open: func() (*resolve.Session, error) {
			s, err := resolve.Open(dir, slices.Sorted(maps.Keys(dir)))
			if err == nil {
				s.Show(func(name string) string { return "../" + name })
			}
			return s, err
		},
		Edit: func([]byte) ([]byte, error) { return []byte(edited), nil },
	}
	if _, err := d.Run(); err != nil || strings.Contains(out.String(), "hidden") {
		t.Fatalf("%v, or what is hidden is shown:\n%s", err, out.String())
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if dir[name] == nil {
			fmt.Fprintf(&out, "== %s is gone\n", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(dir)) {
		if was := before[name]; was == nil || string(was.Data) != string(dir[name].Data) {
			fmt.Fprintf(&out, "== %s\n%s", name, dir[name].Data)
		}
	}
	return out.String()
}
