package enum_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/krm-merge/krm-merge/internal/enum"
)

type fruit uint8

var fruits = enum.Names[fruit]{"", "Apple", "Pear", "Plum"}

func TestNames(t *testing.T) {
	for v, name := range fruits {
		if got := fruits.Of(fruit(v)); got != name {
			t.Errorf("value %d is %q, want %q", v, got, name)
		}
		read := fruit(9)
		if err := fruits.Unmarshal([]byte(name), &read); name != "" && (err != nil || read != fruit(v)) {
			t.Errorf("%q is read as %d, %v", name, read, err)
		}
		if text, err := fruits.Marshal(fruit(v)); string(text) != name || err != nil {
			t.Errorf("value %d is written as %q, %v", v, text, err)
		}
	}
	if got := fruits.Of(4); got != "invalid" {
		t.Errorf("a value without name is %q", got)
	}
	if _, err := fruits.Marshal(4); err == nil {
		t.Error("a value without name can be written")
	}
}

func TestUnknown(t *testing.T) {
	for _, text := range []string{"", "apple", "invalid"} {
		read := fruit(9)
		err := fruits.Unmarshal([]byte(text), &read)
		var unknown *enum.UnknownError
		if !errors.As(err, &unknown) || unknown.Text != text || read != 9 {
			t.Fatalf("%q is read as %d, %v", text, read, err)
		}
		if !slices.Equal(unknown.Known, []string{"Apple", "Pear", "Plum"}) {
			t.Errorf("known are %q", unknown.Known)
		}
	}
	if err := fruits.Unmarshal([]byte("x"), new(fruit)); err.Error() != `unknown value "x"; use Apple, Pear or Plum` {
		t.Error(err)
	}
}
