package printable_test

import (
	"testing"

	"github.com/krm-merge/krm-merge/internal/printable"
)

func TestLine(t *testing.T) {
	const evil = "a\x1b[31m\n\u202eb\u2066c\u200e\u061c\x7f\u009b\u2028d\te\n  é\xff\n"
	for want, got := range map[string]string{
		"a [31m bc   d e   é\ufffd ":      printable.Line(evil),
		"a [31m\nbc   d\te\n  é\ufffd\n":  printable.Text(evil),
		"a [31m\n  bc   d e\n  é\ufffd\n": printable.Lines(evil),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
