package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestProgress: at a terminal a long merge shows how far it is, and leaves nothing of
// that behind; a short one shows nothing.
func TestProgress(t *testing.T) {
	for _, test := range []struct {
		name, term string
		after      time.Duration
		want       bool
	}{
		{"long", "xterm", 0, true},
		{"short", "xterm", time.Hour, false},
		{"on a dumb thing", "dumb", 0, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("TERM", test.term)
			s := newScreen(t)
			p := newProgress(s.terminal, test.after)
			p.Begin("printing", 2)
			p.Step()
			if test.want {
				// However slow the machine is, the merge goes on only then.
				s.waitFor(t, "printing [", "20%")
			}
			p.Step()
			p.end()
			p.end()
			text := s.rest(t)
			if !test.want && text != "" {
				t.Errorf("progress is shown: %q", text)
			}
			if left := text[strings.LastIndexByte(strings.TrimRight(text, "\r\n"), '\r')+1:]; strings.TrimSpace(left) != "" {
				t.Errorf("%q is left on the screen", left)
			}
		})
	}
	if p := newProgress(&strings.Builder{}, 0); p != nil {
		t.Error("progress is shown where there is no terminal")
	}
}

// TestPackagesProgress: work on packages shows how many are done, below what is told of
// them; of one alone, or if nothing is to be shown, there is nothing.
func TestPackagesProgress(t *testing.T) {
	t.Setenv("TERM", "xterm")
	s := newScreen(t)
	for _, none := range []*progress{(&telling{stderr: s.terminal}).progress("looking", 1), (&telling{stderr: s.terminal, quiet: true}).progress("looking", 3)} {
		if none != nil {
			t.Error("progress is shown")
		}
		none.Step()
		none.above(func() { fmt.Fprintln(s.terminal, "told all the same") })
	}
	p := (&telling{stderr: s.terminal}).progress("looking", 3)
	p.Step()
	s.waitFor(t, "looking [", " 33%")
	p.above(func() { fmt.Fprintln(s.terminal, "one is told") })
	p.Step()
	s.waitFor(t, " 66%")
	p.end()
	text := s.rest(t)
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, want := range []string{"told all the same", "told all the same", "one is told", ""} {
		if shown := lines[i][strings.LastIndexByte(strings.TrimRight(lines[i], "\r"), '\r')+1:]; strings.TrimSpace(shown) != want {
			t.Errorf("line %d shows %q, not %q", i, shown, want)
		}
	}
}

// screen is a terminal and what was read from its screen so far.
type screen struct {
	terminal, screen *os.File
	text             string
}

func newScreen(t *testing.T) *screen {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = master.Close() })
	if err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = terminal.Close() })
	return &screen{terminal: terminal, screen: master}
}

// waitFor reads until all of the parts were on the screen.
func (s *screen) waitFor(t *testing.T, parts ...string) {
	t.Helper()
	// Of a closed terminal nothing more is read.
	defer time.AfterFunc(time.Minute, func() { _ = s.terminal.Close() }).Stop()
	buffer := make([]byte, 1<<10)
	for _, part := range parts {
		for !strings.Contains(s.text, part) {
			n, err := s.screen.Read(buffer)
			if err != nil {
				t.Fatalf("%q was never on the screen: %v\n%q", part, err, s.text)
			}
			s.text += string(buffer[:n])
		}
	}
}

// rest closes the terminal and gives all that was on the screen.
func (s *screen) rest(t *testing.T) string {
	t.Helper()
	if err := s.terminal.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(s.screen)
	// The end of a terminal is an error on Linux.
	if err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	return s.text + string(text)
}
