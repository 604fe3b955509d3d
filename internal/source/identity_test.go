package source

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// A tree that says the same gives the same bytes, whichever nodes it is made of.
func TestIdentity(t *testing.T) {
	for _, s := range samples(t) {
		docs := changes(s.docs)
		out, err := Print(s.text, docs)
		if err != nil || !bytes.Equal(out, s.text) {
			t.Errorf("%s: same nodes: %v\n%s", s.name, err, cmp.Diff(string(s.text), string(out)))
		}
		for i := range docs {
			docs[i].New = clone(docs[i].Old)
		}
		out, err = Print(s.text, docs)
		if err != nil || !bytes.Equal(out, s.text) {
			t.Errorf("%s: copied nodes: %v\n%s", s.name, err, cmp.Diff(string(s.text), string(out)))
		}
	}
}

// The text of every scalar, parsed alone, is that scalar.
func TestSpans(t *testing.T) {
	scalars := 0
	for _, s := range samples(t) {
		stream, err := newTextStream(Text{Bytes: s.text, Docs: s.docs})
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		for i := range s.docs {
			root, err := stream.locate(i)
			if err != nil {
				t.Errorf("%s: document %d: %v", s.name, i+1, err)
				continue
			}
			scalars += checkSpans(t, s.name, stream, root)
		}
	}
	if scalars < 3000 {
		t.Errorf("only %d scalars were checked", scalars)
	}
}

func checkSpans(t *testing.T, name string, s *stream, p *place) int {
	t.Helper()
	checked := 0
	if p.node.Kind == yaml.ScalarNode && p.start < p.end && p.node.Tag != mergeTag {
		text := string(s.text[p.start:p.end])
		alone := "k: " + text
		if p.header > 0 {
			// The lines below hang on the column of the entry around it.
			alone = strings.Repeat(" ", columnAround(s, p)) + alone
			if !s.unterminated || p.end < len(s.text)-breakBefore(s.text, len(s.text)) {
				alone += "\n"
			}
		}
		if strings.Contains(text, "e!") || strings.HasSuffix(text, ":") {
			return 1 // needs its %TAG, or its flow collection
		}
		docs, err := Parse([]byte(alone))
		switch {
		case err != nil || len(docs) != 1 || len(docs[0].Content[0].Content) != 2:
			t.Errorf("%s: %q (from %q): %v", name, text, p.node.Value, err)
		case !Equal(docs[0].Content[0].Content[1], p.node):
			t.Errorf("%s: %q reads %q, want %q", name, text, docs[0].Content[0].Content[1].Value, p.node.Value)
		}
		checked++
	}
	for i := range p.entries {
		if k := p.entries[i].key; k != nil {
			checked += checkSpans(t, name, s, k)
		}
		checked += checkSpans(t, name, s, p.entries[i].value)
	}
	return checked
}

// columnAround gives the column of the block entry a value belongs to.
func columnAround(s *stream, p *place) int {
	f, _ := s.find(p.node, func(at *place) bool { return at == p })
	if f.parent == nil {
		return 0
	}
	return f.parent.column
}
