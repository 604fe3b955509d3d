package wire

import (
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// position is the place of a node; in an outline, where its line begins and what follows its lines.
type position struct{ line, column int }

// position is that of what begins there in the line at hand.
func (p *parser) position(at int) position {
	switch {
	case p.declined:
		return position{}
	case p.outlines:
		return position{p.start, p.next}
	}
	return position{p.number, 1 + utf8.RuneCountInString(p.text[p.start:at])}
}

// tree makes the nodes of an item that is not partial, so many. It gives the item as the only one of a list.
func tree(text string, nodes int32) *yaml.Node {
	p := parser{all: make([]yaml.Node, nodes), contents: make([]*yaml.Node, 0, nodes)}
	p.read(text, leadingSpaces(text))
	at := func(kind yaml.Kind, tag string, content ...*yaml.Node) *yaml.Node {
		return &yaml.Node{Kind: kind, Tag: tag, Line: 1, Column: 1, Content: content}
	}
	key := at(yaml.ScalarNode, "!!str")
	key.Value = strings.TrimSuffix(itemsKey, ":\n")
	return at(yaml.DocumentNode, "", at(yaml.MappingNode, "!!map", key, p.inside[0]))
}

// node makes a node in the collection that is open.
func (p *parser) node(kind yaml.Kind, tag string, style yaml.Style, at position) *yaml.Node {
	if p.used == len(p.all) {
		p.all, p.used = make([]yaml.Node, 2*len(p.all)+64), 0
	}
	made := &p.all[p.used]
	p.used++
	// All that an earlier one may have had, one by one: that is much faster than a new struct.
	made.Kind, made.Tag, made.Style, made.Line, made.Column = kind, tag, style, at.line, at.column
	made.Value, made.LineComment, made.Content = "", "", nil
	p.inside = append(p.inside, made)
	p.made++
	return made
}

// begin makes a collection that begins there, and opens it.
func (p *parser) begin(kind yaml.Kind, style yaml.Style, at int) {
	tag := "!!seq"
	if kind == yaml.MappingNode {
		tag = "!!map"
	}
	p.node(kind, tag, style, p.position(at))
	if p.open = append(p.open, len(p.inside)); len(p.open) > deepest {
		p.decline()
	}
}

// close closes the collection that is open. It declines where two keys of a map might be equal.
func (p *parser) close() {
	from := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	closed := p.inside[from-1]
	if content := p.inside[from:]; len(content) > 0 {
		p.contents = append(p.contents, content...)
		closed.Content = slices.Clip(p.contents[len(p.contents)-len(content):])
		p.inside = p.inside[:from]
	}
	if closed.Kind != yaml.MappingNode || len(closed.Content) <= 2 {
		return
	}
	keys := p.keys[:0]
	for key := range node.Pairs(closed.Content) {
		unique := key.Value
		if key.Tag != "!!str" || key.Style != 0 && tagOf(unique) != "!!str" {
			unique = "0" // Spelled differently it may be equal still: 1.0, 1 and "1".
		}
		keys = append(keys, unique)
	}
	slices.Sort(keys)
	if p.keys = keys; len(slices.Compact(keys)) < len(keys) {
		p.decline()
	}
}

// last is the node that was made last in the collection that is open.
func (p *parser) last() *yaml.Node { return p.inside[len(p.inside)-1] }

// scalar makes a scalar that begins there.
func (p *parser) scalar(at position, value string, style yaml.Style) {
	tag := "!!str"
	if style == 0 {
		tag = tagOf(value)
	}
	p.nulls = p.nulls || tag == "!!null"
	p.node(yaml.ScalarNode, tag, style, at).Value = value
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
