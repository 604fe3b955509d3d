package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/cli"
)

// TestPages: there is a page for each command, it is what the help says now, and no page is
// about a command that is gone.
func TestPages(t *testing.T) {
	const root = "../.."
	pages := pagesOf(cli.Command())
	if len(pages) < 10 {
		t.Errorf("only %d pages", len(pages))
	}
	for name, want := range pages {
		have, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Errorf("%v; run go generate ./internal/cli", err)
		} else if diff := cmp.Diff(want, string(have)); diff != "" {
			t.Errorf("%s is not current, run go generate ./internal/cli (-want +have):\n%s", name, diff)
		}
	}
	found, err := filepath.Glob(filepath.Join(root, pagesDirectory, "*.md"))
	if err != nil || len(found) == 0 {
		t.Fatalf("no pages (%v)", err)
	}
	for _, name := range found {
		if _, is := pages[pagesDirectory+filepath.Base(name)]; !is {
			t.Errorf("%s is about no command; delete it", name)
		}
	}
}

// TestIndex: the table of flags has each flag of each command.
func TestIndex(t *testing.T) {
	root := cli.Command()
	index := pagesOf(root)[pagesDirectory+"README.md"]
	for _, c := range withSubcommands(root) {
		for _, f := range flagsOf(c) {
			if c != root && c.Name() != "help" && c.Parent().Name() != "completion" && !strings.Contains(index, f.name) {
				t.Errorf("%s of %s is not in the table", f.name, c.CommandPath())
			}
		}
	}
}
