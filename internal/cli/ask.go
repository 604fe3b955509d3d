package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/krm-merge/krm-merge/internal/resolve"
)

// interactive goes through the questions on a terminal.
func (r *resolving) interactive(c *cobra.Command, w *workspace, s *resolve.Session) error {
	if len(s.Questions()) == 0 {
		fmt.Fprintln(r.stdout, "no question is open")
		return nil
	}
	if in, ok := c.InOrStdin().(*os.File); !ok || !term.IsTerminal(int(in.Fd())) {
		return errors.New("stdin is not a terminal; use --list, --take or --accept")
	}
	d := resolve.Dialog{
		In: c.InOrStdin(), Out: r.stdout, Filter: r.filter,
		Open:  func() (*resolve.Session, error) { return r.open(w) },
		Write: w.write,
		Edit:  editText,
	}
	left, err := d.Run()
	if err == nil && left > 0 {
		err = &questionsError{left}
	}
	return err
}

// editText has $VISUAL or $EDITOR edit a text.
func editText(text []byte) (edited []byte, err error) {
	editor := os.Getenv("VISUAL")
	if editor == "" {
		editor = os.Getenv("EDITOR")
	}
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
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err = run.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w", editor, err)
	}
	return os.ReadFile(name)
}
