package driver

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/need"
)

// TestCheck: what no script of the command line has; the others are in its git-check.txtar.
func TestCheck(t *testing.T) {
	enough := limits{mostBytes, time.Minute}
	file := func(path, original, ours, theirs string) File {
		return File{Path: path, Original: []byte(original), Ours: []byte(ours), Theirs: []byte(theirs), MarkSize: 7}
	}
	apart := file("a.yaml", "a: 1\nx: 1\ny: 1\nb: 1\n", "a: 2\nx: 1\ny: 1\nb: 1\n", "a: 1\nx: 1\ny: 1\nb: 2\n")
	near := file("a.yaml", "a: 1\nb: 1\n", "a: 2\nb: 1\n", "a: 1\nb: 2\n")
	need.Program(t, "git")
	const none = "apiVersion: fn.kpt.dev/v1alpha1\nkind: MergeDecisions\nmetadata: {name: d}\n"
	for name, test := range map[string]struct {
		limits limits
		file   File
		want   Verdict
		why    string
	}{
		"alike":              {enough, apart, Alike, ""},
		"a Kptfile asks":     {enough, file("Kptfile", kptfile+"info: {description: 1}\n", kptfile+"info: {description: 2}\n", kptfile+"info: {description: 3}\n"), Asked, ""},
		"both added it":      {enough, file("a.yaml", "", "a: 2\n", "b: 3\n"), Stopped, "both sides added the file"},
		"too large":          {limits{9, time.Minute}, apart, Unknown, "original has more than 9 bytes"},
		"too large, stopped": {limits{9, time.Minute}, near, Stopped, "original has more than 9 bytes"},
		"decisions":          {enough, file(decisions.FileName, none, "# a\n"+none, none+"# b\n"), Alike, ""},
		"decisions, broken":  {enough, file(decisions.FileName, none, "decisions: []\n"+none, none+"decisions: []\n"), Broken, decisions.FileName},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := test.limits.check(test.file)
			if err != nil {
				t.Fatal(err)
			}
			if why := fmt.Sprint(c.Why); c.Verdict != test.want || !strings.Contains(why, test.why) || (test.why == "") != (c.Why == nil) {
				t.Errorf("verdict %d, not %d: %q", c.Verdict, test.want, why)
			}
		})
	}
	if c, err := (limits{mostBytes, 0}).check(apart); err != nil || c.Verdict != Unknown || !c.Alarming {
		t.Errorf("out of time: %+v", c)
	}
}

const kptfile = "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: a}\n"
