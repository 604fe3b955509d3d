package source

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"
)

// sample is a text to print.
type sample struct {
	name string
	text []byte
	docs []*yaml.Node
}

// samples are the awkward files, each in all its variants.
func samples(t testing.TB) []sample {
	t.Helper()
	var all []sample
	for _, f := range awkward(t) {
		for _, v := range variants(f.Data) {
			docs, err := Parse(v.text)
			if err != nil {
				if v.name == "" {
					t.Fatalf("%s: %v", f.Name, err)
				}
				continue
			}
			all = append(all, sample{f.Name + v.name, v.text, docs})
		}
	}
	return all
}

func awkward(t testing.TB) []txtar.File {
	t.Helper()
	a, err := txtar.ParseFile(filepath.Join("testdata", "awkward.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Files) < 100 {
		t.Fatalf("only %d awkward files", len(a.Files))
	}
	return a.Files
}

// variant is a text with other line breaks and the like.
type variant struct {
	name string
	text []byte
}

func variants(text []byte) []variant {
	crlf := bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	return []variant{
		{"", text},
		{" (CRLF)", crlf},
		{" (BOM)", append([]byte(byteOrderMark), text...)},
		{" (no final newline)", bytes.TrimSuffix(text, []byte("\n"))},
		{" (CRLF, BOM, no final newline)", append([]byte(byteOrderMark), bytes.TrimSuffix(crlf, []byte("\r\n"))...)},
	}
}

// parsed are the documents of a text.
func parsed(t testing.TB, text []byte) []*yaml.Node {
	t.Helper()
	docs, err := Parse(text)
	if err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	return docs
}

func changes(docs []*yaml.Node) []Change {
	out := make([]Change, len(docs))
	for i, d := range docs {
		out[i] = Change{Old: d, New: d}
	}
	return out
}
