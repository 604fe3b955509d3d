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
			if _, err := newStream(text); err != nil {
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
	if good != 2 || failed == nil {
		t.Errorf("%d documents, error %v", good, failed)
	}
}

// Comments are the same whether lines end in LF or in CR and LF, and so are all values
// and places.
func TestParseCRLF(t *testing.T) {
	text := "# top\n# top too\n\na: 1\nb:\n  # one\n  # two\n\n  # three\n  c: 2 # line\n  d: |\n    x\n    y\n  e: 'f\n\n    g'\n# x\n# y\n\n# z\nd: 1\n# foot\n# foot too\n\n# end\n"
	crlf := strings.ReplaceAll(text, "\n", "\r\n")
	if diff := cmp.Diff(parsed(t, []byte(text)), parsed(t, []byte(crlf))); diff != "" {
		t.Errorf("-LF +CRLF:\n%s", diff)
	}
}

// TestRefused: what the library refuses is said with its line and what to do.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"malformed":           {"a: 1\nb: [\n", "document 1 cannot be parsed: line 2: did not find expected node content; correct the YAML"},
		"malformed at once":   {"a: b: c\n", "line 1: document 1 cannot be parsed: mapping values are not allowed in this context; correct the YAML"},
		"tabs":                {"a:\n\t- b\n", "document 1 cannot be parsed: line 2: found character that cannot start any token; indent by spaces, YAML takes no tabs, and put a value that begins with @ or ` in quotes"},
		"conflict":            {"a: 1\n<<<<<<< HEAD\nb: 1\n=======\n>>>>>>> theirs\n", "line 2: git's mark of a conflict; resolve that conflict first (krm-merge resolve)"},
		"end of a conflict":   {"a: 1\n>>>>>>> theirs\nb: 1\n", "line 2: git's mark of a conflict; resolve that conflict first (krm-merge resolve)"},
		"a mark in a text":    {"a: |\n  <<<<<<< HEAD\nb: [\n", "document 1 cannot be parsed: line 3: did not find expected node content; correct the YAML"},
		"Latin 1":             {"a: 1\n# caf\xe9\n", "line 2: is not UTF-8; convert the text to UTF-8"},
		"UTF-16 without mark": {"\x00a\x00:\x00 \x001", "line 1: holds a zero byte; this is not text, or it is UTF-16, which must be converted to UTF-8"},
		"JSON with comments":  {"{\n \"a\": 1,\n  // why\n  \"b\": 2\n}\n", "line 3: a comment, which JSON does not allow; take it out"},
		"version":             {"%YAML 1.2\n---\na: 1\n", "line 1: document 1 cannot be parsed: found incompatible YAML document; a %YAML line asks for another version than the 1.1 that Kubernetes' tools read; leave the line out"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse([]byte(c.text))
			if err == nil {
				t.Fatal("the library takes it")
			}
			if got := Refused([]byte(c.text), err).Error(); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("several lines: %q", err)
			}
		})
	}
}
