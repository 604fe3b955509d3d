package wire

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// nodes makes the nodes of an item while a parser reads it.
type nodes struct {
	root *yaml.Node
	open []*yaml.Node
	// all are the nodes that are made anew for each item, left those of them that are free.
	all, left []yaml.Node
	// nulls: there is a null somewhere. partial: what was read has comments other than behind
	// scalars, or folded text, which the nodes lack.
	nulls, partial bool
}

// position is the place of a node.
type position struct{ line, column int }

// position is that of what begins there in the line at hand. An outline needs none.
func (p *parser) position(at int) position {
	if p.declined || p.entries != nil {
		return position{}
	}
	return position{p.number, 1 + utf8.RuneCountInString(p.text[p.start:at])}
}

// tree makes the nodes of an item that is not partial. It gives the item as the only one of a list.
func tree(text string) *yaml.Node {
	p := parser{}
	p.read(text, leadingSpaces(text))
	at := func(kind yaml.Kind, tag string, content ...*yaml.Node) *yaml.Node {
		return &yaml.Node{Kind: kind, Tag: tag, Line: 1, Column: 1, Content: content}
	}
	key := at(yaml.ScalarNode, "!!str")
	key.Value = strings.TrimSuffix(itemsKey, ":\n")
	return at(yaml.DocumentNode, "", at(yaml.MappingNode, "!!map", key, p.nodes.root))
}

// node makes a node in the collection that is open.
func (n *nodes) node(kind yaml.Kind, tag string, style yaml.Style, at position) *yaml.Node {
	if len(n.left) == 0 {
		n.left = make([]yaml.Node, 64)
	}
	made := &n.left[0]
	n.left = n.left[1:]
	// All that an earlier one may have had, one by one: that is much faster than a new struct.
	made.Kind, made.Tag, made.Style, made.Line, made.Column = kind, tag, style, at.line, at.column
	made.Value, made.LineComment, made.Content = "", "", made.Content[:0]
	if len(n.open) == 0 {
		n.root = made
	} else {
		in := n.open[len(n.open)-1]
		in.Content = append(in.Content, made)
	}
	return made
}

// begin makes a collection, and opens it.
func (n *nodes) begin(kind yaml.Kind, style yaml.Style, at position) {
	tag := "!!seq"
	if kind == yaml.MappingNode {
		tag = "!!map"
	}
	made := n.node(kind, tag, style, at)
	if style == 0 && kind == yaml.MappingNode && made.Content == nil {
		made.Content = make([]*yaml.Node, 0, 4) // most have two entries or more
	}
	n.open = append(n.open, made)
}

func (n *nodes) close() { n.open = n.open[:len(n.open)-1] }

// last is the node that was made last in the collection that is open.
func (n *nodes) last() *yaml.Node {
	all := n.open[len(n.open)-1].Content
	return all[len(all)-1]
}

// scalar makes a scalar that begins there.
func (n *nodes) scalar(at position, value string, style yaml.Style) *yaml.Node {
	tag := "!!str"
	if style == 0 {
		tag = tagOf(value)
	}
	n.nulls = n.nulls || tag == "!!null"
	made := n.node(yaml.ScalarNode, tag, style, at)
	made.Value = value
	return made
}

// literalText is the text that the lines of a literal block hold, which begin in that column.
func literalText(lines string, column int, chomping byte) string {
	var value strings.Builder
	value.Grow(len(lines))
	end := 0 // behind the last line that is not blank
	for line := range strings.Lines(lines) {
		if len(line) <= column+1 {
			value.WriteByte('\n')
			continue
		}
		value.WriteString(line[column:])
		end = value.Len()
	}
	switch all := value.String(); chomping {
	case '+':
		return all
	case '-':
		return strings.TrimSuffix(all[:end], "\n")
	default:
		return all[:end]
	}
}

// styleOf is the style of a text whose first byte is this.
func styleOf(c byte) yaml.Style {
	switch c {
	case '"':
		return yaml.DoubleQuotedStyle
	case '\'':
		return yaml.SingleQuotedStyle
	}
	return 0
}

// tagOf is the tag of a text without quotes. To ask the YAML library about each word would
// take a twentieth of the time of a merge.
func tagOf(text string) string {
	if text != "" && text[0] > '9' && isWord(text[0]) {
		switch text {
		case "true", "True", "TRUE", "false", "False", "FALSE":
			return "!!bool"
		case "null", "Null", "NULL":
			return "!!null"
		}
		return "!!str"
	}
	// No number or time has another character than these.
	if strings.Trim(text, "~0123456789abcdefABCDEFxXoO_+-.:TtZz inIN") != "" {
		return "!!str"
	}
	n := yaml.Node{Kind: yaml.ScalarNode, Value: text}
	return n.ShortTag()
}
