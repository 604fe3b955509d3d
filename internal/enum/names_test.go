package enum_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/krm-merge/krm-merge/internal/enum"
)

type fruit uint8

var fruits = enum.Names[fruit]{"", "Apple", "Pear", "Plum"}

// TestNames: each value has its name, which is read as that value, and anything else names none.
func TestNames(t *testing.T) {
	for v, name := range append(fruits, "invalid") {
		if got := fruits.Of(fruit(v)); got != name {
			t.Errorf("value %d is %q, want %q", v, got, name)
		}
	}
	for name, want := range map[string]fruit{"Apple": 1, "Pear": 2, "Plum": 3, "": 9, "apple": 9, "invalid": 9} {
		read := fruit(9)
		err := fruits.Unmarshal([]byte(name), &read)
		unknown, is := errors.AsType[*enum.UnknownError](err)
		if read != want || is != (want == 9) || is && !slices.Equal(unknown.Known, []string{"Apple", "Pear", "Plum"}) {
			t.Errorf("%q is read as %d, %v", name, read, err)
		}
	}
	if err := fruits.Unmarshal([]byte("x"), new(fruit)); err.Error() != `unknown value "x"; use Apple, Pear or Plum` {
		t.Error(err)
	}
}
