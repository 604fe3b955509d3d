package bounded

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// What may be read goes by what merging it takes: of small documents less than of
// text.
func TestMemory(t *testing.T) {
	for _, c := range []struct {
		name, text string
		mebibytes  int
		tooMuch    string
	}{
		{"documents", "a: 1\n---\n", 100, "fields and documents"},
		{"manifests", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a-name-of-one\n  labels:\n    app.kubernetes.io/name: name\n", 150, ""},
		{"text", "Some words of a text without anything else in it.\n", 250, ""},
		{"text", "Some words of a text without anything else in it.\n", 260, "256 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			piece := strings.Repeat(c.text, 1<<20/len(c.text))
			in := new(Input)
			var err error
			for range c.mebibytes {
				if _, err = io.Copy(io.Discard, struct{ io.Reader }{in.Reader(strings.NewReader(piece))}); err != nil {
					break
				}
			}
			switch {
			case c.tooMuch == "" && err != nil, c.tooMuch != "" && (!errors.As(err, new(Error)) || !strings.Contains(err.Error(), c.tooMuch)):
				t.Errorf("the error is %v, want %q", err, c.tooMuch)
			}
		})
	}
}
