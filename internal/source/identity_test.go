package source

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
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
