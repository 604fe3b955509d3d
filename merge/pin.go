package merge

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// Keeps reports whether a comment in a document or value keeps a part of it as it is.
func Keeps(n *yaml.Node) bool {
	return pins(n) || pins(target(n)) || pinsInside(n)
}

// pinsInside reports whether a comment keeps something in a value, or in a document.
func pinsInside(n *yaml.Node) bool {
	n = target(n)
	return n != nil && slices.ContainsFunc(n.Content, func(c *yaml.Node) bool { return pins(c) || pinsInside(c) })
}

// pins reports whether a comment above a node or behind it keeps what stands there.
func pins(n *yaml.Node) bool {
	return n != nil && (pinsIn(n.LineComment) || pinsIn(n.HeadComment))
}

func pinsIn(comment string) bool {
	for line := range strings.SplitSeq(comment, "\n") {
		text, is := strings.CutPrefix(strings.TrimLeft(strings.TrimSpace(line), "# "), terms.PinComment)
		if is && (text == "" || !plain(text[:1])) {
			return true
		}
	}
	return false
}
