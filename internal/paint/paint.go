// Package paint colours texts for terminals. In goes a text, out comes one with the codes
// of a style around it. It must not know what the texts mean, or whether anybody wants
// colours.
package paint

// Style is a colour or a style as terminals take it, "" for none.
type Style string

// The styles that texts have.
const (
	Bold   Style = "1"
	Faint  Style = "2"
	Red    Style = "31"
	Green  Style = "32"
	Yellow Style = "33"
	Cyan   Style = "36"
)

// If is the style where colours are wanted, else none.
func (s Style) If(wanted bool) Style {
	if wanted {
		return s
	}
	return ""
}

// Sprint paints a text.
func (s Style) Sprint(text string) string {
	if s == "" || text == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}
