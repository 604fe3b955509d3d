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

// Word is a value of a set that is written as one of some words. A set is a type of its own, such as
// an empty struct with these words.
type Word[S interface{ Words() []string }] uint8

func (w Word[S]) names() Names[Word[S]] {
	var set S
	return set.Words()
}

func (w Word[S]) String() string { return w.names().Of(w) }

// MarshalText is the word in a configuration.
func (w Word[S]) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText reads the word; the error for another text is an *UnknownError.
func (w *Word[S]) UnmarshalText(text []byte) error { return w.names().Unmarshal(text, w) }

// Flag is a Word of two, as a truth value: the first is false.
type Flag[S interface{ Words() []string }] bool

func (f Flag[S]) word() Word[S] {
	if f {
		return 1
	}
	return 0
}

func (f Flag[S]) String() string { return f.word().String() }

// UnmarshalText reads the word; the error for another text is an *UnknownError.
func (f *Flag[S]) UnmarshalText(text []byte) error {
	w := f.word()
	err := w.UnmarshalText(text)
	*f = w == 1
	return err
}
