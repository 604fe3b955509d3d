package upgrade

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/krm-merge/krm-merge/internal/configfile"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/program"
)

// mostOutput is how much of what a check prints is shown, from its end, in bytes.
const mostOutput = 4 << 10

// check runs the package's own check in its directory, nil if it passes.
func (m *merging) check(ctx context.Context, command string) error {
	// All that it says in the order in which it does.
	c := program.Command{Name: "sh", Called: command, Args: []string{"-c", "exec 2>&1\n" + command}, Dir: m.dir, Terminal: true}
	text, err := c.Run(ctx)
	if err == nil {
		return nil
	}
	if text = strings.TrimSpace(text); len(text) > mostOutput {
		text = "…" + strings.ToValidUTF8(text[len(text)-mostOutput:], "")
	}
	if text != "" {
		text = ":\n" + text
	}
	return fmt.Errorf("the check failed (%w); the upgrade is written%s", err, text)
}

// allowCheck takes the check out of the settings, with a note, where upstream may have said it: upstream does not
// decide what runs here.
func (m *merging) allowCheck() {
	config, file := m.result.Config, m.result.Settings
	if config.Check == "" || m.Check != "" || file == "" || isOurs(file) {
		return
	}
	m.note("the check in %s is not run, as upstream may have written it; run it yourself: %s; upgrade --set check='COMMAND' allows it, or a %s above the package", file, config.Check, configfile.Name)
	config.Check = ""
}

// isOurs reports whether settings are for sure those of somebody here: a file that is no link, and that no package
// with an upstream holds.
func isOurs(settings string) bool {
	if info, err := os.Lstat(settings); err != nil || !info.Mode().IsRegular() {
		return false
	}
	for dir := git.RealPath(filepath.Dir(settings)); ; dir = filepath.Dir(dir) {
		if isPackage(dir) {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}
