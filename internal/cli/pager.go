package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"

	"golang.org/x/term"

	"github.com/krm-merge/krm-merge/internal/git"
)

// throughPager writes a text; on a terminal through the pager that git would use, which
// gets the settings that git gives it.
func throughPager(w io.Writer, text []byte) error {
	if len(text) > 0 && isTerminal(w) {
		if program := (git.Repository{}).Pager(); program != "" && page(program, w, text) == nil {
			return nil
		}
	}
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("stdout: %w", err)
	}
	return nil
}

// page shows a text in a pager until somebody leaves it. The error is that it could not be
// started.
func page(program string, w io.Writer, text []byte) error {
	c := exec.Command("sh", "-c", program)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(text), w, os.Stderr
	c.Env = append([]string{"LESS=FRX", "LV=-c"}, os.Environ()...) // Of two of a name the last counts.
	// An interrupt is for the pager.
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	if err := c.Start(); err != nil {
		return err
	}
	// However it ends, what could be seen was; but a shell that finds no such program
	// shows nothing.
	const notFound = 127
	if err := c.Wait(); err != nil && c.ProcessState.ExitCode() == notFound {
		return err
	}
	return nil
}

// isTerminal reports whether somebody watches, on a screen that can be drawn on.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// isKeyboard reports whether what is read is typed.
func isKeyboard(r io.Reader) bool {
	f, ok := r.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
