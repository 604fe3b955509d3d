package driver

import (
	"strings"
	"testing"
	"time"

	"github.com/krm-merge/krm-merge/internal/gittest"
)

// TestLimits: beyond them lines count, and somebody is told where that is not as usual.
func TestLimits(t *testing.T) {
	gittest.Isolate(t)
	conflict := File{Path: "a.yaml", Original: []byte("a: 1\nb: 1\n"), Ours: []byte("a: 2\nb: 1\n"), Theirs: []byte("a: 1\nb: 2\n"), MarkSize: 7}
	clean := File{Path: "a.yaml", Original: []byte("a: 1\nb: 1\nc: 1\nd: 1\n"), Ours: []byte("a: 2\nb: 1\nc: 1\nd: 1\n"), Theirs: []byte("a: 1\nb: 1\nc: 1\nd: 2\n"), MarkSize: 7}
	enough := limits{mostBytes, time.Minute}
	for name, test := range map[string]struct {
		limits limits
		file   File
		clean  bool
		text   string
		said   string
	}{
		"enough":           {enough, conflict, true, "a: 2\nb: 2\n", ""},
		"too large":        {limits{9, time.Minute}, conflict, false, "<<<<<<< ours\n", "a.yaml: merged by lines, as original has more than 9 bytes"},
		"too large, clean": {limits{9, time.Minute}, clean, true, "a: 2\nb: 1\nc: 1\nd: 2\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := test.limits.merge(test.file)
			if err != nil {
				t.Fatal(err)
			}
			if said := strings.Join(r.Said, "\n"); r.Clean != test.clean || !strings.HasPrefix(string(r.Text), test.text) || said != test.said {
				t.Errorf("clean: %v, said %q\n%s", r.Clean, said, r.Text)
			}
		})
	}
}

// TestBug: a panic is no reason to lose a merge.
func TestBug(t *testing.T) {
	s := within(time.Minute, func() structured { panic("here") })
	if s.err == nil || !s.alarming || !strings.Contains(s.err.Error(), "a bug in krm-merge") || !strings.Contains(s.err.Error(), "here") {
		t.Errorf("%+v", s)
	}
}

// TestTime: what takes too long is left.
func TestTime(t *testing.T) {
	end := make(chan bool)
	defer close(end)
	s := within(time.Millisecond, func() structured { <-end; return structured{} })
	if s.err == nil || !s.alarming || s.err.Error() != "structure takes longer than 1ms" {
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
