// Package enum names the values of small closed sets. In goes one table of names for
// each set, out come String, parsing and the lists of values in messages and documents.
// It must not know anything about any one set.
package enum

import (
	"fmt"
	"slices"
	"strings"
)

// Names are the names of an enum's values, in the order of the values from 0 on.
// A value whose name is empty cannot be written: it stands for one that is not.
type Names[T ~uint8] []string

// Of is the name of a value, "invalid" for one that is not in the table.
func (n Names[T]) Of(v T) string {
	if int(v) >= len(n) {
		return "invalid"
	}
	return n[v]
}

// Marshal is Of for encoding.TextMarshaler. A value that is not in the table is an
// error.
func (n Names[T]) Marshal(v T) ([]byte, error) {
	if int(v) >= len(n) {
		return nil, fmt.Errorf("%T has no value %d", v, v)
	}
	return []byte(n[v]), nil
}

// Unmarshal sets v to the value of that name, for encoding.TextUnmarshaler. The
// error for any other text is an *UnknownError; v is unchanged then.
func (n Names[T]) Unmarshal(text []byte, v *T) error {
	if i := slices.Index(n, string(text)); i >= 0 && len(text) > 0 {
		*v = T(i)
		return nil
	}
	known := slices.DeleteFunc(slices.Clone(n), func(name string) bool { return name == "" })
	return &UnknownError{Text: string(text), Known: known}
}

// UnknownError is the error for a text that names none of the values. The empty
// text never does, so it is the way to ask for what is known.
type UnknownError struct {
	Text  string
	Known []string
}

func (e *UnknownError) Error() string {
	last := len(e.Known) - 1
	return fmt.Sprintf("unknown value %q; use %s or %s", e.Text, strings.Join(e.Known[:last], ", "), e.Known[last])
}

// Flag is a setting of two values that are written as words, the first for false.
type Flag[W interface{ Words() [2]string }] bool

func (f Flag[W]) String() string {
	var words W
	if f {
		return words.Words()[1]
	}
	return words.Words()[0]
}

// MarshalText is the word in a configuration.
func (f Flag[W]) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads the word; the error for another text is an *UnknownError.
func (f *Flag[W]) UnmarshalText(text []byte) error {
	var words W
	known := words.Words()
	i := slices.Index(known[:], string(text))
	if i < 0 {
		return &UnknownError{Text: string(text), Known: known[:]}
	}
	*f = i == 1
	return nil
}
