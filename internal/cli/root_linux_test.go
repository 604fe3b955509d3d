package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestStartedAlone: without arguments nothing is waited for that somebody would have to
// type: on a terminal there is help. What is piped is the function's.
func TestStartedAlone(t *testing.T) {
	t.Setenv("TERM", "xterm")
	list := "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n"
	t.Run("on a terminal", func(t *testing.T) {
		s := newScreen(t)
		if code := Main(nil, s.terminal, s.terminal, s.terminal, About{}); code != 0 {
			t.Errorf("exit code %d", code)
		}
		if text := s.rest(t); !strings.Contains(text, "  merge3 ") {
			t.Errorf("no help on the screen: %q", text)
		}
	})
	t.Run("typed into a pipe", func(t *testing.T) {
		var stdout, stderr bytes.Buffer
		code := Main(nil, newScreen(t).terminal, &stdout, &stderr, About{})
		if code != exitBad || stdout.Len() > 0 || !strings.Contains(stderr.String(), "ResourceList") {
			t.Errorf("exit code %d, stdout %q, stderr %q", code, &stdout, &stderr)
		}
	})
	t.Run("from a pipe to a terminal", func(t *testing.T) {
		s := newScreen(t)
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if _, err = w.WriteString(list); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		if code := Main(nil, r, s.terminal, s.terminal, About{}); code != 0 {
			t.Errorf("exit code %d", code)
		}
		if text := s.rest(t); !strings.Contains(text, "kind: ResourceList") {
			t.Errorf("no list on the screen: %q", text)
		}
	})
}
