package phrase

import "strings"

// OneLine is a text of the input as it may be shown: on one line and without
// characters that drive a terminal or show the text in another order.
func OneLine(s string) string {
	return strings.Map(func(c rune) rune {
		if c == '\n' {
			return ' '
		}
		return harmless(c)
	}, s)
}

// Lines is OneLine for a text of our own that has several lines.
func Lines(s string) string { return strings.Map(harmless, s) }

func harmless(c rune) rune {
	switch {
	case c == '\n':
		return c
	case c < ' ' || 0x7f <= c && c <= 0x9f || c == 0x2028 || c == 0x2029:
		return ' '
	case c == 0x61c, c == 0x200e, c == 0x200f, 0x202a <= c && c <= 0x202e, 0x2066 <= c && c <= 0x2069:
		return -1
	}
	return c
}
