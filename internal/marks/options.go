package marks

import "github.com/krm-merge/krm-merge/internal/enum"

// Options are how conflicts that are left to somebody stand in files. The zero value is
// the defaults.
type Options struct {
	Form  Form
	Style Style
}

// Form is where a conflict stands.
type Form = enum.Word[form]

const (
	// Lines: between lines, as git has it.
	Lines Form = iota
	// Decisions: among the decisions of dest, so that files stay as they can be read.
	Decisions
	// None: nowhere; nothing is written.
	None
)

type form struct{}

func (form) Words() []string { return []string{"Lines", "Decisions", "None"} }
