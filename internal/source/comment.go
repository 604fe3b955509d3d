package source

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// commentLines gives the lines of a comment that are not blank.
func commentLines(comment string) []string {
	if comment == "" {
		return nil
	}
	var lines []string
	for _, l := range strings.FieldsFunc(comment, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if l = strings.TrimSpace(l); l != "" {
			lines = append(lines, l)
		}
	}
	return lines
}

// CommentLines gives the comment lines of a tree, trimmed, in its order.
func CommentLines(n *yaml.Node) []string { return appendComments(nil, n) }

// appendComments appends the comment lines of a tree.
func appendComments(to []string, n *yaml.Node) []string {
	to = append(to, commentLines(n.HeadComment)...)
	to = append(to, commentLines(n.LineComment)...)
	for _, c := range n.Content {
		to = appendComments(to, c)
	}
	return append(to, commentLines(n.FootComment)...)
}
