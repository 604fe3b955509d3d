package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
)

// check decides whether a printed text has the wanted value.
type check struct {
	want *yaml.Node // the document that is wanted
	// wanted are the comment lines that the document shall have.
	wanted map[string]int
	// kept are those of wanted that the tree does not have.
	kept map[string]int
	// json: the text is JSON, and stays it.
	json bool
	// alike compares two nodes of one text: the YAML library may put it in quotes.
	alike func(a, b *yaml.Node) bool
}

func newCheck(old []byte, want *yaml.Node) *check {
	c := &check{json: isJSON(old), want: want, kept: map[string]int{}, alike: sameReading}
	c.wanted = tally(CommentLines(want.Content[0]))
	return c
}

// keep has comments of a merge by lines stay, those on lines of their own, that no side took out,
// though the tree has no node for them any more.
func (c *check) keep(v *Versions, old *yaml.Node) {
	original, updated, local := alone(v.Original), alone(v.Updated), alone(v.dest)
	for l, n := range tally(appendComments(nil, old)) {
		if n = min(n, updated[l]+local[l]-original[l]); n > c.wanted[l] {
			c.wanted[l], c.kept[l] = n, n-c.wanted[l]
		}
	}
}

// alone counts the lines that hold nothing but a comment.
func alone(text []byte) map[string]int {
	return tally(slices.DeleteFunc(commentLines(string(text)), func(l string) bool { return l[0] != '#' }))
}

// isJSON reports whether a text is a collection as JSON has it.
func isJSON(text []byte) bool {
	text = bytes.TrimSpace(text)
	return len(text) > len("{}") && (text[0] == '{' || text[0] == '[') && json.Valid(text)
}

func tally(lines []string) map[string]int {
	in := make(map[string]int, len(lines))
	for _, l := range lines {
		in[l]++
	}
	return in
}

// text parses what was printed and compares. It is an error if the value differs;
// whole: no comment is lost.
func (c *check) text(text []byte) (whole bool, err error) {
	docs, err := Parse(text)
	if err != nil {
		return false, fmt.Errorf("the text written would not parse: %w", err)
	}
	if c.json && !json.Valid(text) {
		return false, errors.New("the text written would not be JSON")
	}
	if len(docs) != 1 {
		return false, fmt.Errorf("the text written would be %d documents", len(docs))
	}
	if !equal(docs[0].Content[0], c.want.Content[0], c.alike) {
		return false, errors.New("the text written would have another value")
	}
	got := tally(appendComments(nil, docs[0]))
	for l, n := range c.wanted {
		// The library drops some that stand in the text.
		if got[l] < n && bytes.Count(text, []byte(l)) < n {
			return false, nil
		}
	}
	return true, nil
}

// checkStream parses a whole stream and compares its documents.
func checkStream(text []byte, docs []Change) error {
	got, err := Parse(text)
	if err != nil {
		return fmt.Errorf("the stream written would not parse: %w", err)
	}
	want := slices.DeleteFunc(slices.Clone(docs), func(d Change) bool { return d.New == nil })
	if len(got) != len(want) {
		return fmt.Errorf("the stream written would have %d documents instead of %d", len(got), len(want))
	}
	for i, d := range want {
		if !equal(got[i].Content[0], d.wanted().Content[0], anyReading) {
			return fmt.Errorf("document %d written would have another value", i+1)
		}
	}
	return nil
}
