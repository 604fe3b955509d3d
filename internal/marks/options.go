package marks

import "github.com/krm-merge/krm-merge/internal/enum"

// Options are how conflicts that are left to somebody stand in files. The zero value is
// the defaults.
type Options struct {
	Form  Form
	Style Style
}

// Form is where a conflict stands.
type Form uint8

const (
	// Lines: between lines, as git has it.
	Lines Form = iota
	// Decisions: among the decisions of dest, so that files stay as they can be read.
	Decisions
	// None: nowhere; nothing is written.
	None
)

var formNames = enum.Names[Form]{"Lines", "Decisions", "None"}

func (f Form) String() string { return formNames.Of(f) }

// MarshalText is the name in a configuration.
func (f Form) MarshalText() ([]byte, error) { return formNames.Marshal(f) }

// UnmarshalText reads the name; the error for another text lists the names.
func (f *Form) UnmarshalText(text []byte) error { return formNames.Unmarshal(text, f) }
