package upgrade

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/configfile"
	"github.com/krm-merge/krm-merge/internal/kptfile"
)

// allowCheck takes the check out of the settings, with a note, where it may be upstream's word: it
// stands in a package that has an upstream, whoever wrote it there. The command line, and a file
// above such packages, may say what runs.
func (m *merging) allowCheck() {
	config, file := m.result.Config, m.result.Settings
	if config.Check == "" || m.Check != "" || file == "" {
		return
	}
	if err := writtenHere(file); err != nil {
		m.note("the check in %s is not run: %v; run it yourself: %s; upgrade --check 'COMMAND' allows it, or a %s above the package", file, err, config.Check, configfile.Name)
		config.Check = ""
	}
}

// writtenHere is the error that a file, by its path from the working directory, may be upstream's.
func writtenHere(file string) error {
	if !filepath.IsAbs(file) {
		here, err := os.Getwd()
		if err == nil {
			here, err = filepath.EvalSymlinks(here)
		}
		if err != nil {
			return err
		}
		file = filepath.Join(here, file)
	}
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
		return errors.New("the file is a symbolic link")
	}
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		name := filepath.Join(dir, kptfile.Name)
		text, err := bounded.ReadFile(os.OpenFile, name)
		if err == nil {
			var k *kptfile.Kptfile
			if k, err = kptfile.Read(text, name); err == nil && (k.Upstream != nil || k.Lock != nil) {
				err = errors.New("it stands in a package that has an upstream")
			}
		}
		switch {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return err
		case dir == filepath.Dir(dir):
			return nil
		}
	}
}

// CheckError is that the package's own check failed.
type CheckError struct {
	// Command is what the settings say to run, Output what it printed, shortened.
	Command, Output string
	Err             error
}

func (e *CheckError) Error() string {
	said := ""
	if e.Output != "" {
		said = ":\n" + e.Output
	}
	return fmt.Sprintf("the check failed (%s, %v); the upgrade is written%s", e.Command, e.Err, said)
}

func (e *CheckError) Unwrap() error { return e.Err }

// patience is how long what a check has started may go on when that has ended.
const patience = 2 * time.Second

// mostOutput is how much of what a check prints is shown, from its end, in bytes.
const mostOutput = 4 << 10

// check runs the package's own check in its directory, nil if it passes.
func (m *merging) check(ctx context.Context, command string) *CheckError {
	c := exec.CommandContext(ctx, "sh", "-c", command)
	c.Dir, c.WaitDelay = m.dir, patience
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	if err == nil {
		return nil
	}
	text := strings.TrimSpace(out.String())
	if len(text) > mostOutput {
		text = "…" + strings.ToValidUTF8(text[len(text)-mostOutput:], "")
	}
	return &CheckError{Command: command, Output: text, Err: err}
}
