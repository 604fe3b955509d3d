package source

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// What cannot be printed right is an error that names the document; there is
// no output then.
func TestPrintErrors(t *testing.T) {
	text := "a: 1\n---\nb: 2\n"
	docs, other := parsed(t, []byte(text)), parsed(t, []byte("\n\n\n\n\n\n\nx: 1\n"))
	scalar := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: "x"}
	cycle := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	cycle.Content = []*yaml.Node{{Kind: yaml.AliasNode, Value: "gone"}}
	for _, c := range []struct {
		name string
		docs []Change
		want string
	}{
		{"a document is missing", []Change{{Old: docs[0], New: scalar}}, "2 documents instead of the 1"},
		{"of another text", []Change{{Old: other[0], New: scalar}}, "2 documents instead of the 1"},
		{"not a document", []Change{{Old: docs[0].Content[0], New: scalar}, {Old: docs[1], New: docs[1]}}, "document 1"},
		{"alias of nothing", []Change{{Old: docs[0], New: docs[0]}, {Old: docs[1], New: cycle}}, "document 2"},
		{"nil inside", []Change{{Old: docs[0], New: docs[0]}, {Old: docs[1], New: &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{nil, nil}}}}, "cannot be"},
		{"key without value", []Change{{Old: docs[0], New: docs[0]}, {Old: docs[1], New: &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{scalar}}}}, "cannot be"},
		{"node of no kind", []Change{{Old: docs[0], New: docs[0]}, {Old: docs[1], New: &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{{}}}}}, "cannot be"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := Print([]byte(text), c.docs)
			if err == nil || out != nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q, %v", out, err)
			}
		})
	}
	if _, err := Parse([]byte("a: 1\n---\nb: [\n")); err == nil || !strings.Contains(err.Error(), "document 2") || !strings.Contains(err.Error(), "line ") {
		t.Errorf("parsing gave %v", err)
	}
}

// A tree that says the same gives the same bytes, whichever nodes it is made of.
func TestIdentity(t *testing.T) {
	for _, s := range samples(t) {
		docs := changes(s.docs)
		out, err := Print(s.text, docs)
		if err != nil || !bytes.Equal(out, s.text) {
			t.Errorf("%s: same nodes: %v\n%s", s.name, err, cmp.Diff(string(s.text), string(out)))
		}
		for i := range docs {
			docs[i].New = node.Copy(docs[i].Old)
		}
		out, err = Print(s.text, docs)
		if err != nil || !bytes.Equal(out, s.text) {
			t.Errorf("%s: copied nodes: %v\n%s", s.name, err, cmp.Diff(string(s.text), string(out)))
		}
	}
}

// Documents come and go with their markers, and what stays keeps its bytes.
func TestDocumentsComeAndGo(t *testing.T) {
	for _, c := range []struct {
		name, text string
		// keep tells which of the documents stay, + where one is added, h where one
		// with a head is.
		keep, want string
	}{
		{"add to nothing", "", "+", "new: 1\n"},
		{"add twice to nothing", "", "++", "new: 1\n---\nnew: 1\n"},
		{"add behind", "a: 1\n", "k+", "a: 1\n---\nnew: 1\n"},
		{"add in front", "a: 1\n", "+k", "new: 1\n---\na: 1\n"},
		{"add between", "a: 1\n---\nb: 2\n", "k+k", "a: 1\n---\nnew: 1\n---\nb: 2\n"},
		{"add in front of a marker", "---\na: 1\n", "+k", "---\nnew: 1\n---\na: 1\n"},
		{"add behind no final newline", "a: 1", "k+", "a: 1\n---\nnew: 1\n"},
		{"add behind text without newline", "a: |\n  x", "k+", "a: |-\n  x\n---\nnew: 1\n"},
		{"add behind dots", "a: 1\n...\n", "k+", "a: 1\n...\n---\nnew: 1\n"},
		{"add with CRLF", "a: 1\r\n", "k+", "a: 1\r\n---\r\nnew: 1\r\n"},
		{"add behind a byte order mark", "\ufeffa: 1\n", "+k", "\ufeffnew: 1\n---\na: 1\n"},
		{"delete the last", "a: 1\n---\nb: 2\n", "kd", "a: 1\n"},
		{"delete the first", "a: 1\n---\nb: 2\n", "dk", "b: 2\n"},
		{"delete the first marked", "---\na: 1\n---\nb: 2\n", "dk", "---\nb: 2\n"},
		{"delete the first of a marker with comment", "a: 1\n--- # b\nb: 2\n", "dk", "--- # b\nb: 2\n"},
		{"delete the middle", "a: 1\n---\nb: 2\n---\nc: 3", "kdk", "a: 1\n---\nc: 3"},
		{"delete the last of no final newline", "a: 1\n---\nb: 2", "kd", "a: 1\n"},
		{"delete all", "a: 1\n---\nb: 2\n", "dd", ""},
		{"delete keeps the head", "# licence\n\na: 1\n---\nb: 2\n", "dk", "# licence\n\nb: 2\n"},
		{"exchange", "a: 1\n---\nb: 2\n", "d+k", "new: 1\n---\nb: 2\n"},
		{"exchange keeps the head", "# licence\n\na: 1\n", "d+", "# licence\n\nnew: 1\n"},
		{"exchange keeps the head once", "# licence\n\na: 1\n", "dh", "# licence\n\nheaded: 1\n"},
		{"exchange keeps another head", "# licence 1.0\n\na: 1\n", "dh", "# licence 1.0\n\n# licence\n\nheaded: 1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			old, added := parsed(t, []byte(c.text)), parsed(t, []byte("new: 1\n"))
			headed := []byte("# licence\n\nheaded: 1\n")
			var docs []Change
			for _, k := range c.keep {
				switch k {
				case 'h':
					docs = append(docs, Change{New: parsed(t, headed)[0], Text: headed})
					continue
				case '+':
					docs = append(docs, Change{New: added[0].Content[0]})
					continue
				case 'k':
					docs = append(docs, Change{Old: old[0], New: old[0]})
				case 'd':
					docs = append(docs, Change{Old: old[0]})
				}
				old = old[1:]
			}
			got, err := Print([]byte(c.text), docs)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// What becomes the first document needs no marker, also where its marker had a comment that is gone.
func TestMarkerWithoutItsComment(t *testing.T) {
	const lines = "x: 1\ny: 1\nz: 1\n"
	original := "--- # A comment that is longer than all that stays of the document.\n" + lines + "b: 1\nc: 1\n"
	text := []byte("a: 1\n" + strings.Replace(original, "c: 1", "c: 2", 1))
	old := parsed(t, text)
	got, err := Print(text, []Change{{Old: old[0]}, {
		Old: old[1], New: parsed(t, []byte(lines+"b: 2\nc: 2\n"))[0],
		Versions: &Versions{Original: []byte(original), Updated: []byte("---\n" + lines + "b: 2\nc: 1\n")},
	}})
	if want := lines + "b: 2\nc: 2\n"; err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, cmp.Diff(want, string(got)))
	}
}

// Maps are the same whatever the order of their fields, but those of one that repeats a key are in one order.
func TestSameValues(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"{a: 1, b: {c: [2]}}", "{b: {c: [2]}, a: 1}"}: true,
		{"{a: 1, b: 2}", "{a: 1, c: 2}"}:               false,
		{"{a: 1, a: 1}", "{a: 1, b: 1}"}:               false,
		{"{a: 1, b: 1}", "{a: 1, a: 1}"}:               false,
		{"{a: 1, a: 2, b: 3}", "{b: 3, a: 1, a: 2}"}:   true,
		{"{a: 1, a: 2}", "{a: 2, a: 1}"}:               false,
		{"{a: 1, a: 1}", "{a: 1}"}:                     false,
		{"{1: a, b: 1}", "{'1': a, b: 1}"}:             false,
		{"[1, 2]", "[2, 1]"}:                           false,
	} {
		if got := SameValues(parsed(t, []byte(pair[0]))[0].Content[0], parsed(t, []byte(pair[1]))[0].Content[0]); got != want {
			t.Errorf("%s: %v", pair, got)
		}
	}
}
