package main

import (
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/cli"
)

// TestFlags: the table of flags has each flag of each command.
func TestFlags(t *testing.T) {
	root := cli.Command()
	page := commandsPage(root)
	for _, c := range withSubcommands(root) {
		for _, f := range flagsOf(c) {
			if c != root && c.Name() != "help" && c.Parent().Name() != "completion" && !strings.Contains(page, f.name) {
				t.Errorf("%s of %s is not in the table", f.name, c.CommandPath())
			}
		}
	}
}
