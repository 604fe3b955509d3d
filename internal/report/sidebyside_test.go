package report

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestRows: of whatever versions, every line of dest and of the result is in the rows once
// and in order, and what changed is shown.
func TestRows(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range random.IntN(20) {
			b.WriteString(string(rune('a'+random.IntN(3))) + "\n")
		}
		return b.String()
	}
	for range 500 {
		f := &File{Was: []byte(text()), Text: []byte(text())}
		var got [2]string
		rows := f.rows()
		shown := ofInterest(rows, nil)
		for k, row := range rows {
			for i, c := range []cell{row.dest, row.result} {
				if c.line > 0 {
					if got[i] += c.text + "\n"; c.line != strings.Count(got[i], "\n") {
						t.Fatalf("line %d comes behind\n%s", c.line, got[i])
					}
				}
			}
			if !row.same() && !shown[k] {
				t.Fatalf("a change is not shown, from\n%s\nto\n%s", f.Was, f.Text)
			}
		}
		if got != [2]string{string(f.Was), string(f.Text)} {
			t.Fatalf("%q of\n%s\nand\n%s", got, f.Was, f.Text)
		}
	}
}
