package source

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// form is how the YAML library is to write a document.
type form struct {
	step    int
	compact bool // Lists stand as deep as their keys.
	json    bool
	indent  string // of JSON that has lines, else ""
}

// formIn gives the form that is most like a text, of a document. Below comments it may be JSON, too.
func formIn(text []byte, doc *yaml.Node) form {
	text = regexp.MustCompile(`^(\s*#.*\n)+`).ReplaceAll(text, nil)
	if !isJSON(text) {
		return formOf(doc)
	}
	indent := regexp.MustCompile(`\n[ \t]*`).FindString(string(bytes.TrimSpace(text)))
	return form{step: 2, json: true, indent: strings.TrimPrefix(indent, "\n")}
}

// formOf is the form that most collections of a document have.
func formOf(doc *yaml.Node) form {
	steps, compact := map[int]int{}, 0
	for n := range node.All(doc) {
		for i := 1; i < len(n.Content) && n.Kind == yaml.MappingNode && n.Style&yaml.FlowStyle == 0; i += 2 {
			v := n.Content[i]
			step := v.Column - n.Content[i-1].Column
			switch {
			case len(v.Content) == 0 || v.Style&yaml.FlowStyle != 0 || v.Anchor != "":
			case v.Kind == yaml.MappingNode:
				steps[step]++
			case v.Kind == yaml.SequenceNode && step == 0:
				compact++
			case v.Kind == yaml.SequenceNode:
				steps[step]++
				compact--
			}
		}
	}
	f := form{step: 2, compact: compact >= 0}
	for step := 2; step < 10; step++ {
		if steps[step] > steps[f.step] {
			f.step = step
		}
	}
	return f
}

// lines are what the YAML library writes for a document, without the blank lines that it
// adds.
func (f form) lines(doc *yaml.Node) ([]string, error) {
	all := slices.Collect(node.All(doc))
	w := writer{form: f, veiled: !slices.ContainsFunc(all, isPrivate)}
	w.copies, w.content = make([]yaml.Node, len(all)), make([]*yaml.Node, len(all))
	text, err := w.encode(w.repaired(doc, false))
	if err != nil {
		return nil, err
	}
	if f.indent != "" && json.Valid([]byte(text)) {
		var b bytes.Buffer
		if err := json.Indent(&b, []byte(text), "", f.indent); err != nil {
			return nil, err
		}
		text = b.String()
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if !w.veiled {
		return lines, nil
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return strings.TrimSpace(l) == "" })
	for i, l := range lines {
		if lines[i] = w.unveiled(l); strings.TrimLeft(l, " ") == string(veilBlank) {
			lines[i] = ""
		}
	}
	return lines, nil
}

// writer has the YAML library write a document.
type writer struct {
	form
	// veiled: characters that the library would write otherwise than people do are
	// others while it writes.
	veiled bool
	hidden []rune
	// copies and content are room for the tree.
	copies  []yaml.Node
	content []*yaml.Node
}

// These stand for nothing, for a blank line, and for the first of the characters that are hidden.
const (
	veil       = '\ue000'
	veilBlank  = '\ue001'
	veilHidden = '\ue100'
	veilEnd    = '\uf900'
)

func isPrivate(n *yaml.Node) bool {
	return strings.ContainsFunc(n.Value, func(c rune) bool { return c >= veil && c < veilEnd })
}

// hide gives a character that the library writes in the place of another.
func (w *writer) hide(c rune) rune {
	i := slices.Index(w.hidden, c)
	if i < 0 {
		i, w.hidden = len(w.hidden), append(w.hidden, c)
	}
	return min(veilHidden+rune(i), veilEnd-1)
}

// unveiled is a line as it shall be.
func (w *writer) unveiled(line string) string {
	return strings.Map(func(c rune) rune {
		switch i := int(c - veilHidden); {
		case c == veil, c == veilBlank:
			return -1
		case i >= 0 && i < len(w.hidden):
			return w.hidden[i]
		}
		return c
	}, line)
}

func (w *writer) encode(n *yaml.Node) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			text, err = "", fmt.Errorf("the encoder failed: %v", r)
		}
	}()
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(w.step)
	if w.compact {
		encoder.CompactSeqIndent()
	}
	if err := encoder.Encode(n); err != nil {
		return "", err
	}
	if err := encoder.Close(); err != nil {
		return "", err
	}
	return b.String(), nil
}

// repaired copies a tree so that the encoder writes the values it holds, as people write
// them.
func (w *writer) repaired(n *yaml.Node, flow bool) *yaml.Node {
	c := &w.copies[0]
	w.copies = w.copies[1:]
	*c = *n
	flow = flow || w.json || n.Style&yaml.FlowStyle != 0
	if w.json {
		c.HeadComment, c.LineComment, c.FootComment = "", "", ""
	}
	switch {
	case n.Kind == yaml.AliasNode:
		return c
	case n.Kind == yaml.ScalarNode:
		w.scalar(c, flow)
		return c
	case w.json:
		c.Style |= yaml.FlowStyle
	}
	c.Content, w.content = w.content[:len(n.Content):len(n.Content)], w.content[len(n.Content):]
	for i, child := range n.Content {
		c.Content[i] = w.repaired(child, flow)
		if i%2 == 0 || n.Kind != yaml.MappingNode {
			continue
		}
		// The library would lose a comment in the line of the key, or write it elsewhere.
		switch key, v := c.Content[i-1], c.Content[i]; {
		case v.LineComment == "" && (len(v.Content) == 0 || v.Style&yaml.FlowStyle != 0):
			v.LineComment, key.LineComment = key.LineComment, ""
		case len(v.Content) == 0 || v.Style&yaml.FlowStyle != 0 || v.Anchor != "":
			key.HeadComment, key.LineComment = strings.Trim(key.HeadComment+"\n"+key.LineComment, "\n"), ""
		}
	}
	if n.Kind == yaml.SequenceNode {
		for i := range len(c.Content) - 1 {
			next := c.Content[i+1]
			next.HeadComment = strings.Trim(takeFoot(c.Content[i])+"\n"+next.HeadComment, "\n")
		}
	}
	if n.Kind == yaml.DocumentNode && isEmptyPlain(n.Content[0]) {
		c.Content[0].Value, c.Content[0].Tag = "null", nullTag // It would be no document.
	}
	return c
}

// takeFoot takes the comments below a collection, which the library would write behind the dash of
// the element that follows.
func takeFoot(n *yaml.Node) string {
	if len(n.Content) == 0 {
		return ""
	}
	foot := n.FootComment
	n.FootComment = ""
	return foot
}

const blockStyles = yaml.LiteralStyle | yaml.FoldedStyle

// scalar repairs a scalar, in flow style or not.
func (w *writer) scalar(c *yaml.Node, flow bool) {
	tag, plain := tagOf(c), isPlainText(c)
	switch {
	case c.Tag == mergeTag && c.Style&yaml.TaggedStyle == 0:
		c.Tag = "" // The library would write the tag.
	case tag == nullTag && (w.json || flow && c.Value == ""):
		c.Value = "null"
	case w.json && tag == "!!str", flow && c.Style&blockStyles != 0,
		strings.Contains(c.Value, "\n") && (flow || c.Style&yaml.SingleQuotedStyle != 0):
		c.Style = yaml.DoubleQuotedStyle
	case strings.Contains(c.Value, "\n") && c.Style&(yaml.DoubleQuotedStyle|yaml.LiteralStyle) == 0:
		c.Style = c.Style&^yaml.FoldedStyle | yaml.LiteralStyle // It would lack line breaks.
	}
	if !w.veiled {
		return
	}
	if c.Style&yaml.LiteralStyle != 0 {
		lines := strings.Split(c.Value, "\n")
		for i, l := range lines[:len(lines)-1] {
			switch {
			case l == "":
				lines[i] = string(veilBlank) // There are blank lines between comments, too.
			case l[len(l)-1] == ' ' || l[len(l)-1] == '\t':
				lines[i] += string(veil) // It would be quoted.
			}
		}
		if n := len(lines); n > 2 && lines[n-1] == "" && lines[n-2] == string(veilBlank) {
			lines = append(lines, "") // It would not be kept.
		}
		c.Value = strings.Join(lines, "\n")
	}
	if plain && tag == "!!str" && isOldValue(c.Value) {
		c.Value += string(veil) // It would be quoted.
	}
	if plain && tag == "!!str" && flow && !strings.Contains(c.Value, ": ") && !strings.HasSuffix(c.Value, ":") {
		c.Value = strings.ReplaceAll(c.Value, ":", string(w.hide(':'))) // It would be quoted.
	}
	c.Value = strings.Map(func(r rune) rune {
		if r > 0xffff {
			return w.hide(r) // It would be escaped.
		}
		return r
	}, c.Value)
}

// restyled is a tree in the style of another, where both have the same.
func restyled(n, like *yaml.Node) *yaml.Node {
	if n == like || n.Kind != like.Kind || n.Kind == yaml.AliasNode || n.Kind == yaml.ScalarNode && !Equal(n, like) {
		return n
	}
	c := *n
	if len(n.Content) == 0 || len(like.Content) > 0 {
		c.Style = like.Style
	}
	if n.Kind == yaml.ScalarNode {
		c.Value = like.Value
		return &c
	}
	c.Content = slices.Clone(n.Content)
	if n.Kind != yaml.MappingNode {
		for i := 0; len(n.Content) == len(like.Content) && i < len(n.Content); i++ {
			c.Content[i] = restyled(n.Content[i], like.Content[i])
		}
		return &c
	}
	at := map[string]int{}
	for i := 0; i < len(like.Content); i += 2 {
		at[like.Content[i].Value] = i
	}
	for i := 0; i < len(n.Content); i += 2 {
		if j, is := at[n.Content[i].Value]; is {
			c.Content[i], c.Content[i+1] = restyled(n.Content[i], like.Content[j]), restyled(n.Content[i+1], like.Content[j+1])
		}
	}
	return &c
}
