package source

import (
	"bytes"
	"strings"

	"go.yaml.in/yaml/v3"
)

// literal edits the lines of a literal block that differ; all others keep their bytes
// and the new ones get their indentation. It is false if the header does not fit the
// new value, or if such a block cannot hold the value.
func (ed *editor) literal(o *place, n *yaml.Node) bool {
	if o.header == 0 || n.Style != o.node.Style || n.Style&yaml.LiteralStyle == 0 || !sameShape(o.node, n) {
		return false
	}
	s := ed.stream
	header := s.text[o.body:o.header]
	if s.unterminated && o.end >= s.size || bytes.ContainsAny(header, "123456789") || !chomps(header, n.Value) {
		return false
	}
	old, now := literalLines(o.node.Value), literalLines(n.Value)
	first := s.lines.number(o.header) + 1
	if !canLead(old[0]) || !canLead(now[0]) || s.lines.number(o.end)-first+1 != len(old) || !isLiteral(n.Value) {
		return false
	}
	indent := spaces(s.lines.columnBehindBlanks(first))
	head, tail := shared(old, now)
	var text strings.Builder
	for _, line := range now[head : len(now)-tail] {
		text.WriteByte('\n')
		if line != "" {
			text.WriteString(indent + line)
		}
	}
	from := s.lines.end(s.lines.starts[first+head-1])
	to := s.lines.end(s.lines.starts[first+len(old)-tail-1])
	ed.add(from, to, text.String(), rankBelow)
	return true
}

// literalLines are the lines of a value as a literal block has them.
func literalLines(value string) []string {
	return strings.Split(strings.TrimSuffix(value, "\n"), "\n")
}

// canLead reports whether a line can set the indentation of a block.
func canLead(line string) bool { return line != "" && line[0] != ' ' && line[0] != '\t' }

// chomps reports whether a block with that header ends as a value does.
func chomps(header []byte, value string) bool {
	switch ended := strings.HasSuffix(value, "\n"); {
	case bytes.IndexByte(header, '-') >= 0:
		return !ended
	case bytes.IndexByte(header, '+') >= 0:
		return ended
	default:
		return ended && !strings.HasSuffix(value, "\n\n")
	}
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

// shared counts the lines that two texts have in common at their heads and at
// their tails.
func shared(a, b []string) (head, tail int) {
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return head, tail
}
