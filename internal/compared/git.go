package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
)

// git merges the text of the three versions with git merge-file. It knows
// nothing of a source without an original, nor of layers.
func git(c Case) (Outcome, error) {
	if c.of != threeWay || hasSettings(c) {
		return Outcome{}, errNotApplicable
	}
	dir, err := os.MkdirTemp("", "compared")
	if err != nil {
		return Outcome{}, err
	}
	defer os.RemoveAll(dir)
	for i, name := range []string{"original", "updated", "dest"} {
		if err = os.WriteFile(filepath.Join(dir, name), []byte(c.versions[i]), 0o644); err != nil {
			return Outcome{}, err
		}
	}
	var out, errs bytes.Buffer
	cmd := exec.Command("git", "merge-file", "-p", "dest", "original", "updated")
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "GIT_CEILING_DIRECTORIES="+dir)
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() > 0 && exit.ExitCode() < 128:
		// The exit code is the number of conflicts.
		return Outcome{Status: Stopped, Reports: true}, nil
	case err != nil:
		return Outcome{}, errors.New(err.Error() + ": " + errs.String())
	}
	return Outcome{Text: out.String()}, nil
}
