package cli

import (
	"os"

	"golang.org/x/term"
)

// coloured reports whether colours go to a stream: to terminals, as NO_COLOR and CLICOLOR_FORCE say
// for all programs.
func coloured(stream any) bool {
	if os.Getenv("NO_COLOR") != "" {
		return false
	}
	force := os.Getenv("CLICOLOR_FORCE")
	return force != "" && force != "0" || isTerminal(stream)
}

// isTerminal reports whether somebody watches, on a screen that can be drawn on.
func isTerminal(stream any) bool { return isKeyboard(stream) && os.Getenv("TERM") != "dumb" }

// isKeyboard reports whether what is read is typed.
func isKeyboard(stream any) bool {
	if o, is := stream.(*output); is {
		stream = o.stdout
	}
	f, is := stream.(*os.File)
	return is && term.IsTerminal(int(f.Fd()))
}
