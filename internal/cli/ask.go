package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/resolve"
)

// dialog is the one on the terminal, nil if there is none.
func (r *resolving) dialog(c *cobra.Command, w *workspace) *resolve.Dialog {
	if !isKeyboard(c.InOrStdin()) {
		return nil
	}
	return &resolve.Dialog{
		In: c.InOrStdin(), Out: r.stdout, Filter: r.filter,
		Open:   w.session,
		Write:  w.write,
		Edit:   editText,
		Colour: coloured(r.stdout),
	}
}

// permits says whether a file is merged again though somebody edited it: on a terminal
// it asks.
func (r *resolving) permits(d *resolve.Dialog, batch bool) func(name string) bool {
	return func(name string) bool {
		return !batch && d != nil && d.Confirm(name+": somebody edited it since git wrote it. Merge it again, and lose what was edited? [y/N] ")
	}
}

// interactive goes through the questions on a terminal.
func (r *resolving) interactive(d *resolve.Dialog, w *workspace, s *resolve.Session) error {
	open, left := len(s.Questions()), 0
	if open > 0 && d == nil {
		return r.list(s)
	}
	err := w.write(nil)
	switch {
	case err != nil:
	case open == 0:
		fmt.Fprintln(r.stdout, "no question is open")
	default: // The files hold what is asked.
		left, err = d.Run()
	}
	if err != nil {
		return err
	}
	return r.end(w, open-left, left)
}

// editText has $VISUAL or $EDITOR edit a text.
func editText(text []byte) (edited []byte, err error) {
	editor := cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR"))
	if editor == "" {
		return nil, errors.New("no editor is known; set EDITOR")
	}
	dir, err := os.MkdirTemp("", "krm-merge-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	name := filepath.Join(dir, "value.yaml")
	if err = os.WriteFile(name, text, 0o600); err != nil {
		return nil, err
	}
	// An interrupt ends the editor, not the dialog.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	run := exec.CommandContext(ctx, "sh", "-c", editor+` "$1"`, "sh", name)
	// There it finds no settings of a package.
	run.Dir = dir
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err = run.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w", editor, err)
	}
	return os.ReadFile(name)
}
