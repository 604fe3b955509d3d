package paint_test

import (
	"testing"

	"github.com/krm-merge/krm-merge/internal/paint"
)

func TestSprint(t *testing.T) {
	for _, c := range []struct {
		style      paint.Style
		text, want string
	}{
		{paint.Red, "a", "\x1b[31ma\x1b[0m"},
		{paint.Bold.If(true), "a", "\x1b[1ma\x1b[0m"},
		{paint.Bold.If(false), "a", "a"},
		{paint.Red, "", ""},
	} {
		if got := c.style.Sprint(c.text); got != c.want {
			t.Errorf("%q in %q is %q, want %q", c.text, c.style, got, c.want)
		}
	}
}
