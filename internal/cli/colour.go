package cli

import (
	"io"
	"os"
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
