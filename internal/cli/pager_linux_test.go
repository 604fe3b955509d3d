package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPager: on a terminal a diff is coloured and goes through the pager that git would
// use, else it is printed.
func TestPager(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"o.yaml": "a: 1\n", "u.yaml": "a: 2\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o, u := filepath.Join(dir, "o.yaml"), filepath.Join(dir, "u.yaml")
	const coloured = "\x1b[32m+a: 2\x1b[0m"
	for _, test := range []struct {
		name, pager, color string
		want, not          string
	}{
		{"the pager", "sed 's/^/paged: /'", "", "paged: " + coloured, ""},
		{"its settings", `cat; echo "LESS is $LESS"`, "", "LESS is FRX", ""},
		{"none", "cat", "", coloured, "paged"},
		{"one that is not there", "krm-merge-no-such-pager", "", coloured, ""},
		{"without colours", "sed 's/^/paged: /'", "1", "paged: +a: 2", "\x1b["},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("TERM", "xterm")
			t.Setenv("GIT_PAGER", test.pager)
			t.Setenv("NO_COLOR", test.color)
			t.Setenv("LESS", "")
			if err := os.Unsetenv("LESS"); err != nil {
				t.Fatal(err)
			}
			s := newScreen(t)
			code := Main([]string{"merge3", "--original", o, "--updated", u, "--dest", o, "--diff"}, strings.NewReader(""), s.terminal, s.terminal, About{})
			if text := s.rest(t); code != 0 || !strings.Contains(text, test.want) || test.not != "" && strings.Contains(text, test.not) {
				t.Errorf("exit code %d, on the screen %q", code, text)
			}
		})
	}
}
