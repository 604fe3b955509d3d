package source

import "go.yaml.in/yaml/v3"

// aboveBlanks gives the start of the blank lines above a line.
func (ed *editor) aboveBlanks(at int) int {
	l := ed.stream.lines
	for at > l.starts[0] && len(l.trimmed(l.number(at)-1)) == 0 {
		at = l.starts[l.number(at)-1]
	}
	return at
}

// belowBlanks gives the end of the blank lines from a line on.
func (ed *editor) belowBlanks(at int) int {
	l := ed.stream.lines
	for at < len(ed.stream.text) && len(l.trimmed(l.number(at))) == 0 {
		at = l.next(at)
	}
	return at
}

// open reports whether a value ends in a block scalar that would take blank lines below
// it for its own.
func (ed *editor) open(n *yaml.Node) bool {
	n = lastLeaf(n)
	return n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 && ed.keepsBreaks(n)
}

// lastLeaf gives the last value of a tree.
func lastLeaf(n *yaml.Node) *yaml.Node {
	for isCollection(n) && len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n
}

// inBlock reports whether it is the value of an entry of a block.
func (f found) inBlock() bool { return f.parent != nil && !f.isKey && f.parent.block }
