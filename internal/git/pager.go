package git

import (
	"cmp"
	"os"
)

// Pager is the program that git shows long texts with, a command for the shell: what
// GIT_PAGER, core.pager or PAGER names, else less. It is "" if nothing is to be paged.
func (r Repository) Pager() string {
	program, err := r.Line("var", "GIT_PAGER")
	if err != nil {
		program = cmp.Or(os.Getenv("GIT_PAGER"), os.Getenv("PAGER"), "less")
	}
	if program == "cat" {
		return ""
	}
	return program
}
