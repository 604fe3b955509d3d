// Package printable makes texts of the input safe to print: names, values and messages
// that hold them drive no terminal, are not shown in another order than they have, and
// forge no line. In goes a text, out comes one that shows the same. It must not know
// what the texts mean.
package printable

import "strings"

// Line is a text on one line.
func Line(s string) string { return strings.ReplaceAll(clean(s, false), "\n", " ") }

// Lines is a message that may have several lines. All but the first are indented,
// so that none passes for a message of its own.
func Lines(s string) string {
	lines := strings.Split(clean(s, false), "\n")
	for i := 1; i < len(lines); i++ {
		if lines[i] != "" && !strings.HasPrefix(lines[i], "  ") {
			lines[i] = "  " + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// Word is a text as a word of a shell, and no option: ./ stands in front of a path that begins as one.
func Word(s string) string {
	if strings.HasPrefix(s, "-") {
		s = "./" + s
	}
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@%+,=-") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Text is the text of a file, with its lines and tabs.
func Text(s string) string { return clean(s, true) }

// clean is a text without control characters but line breaks, and tabs if they stay.
func clean(s string, tabs bool) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\n', c == '\t' && tabs:
			return c
		case c < ' ', 0x7f <= c && c <= 0x9f, c == 0x2028, c == 0x2029:
			return ' '
		case c == 0x61c, c == 0x200e, c == 0x200f, 0x202a <= c && c <= 0x202e, 0x2066 <= c && c <= 0x2069:
			// Changes the order in which characters are shown.
			return -1
		}
		return c
	}, s)
}
