package source

import (
	"bytes"
	"math/rand"
	"testing"
)

// Whatever parses is printed unchanged byte for byte; whatever is changed is
// printed right or refused; nothing panics.
func FuzzPrint(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s.text, int64(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, seed int64) {
		if len(text) > 4096 {
			return
		}
		old, err := Parse(text)
		if err != nil || len(old) == 0 {
			return
		}
		docs := changes(old)
		for i := range docs {
			docs[i].New = clone(old[i])
		}
		out, err := Print(text, docs)
		if err == nil && !bytes.Equal(out, text) {
			t.Errorf("unchanged text was changed:\n%q\n%q", text, out)
		}
		m := &mutator{rand: rand.New(rand.NewSource(seed)), comments: seed%2 == 0}
		for i := range docs {
			docs[i].New = old[i]
		}
		i := m.rand.Intn(len(docs))
		switch m.rand.Intn(6) {
		case 0:
			docs[i].New = nil
		case 1:
			docs = append(docs[:i:i], append([]Change{{New: m.value()}}, docs[i:]...)...)
		default:
			docs[i].New = m.document(old[i])
		}
		out, err = Print(text, docs)
		if err != nil {
			return
		}
		if err := checkStream(out, docs); err != nil {
			t.Errorf("%v\n%q\n%q", err, text, out)
		}
	})
}
