package printable_test

import (
	"testing"

	"github.com/krm-merge/krm-merge/internal/printable"
)

const evil = "a\x1b[31m\n\u202eb\u2066c\u200e\u061c\x7f\u009b\u2028d\te\n  é\xff\n"

func TestLine(t *testing.T) {
	if got, want := printable.Line(evil), "a [31m bc   d e   é\ufffd "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestText(t *testing.T) {
	if got, want := printable.Text(evil), "a [31m\nbc   d\te\n  é\ufffd\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLines(t *testing.T) {
	if got, want := printable.Lines(evil), "a [31m\n  bc   d e\n  é\ufffd\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
