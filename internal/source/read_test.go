package source

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"go.yaml.in/yaml/v3"
)

// Documents gives what Parse does, one by one, and each with its text.
func TestDocuments(t *testing.T) {
	for _, s := range samples(t) {
		var all []*yaml.Node
		var texts [][]byte
		for text, err := range Documents(s.text) {
			if err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
			all, texts = append(all, text.Docs...), append(texts, text.Bytes)
			if _, err := newTextStream(text); err != nil {
				t.Errorf("%s: the places of a document of it are not found: %v", s.name, err)
			}
		}
		if len(all) != len(s.docs) {
			t.Errorf("%s: %d documents, want %d", s.name, len(all), len(s.docs))
			continue
		}
		for i := range all {
			if !isSame(all[i], s.docs[i]) || all[i].Line != s.docs[i].Line {
				t.Errorf("%s: document %d differs", s.name, i+1)
			}
		}
		if joined := bytes.Join(texts, nil); !bytes.HasSuffix(plainJSON(s.text), joined) {
			t.Errorf("%s: the texts are not that of the stream", s.name)
		}
	}
}

// The documents in front of a mistake are given.
func TestDocumentsUntilMistake(t *testing.T) {
	good := 0
	var failed error
	for _, err := range Documents([]byte("a: 1\n---\nb: 2\n---\n- [\n")) {
		if failed = err; err == nil {
			good++
		}
	}
	if good != 1 || failed == nil {
		t.Errorf("%d documents, error %v", good, failed)
	}
}

// Comments are the same whether lines end in LF or in CR and LF, and so are all values
// and places.
func TestParseCRLF(t *testing.T) {
	text := "# top\n# top too\n\na: 1\nb:\n  # one\n  # two\n\n  # three\n  c: 2 # line\n  d: |\n    x\n    y\n  e: 'f\n\n    g'\n# x\n# y\n\n# z\nd: 1\n# foot\n# foot too\n\n# end\n"
	want, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Parse([]byte(strings.ReplaceAll(text, "\n", "\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-LF +CRLF:\n%s", diff)
	}
}
