package cli

import (
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// TestProgress: whoever waits at a terminal sees how far a merge is, and nothing of
// that is left when it is done; who need not wait sees nothing.
func TestProgress(t *testing.T) {
	for _, test := range []struct {
		name, term string
		takes      time.Duration
		want       bool
	}{
		{"long", "xterm", patience + 500*time.Millisecond, true},
		{"short", "xterm", 0, false},
		{"on a dumb thing", "dumb", patience + 500*time.Millisecond, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("TERM", test.term)
			text := atTerminal(t, func(terminal io.Writer) {
				p := newProgress(terminal)
				defer p.end()
				p.files(2)
				p.phase("printing")
				p.step()
				time.Sleep(test.takes)
				p.step()
				p.end()
			})
			if got := strings.Contains(text, "printing [") && strings.Contains(text, "20.00%"); got != test.want {
				t.Errorf("progress is shown: %v, want %v\n%q", got, test.want, text)
			}
			if left := text[strings.LastIndexByte(strings.TrimRight(text, "\r\n"), '\r')+1:]; strings.TrimSpace(left) != "" {
				t.Errorf("%q is left on the screen", left)
			}
		})
	}
	if p := newProgress(&strings.Builder{}); p != nil {
		t.Error("progress is shown where there is no terminal")
	}
}

// atTerminal gives what is written to a terminal.
func atTerminal(t *testing.T, write func(io.Writer)) string {
	t.Helper()
	screen, terminal, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Close()
	go func() {
		defer terminal.Close()
		write(terminal)
	}()
	text, err := io.ReadAll(screen)
	// The end of a terminal is an error on Linux.
	if err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	return string(text)
}
