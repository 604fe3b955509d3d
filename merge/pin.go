package merge

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
)

// holdsPinned reports whether a comment inside of dest's value keeps a part of it,
// where updated's value would take the place of the whole: dest's stays then, as
// a part of it alone may mean nothing.
//
// rule: comments/keep-inside-*
func (w *walker) holdsPinned(o, u, d *yaml.Node) bool {
	if !w.heedsPins() || !pinsInside(d) || Equal(o, u) {
		return false
	}
	w.recordByMode(ModeKeep, o, u, d)
	return true
}

// Keeps reports whether a comment in a document or value keeps a part of it as it is.
func Keeps(n *yaml.Node) bool {
	return n.Kind == yaml.DocumentNode && pins(spot{nil, n}.remarks()) || pins(spot{nil, target(node.Root(n))}.remarks()) || pinsInside(node.Root(n))
}

func (w *walker) heedsPins() bool { return w.traits.comments && w.system == threeWay }

func pinsInside(n *yaml.Node) bool {
	n = target(n)
	switch kindOf(n) {
	case yaml.MappingNode:
		for key, value := range node.Pairs(n.Content) {
			if pins(spot{key, value}.remarks()) || pinsInside(value) {
				return true
			}
		}
	case yaml.SequenceNode:
		for _, e := range n.Content {
			if pins(spot{nil, e}.remarks()) || pinsInside(e) {
				return true
			}
		}
	}
	return false
}

func pins(r remarks) bool {
	for _, comment := range [...]string{r.line, r.head, r.keyHead} {
		for line := range strings.SplitSeq(comment, "\n") {
			if text, ok := strings.CutPrefix(strings.TrimLeft(strings.TrimSpace(line), "# "), terms.PinComment); ok && !isNameByte(text) {
				return true
			}
		}
	}
	return false
}

// isNameByte reports whether text goes on with a letter or a digit.
func isNameByte(text string) bool {
	return text != "" && plain(text[:1])
}
