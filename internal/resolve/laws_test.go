package resolve_test

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/internal/rules"
	"github.com/krm-merge/krm-merge/internal/slow"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestLaws: on every rule file, a merge that leaves questions, between lines or among decisions, and
// is answered on one side everywhere is the merge with all questions answered so, between lines
// byte for byte, the file parses, and the same merge with what was remembered asks no more.
func TestLaws(t *testing.T) {
	asked, remembered := map[marks.Form]int{}, 0
	for _, dir := range []string{"../../merge/testdata/rules", "../../merge/resource/testdata/rules"} {
		for i, rule := range rules.All(t, dir) {
			if !slow.Wanted && i%3 > 0 {
				continue
			}
			if versions, opts, ok := threeWay(t, rule); ok {
				for _, form := range []marks.Form{marks.Lines, marks.Decisions} {
					if form == marks.Lines && strings.HasPrefix(rule.Name, "sops/") {
						continue // The code of the file is computed after the answers.
					}
					t.Run(rule.Name+" "+form.String(), func(t *testing.T) {
						opts.Marks.Form = form
						for _, choice := range []resolve.Choice{resolve.Yours, resolve.Upstream} {
							all, known := answers(t, versions, opts, choice)
							if asked[form] += all; form == marks.Lines {
								remembered += known
							}
						}
					})
				}
			}
		}
	}
	t.Logf("%v answers, %d of those between lines remembered", asked, remembered)
	for form, all := range asked {
		if all < 200 && slow.Wanted || all < 60 {
			t.Errorf("%s: only %d questions", form, all)
		}
	}
	if remembered*2 < asked[marks.Lines] {
		t.Error("too few are remembered")
	}
}

// threeWay is a rule file as three directories, with options that ask.
func threeWay(t *testing.T, rule rules.Rule) (v [3]fstest.MapFS, opts files.Options, ok bool) {
	for i, section := range []string{"original.yaml", "updated.yaml", "dest.yaml"} {
		v[i] = fstest.MapFS{}
		text, has := rule.Section(section)
		if docs, err := source.Parse([]byte(text)); has && (err != nil || len(docs) > 0 && merge.Check(node.Root(docs[0])) != nil) {
			return v, opts, false
		}
		if has {
			v[i]["package.yaml"] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
		}
	}
	if len(v[1]) == 0 || len(v[2]) == 0 {
		return v, opts, false
	}
	cfg := &fn.Config{}
	if text, has := rule.Section("config.yaml"); has {
		var err error
		if cfg, err = fn.ParseConfig(golden.Document(t, text), "config.yaml"); err != nil {
			return v, opts, false
		}
	}
	opts.Options = cfg.Options
	opts.Policy.OnConflict = merge.Ask
	return v, opts, true
}

func merged(t *testing.T, v [3]fstest.MapFS, opts files.Options) (*files.Result, fstest.MapFS, bool) {
	t.Helper()
	r, err := files.Merge(v[0], v[1], v[2], opts)
	if err != nil {
		return nil, nil, false
	}
	return r, tree(r.Files), true
}

func tree(all []files.Merged) fstest.MapFS {
	dir := fstest.MapFS{}
	for _, f := range all {
		if f.Status != files.Deleted {
			dir[f.Path] = &fstest.MapFile{Data: f.Data, Mode: 0o644}
		}
	}
	return dir
}

// write writes what was answered into a directory, and save what a session changed.
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

func answers(t *testing.T, v [3]fstest.MapFS, opts files.Options, choice resolve.Choice) (asked, remembered int) {
	r, dir, ok := merged(t, v, opts)
	lines := opts.Marks.Form == marks.Lines
	if !ok || r.Open() == 0 || len(r.Unmarked) > 0 {
		return 0, 0
	}
	var names []string
	for name := range dir {
		names = append(names, name)
	}
	s, err := resolve.Open(dir, names)
	if err != nil {
		t.Fatal(err)
	}
	if !lines && len(s.Questions()) != r.Open() {
		t.Errorf("%d questions are found, %d are left", len(s.Questions()), r.Open())
	}
	secret := false
	// One answer may answer several questions.
	for len(s.Questions()) > 0 {
		q := s.Questions()[0]
		secret = secret || q.Secret
		switch err = s.Answer(q, choice, nil); {
		case errors.Is(err, resolve.ErrNoAnswer):
			return asked, asked
		case err != nil:
			t.Fatalf("%s: %v", q, err)
		}
		asked++
	}
	save(t, s, dir)
	side := merge.Answer{Taken: merge.Dest}
	if choice == resolve.Upstream {
		side.Taken = merge.Updated
	}
	direct := opts
	direct.Answers = func(*resource.Conflict) (merge.Answer, bool) { return side, true }
	_, want, ok := merged(t, v, direct)
	if !ok {
		t.Fatal("the merge with answers fails")
	}
	got, wanted := string(content(dir)), string(content(want))
	if lines && got != wanted || !lines && !equalValues(t, got, wanted) {
		t.Errorf("%s, got\n%s\nwant\n%s", choice, got, wanted)
	}
	again := v
	again[2] = fstest.MapFS{}
	if remembered := dir[decisions.FileName]; remembered != nil {
		again[2][decisions.FileName] = remembered
	}
	for name, f := range v[2] {
		again[2][name] = f
	}
	remembered = asked - len(s.Unremembered)
	// A decision that upstream ships, too, answers nothing.
	answers := !secret && remembered == asked && !strings.Contains(t.Name(), "original-has-it-too")
	if r, _, ok := merged(t, again, opts); answers && (!ok || r.Open() > 0) {
		left := -1
		if ok {
			left = r.Open()
		}
		t.Errorf("%s: asked again: %d questions", choice, left)
	}
	return asked, remembered
}

func content(dir fstest.MapFS) []byte {
	if f := dir["package.yaml"]; f != nil {
		return f.Data
	}
	return nil
}

func equalValues(t *testing.T, a, b string) bool {
	t.Helper()
	x, err := source.Parse([]byte(a))
	if err != nil {
		t.Fatal(err)
	}
	y, err := source.Parse([]byte(b))
	if err != nil {
		t.Fatal(err)
	}
	if len(x) != len(y) || strings.Contains(a, "krm-merge: conflict") {
		return false
	}
	// What is added stands behind the rest, and in the merge in front of its neighbour.
	for _, docs := range [][]*yaml.Node{x, y} {
		slices.SortFunc(docs, func(a, b *yaml.Node) int { return cmp.Compare(merge.Digest(a), merge.Digest(b)) })
	}
	for i := range x {
		if !merge.Equal(x[i], y[i]) {
			return false
		}
	}
	return true
}
