package cli

import (
	"io"
	"os"

	"golang.org/x/term"
)

// coloured reports whether colours go to w: to terminals, as NO_COLOR and CLICOLOR_FORCE say
// for all programs.
func coloured(w io.Writer) bool {
	if os.Getenv("NO_COLOR") != "" {
		return false
	}
	force := os.Getenv("CLICOLOR_FORCE")
	return force != "" && force != "0" || isTerminal(w)
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
