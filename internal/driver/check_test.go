package driver

import (
	"strings"
	"testing"
	"time"

	"github.com/krm-merge/krm-merge/internal/decisions"
)

// TestCheck: each verdict, with why.
func TestCheck(t *testing.T) {
	enough := limits{mostBytes, time.Minute}
	file := func(path, original, ours, theirs string) File {
		return File{Path: path, Original: []byte(original), Ours: []byte(ours), Theirs: []byte(theirs), MarkSize: 7}
	}
	apart := file("a.yaml", "a: 1\nb: 1\n", "a: 2\nb: 1\n", "a: 1\nb: 2\n")
	const none = "apiVersion: fn.kpt.dev/v1alpha1\nkind: MergeDecisions\nmetadata: {name: d}\n"
	decided := file(decisions.FileName, none, none+"# a\n", none+"# b\n")
	for name, test := range map[string]struct {
		limits   limits
		file     File
		lines    string
		conflict bool
		want     Verdict
		why      string
	}{
		"alike":              {enough, apart, "b: 2\na: 2\n", false, Alike, ""},
		"other values":       {enough, apart, "a: 2\nb: 1\n", false, Differs, ""},
		"not valid":          {enough, apart, "a: 2\nb: 2\nb: 2\n", false, Broken, "line 3: document: duplicate key \"b\""},
		"not YAML":           {enough, apart, "a: [\n", false, Broken, "line 1"},
		"settled":            {enough, apart, "", true, Settled, ""},
		"asked":              {enough, file("a.yaml", "a: 1\n", "a: 2\n", "a: 3\n"), "", true, Asked, ""},
		"asked, lines clean": {enough, file("a.yaml", "a: 1\n", "a: 2\n", "a: 3\n"), "a: 2\n", false, Asked, ""},
		"a Kptfile asks":     {enough, file("Kptfile", kptfile+"info: {description: 1}\n", kptfile+"info: {description: 2}\n", kptfile+"info: {description: 3}\n"), "", true, Asked, ""},
		"both added it":      {enough, file("a.yaml", "", "a: 2\n", "b: 3\n"), "", true, Stopped, "both sides added the file"},
		"too large":          {limits{9, time.Minute}, apart, "a: 2\nb: 2\n", false, Unknown, "original has more than 9 bytes"},
		"too large, stopped": {limits{9, time.Minute}, apart, "", true, Stopped, "original has more than 9 bytes"},
		"decisions":          {enough, decided, none, false, Alike, ""},
		"decisions, broken":  {enough, decided, none + none, false, Broken, decisions.FileName},
	} {
		t.Run(name, func(t *testing.T) {
			c := test.limits.check(test.file, []byte(test.lines), test.conflict)
			why := ""
			if c.Why != nil {
				why = c.Why.Error()
			}
			if c.Verdict != test.want || !strings.Contains(why, test.why) || (why == "") != (test.why == "") {
				t.Errorf("verdict %d, not %d: %q", c.Verdict, test.want, why)
			}
			if (len(c.Conflicts) > 0) != (test.want == Asked) || (len(c.Places) > 0) != (test.want == Differs) {
				t.Errorf("%d conflicts, %d places", len(c.Conflicts), len(c.Places))
			}
		})
	}
	if c := (limits{mostBytes, 0}).check(apart, nil, false); c.Verdict != Unknown || !c.Alarming {
		t.Errorf("out of time: %+v", c)
	}
}

const kptfile = "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: a}\n"
