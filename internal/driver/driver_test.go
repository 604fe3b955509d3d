package driver

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/gittest"
	"github.com/krm-merge/krm-merge/internal/golden"
)

// TestMerge: what no script of the command line has; beyond the limits lines count, and somebody is told where
// that is not as usual.
func TestMerge(t *testing.T) {
	gittest.Isolate(t)
	enough, few := limits{mostBytes, time.Minute}, limits{9, time.Minute}
	file := func(path, original, ours, theirs string) File {
		return File{Path: path, Versions: git.Versions{Original: []byte(original), Ours: []byte(ours), Theirs: []byte(theirs)}, MarkSize: 7}
	}
	apart := file("a.yaml", "a: 1\nx: 1\ny: 1\nb: 1\n", "a: 2\nx: 1\ny: 1\nb: 1\n", "a: 1\nx: 1\ny: 1\nb: 2\n")
	near := file("a.yaml", "a: 1\nb: 1\n", "a: 2\nb: 1\n", "a: 1\nb: 2\n")
	const large = "original has more than 9 bytes"
	const none = "apiVersion: fn.kpt.dev/v1alpha1\nkind: MergeDecisions\nmetadata: {name: d}\n"
	const kptfile = "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: a}\n"
	for name, test := range map[string]struct {
		limits          limits
		file            File
		want            Verdict
		text, why, said string
	}{
		"alike":              {enough, apart, Alike, "a: 2\nx: 1\ny: 1\nb: 2\n", "", ""},
		"settled":            {enough, near, Settled, "a: 2\nb: 2\n", "", ""},
		"a Kptfile asks":     {enough, file("Kptfile", kptfile+"info: {description: 1}\n", kptfile+"info: {description: 2}\n", kptfile+"info: {description: 3}\n"), Asked, kptfile + "<<<<<<< ours\n", "", "Kptfile:1: "},
		"both added it":      {enough, file("a.yaml", "", "a: 2\n", "b: 3\n"), Stopped, "<<<<<<< ours\n", "both sides added the file", "a.yaml: merged by lines, as both"},
		"too large":          {few, apart, Unknown, "a: 2\nx: 1\ny: 1\nb: 2\n", large, ""},
		"too large, stopped": {few, near, Stopped, "<<<<<<< ours\n", large, "a.yaml: merged by lines, as " + large},
		"out of time":        {limits{mostBytes, 0}, apart, Unknown, "a: 2\nx: 1\ny: 1\nb: 2\n", "structure takes longer than 0s", "a.yaml: merged by lines, as structure takes longer"},
		"decisions":          {enough, file(decisions.FileName, none, "# a\n"+none, none+"# b\n"), Alike, "# a\n" + none, "", ""},
		"decisions, broken":  {enough, file(decisions.FileName, none, "decisions: []\n"+none, none+"decisions: []\n"), Broken, "", decisions.FileName, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := test.limits.merge(test.file)
			if err != nil {
				t.Fatal(err)
			}
			why, said := fmt.Sprint(r.Why), strings.Join(r.Said, "\n")
			if r.Verdict != test.want || !strings.Contains(why, test.why) || (test.why == "") != (r.Why == nil) || !strings.HasPrefix(string(r.Text), test.text) ||
				!strings.HasPrefix(said, test.said) || (test.said == "") != (said == "") || r.Clean != (r.Verdict != Stopped && r.Verdict != Asked) {
				t.Errorf("verdict %d, not %d: %q, said %q, clean: %v\n%s", r.Verdict, test.want, why, said, r.Clean, r.Text)
			}
		})
	}
}

// TestBug: a panic is no reason to lose a merge.
func TestBug(t *testing.T) {
	s := within(time.Minute, func() *Result { panic("here") })
	if s.Why == nil || !s.Alarming || !strings.Contains(s.Why.Error(), "a bug in krm-merge") || !strings.Contains(s.Why.Error(), "here") {
		t.Errorf("%+v", s)
	}
}

// TestEnded: the last line ends as in the side whose line it is.
func TestEnded(t *testing.T) {
	for _, tt := range [][4]string{
		{"a\nd\n", "a\nd", "a\nu\n", "a\nd"},
		{"a\nd\n", "a\nd", "a\nu", "a\nd"},
		{"a\nu\n", "a\nd", "a\nu\n", "a\nu\n"},
		{"a\nu\n", "a\nd\n", "a\nu", "a\nu"},
		{"a\nc\n", "a\nc", "b\nc\n", "a\nc\n"},
		{"a\nc\n", "a\nc", "b\nc", "a\nc"},
		{"a\nc", "a\nc\n", "b\nc\n", "a\nc"},
		{"\n", "", "x\n", "\n"},
	} {
		if got := string(Ended([]byte(tt[0]), []byte(tt[1]), []byte(tt[2]))); got != tt[3] {
			t.Errorf("%q of %q and %q: %q, want %q", tt[0], tt[1], tt[2], got, tt[3])
		}
	}
}

// decided is a file of decisions about a field of a.yaml.
func decided(field string) string {
	return fmt.Sprintf("apiVersion: fn.kpt.dev/v1alpha1\nkind: MergeDecisions\nmetadata: {name: d}\ndecisions:\n- file: a.yaml\n  path: %s\n  original: %x\n  taken: Dest\n", field, sha256.Sum256(nil))
}

// TestDecide: decisions are those of our side: of the work tree, or of the commit that
// git names; those that cannot be read are said.
func TestDecide(t *testing.T) {
	up := gittest.New(t)
	r := git.Repository{Dir: up.Dir}
	write := func(name, text string) { golden.Write(t, r.Dir, map[string]string{name: text}) }
	commit := func(root, inside string) {
		write("merge-decisions.yaml", decided(root))
		write("dir/merge-decisions.yaml", decided(inside))
		up.Commit()
	}
	commit("root", "inside")
	up.Git("checkout", "--quiet", "-b", "other")
	commit("otherroot", "otherinside")
	up.Git("checkout", "--quiet", "main")

	check := func(ours, want, said string) {
		t.Helper()
		f := File{Path: "dir/a.yaml", Names: git.Names{Ours: ours}}
		lines := strings.Join(f.Decide(Ours(r, f.Names.Ours), Shipped(r)...), "\n")
		var found []string
		for _, field := range []string{"root", "inside", "otherroot", "otherinside", "new"} {
			for _, file := range []string{"a.yaml", "dir/a.yaml"} {
				q := decisions.Key{Place: decisions.Place{File: file, Path: field}, Original: fmt.Sprintf("%x", sha256.Sum256(nil))}
				if f.Decisions.Lookup(q) != nil {
					found = append(found, file+" "+field)
				}
			}
		}
		if got := strings.Join(found, ", "); got != want || !strings.HasPrefix(lines, said) || (said == "") != (lines == "") {
			t.Errorf("%q: found %q, said %q", ours, got, lines)
		}
	}
	for _, ours := range []string{"", "HEAD", "ours", "main", "Updated upstream", "-x"} {
		check(ours, "a.yaml root, dir/a.yaml inside", "")
	}
	check("other", "a.yaml otherroot, dir/a.yaml otherinside", "")

	write("merge-decisions.yaml", decided("new"))
	check("HEAD", "dir/a.yaml inside, a.yaml new", "")
	write("dir/merge-decisions.yaml", "<<<<<<< a\n=======\n>>>>>>> b\n")
	check("HEAD", "dir/a.yaml inside, a.yaml new", "")
	write("dir/merge-decisions.yaml", "a: 1\n")
	check("HEAD", "a.yaml new", "dir/merge-decisions.yaml: no decision of it is taken over, as it cannot be read: dir/merge-decisions.yaml:1: ")
}
