package source

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// literal writes a literal block with its lines in a column. The encoder quotes one that
// has blanks at the end of a line. It is false if such a block cannot hold the value.
func literal(n *yaml.Node, column int) (written, bool) {
	lines := strings.Split(strings.TrimSuffix(n.Value, "\n"), "\n")
	if n.Style != yaml.LiteralStyle || n.Anchor != "" || lines[0] == "" || isBlank(lines[0][0]) || !isLiteral(n.Value) {
		return written{}, false
	}
	header := "|"
	switch {
	case !strings.HasSuffix(n.Value, "\n"):
		header = "|-"
	case strings.HasSuffix(n.Value, "\n\n"):
		header = "|+"
	}
	return written{inline: header, rest: indented(lines, max(column, 2))}, true
}

// isLiteral reports whether every character of a value can be written as it is.
func isLiteral(value string) bool {
	for _, c := range value {
		switch {
		case c == '\n', c == '\t', c >= ' ' && c < 0x7f, c >= 0xa0 && c < 0x2028, c > 0x2029 && c < 0xd800, c >= 0xe000 && c < 0xfeff:
		default:
			return false
		}
	}
	return true
}
