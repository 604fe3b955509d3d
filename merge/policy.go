package merge

import "github.com/krm-merge/krm-merge/internal/enum"

// Policy decides what the rules leave open. The zero value is the profile
// Documented.
type Policy struct {
	OnConflict OnConflict
	Nulls      Nulls
	Order      Order
	Atomic     Atomic
	Text       Text
	// Images counts in a 3-way merge.
	Images Images
	// RenamedKeys counts in a 3-way merge.
	RenamedKeys RenamedKeys
}

// RenamedKeys is what becomes of a field, or of an element of a list without schema, if
// one side gave it another key while the other side edited it.
type RenamedKeys uint8

const (
	// RenamedApart takes it for one that is gone and another that is new.
	RenamedApart RenamedKeys = iota
	// RenamedFollow knows it again by its value, so that the edit goes along.
	RenamedFollow
)

var renamedKeyNames = enum.Names[RenamedKeys]{"Apart", "Follow"}

func (r RenamedKeys) String() string { return renamedKeyNames.Of(r) }

// MarshalText is the name in a configuration.
func (r RenamedKeys) MarshalText() ([]byte, error) { return renamedKeyNames.Marshal(r) }

// UnmarshalText reads the name; the error for another text lists the names.
func (r *RenamedKeys) UnmarshalText(text []byte) error { return renamedKeyNames.Unmarshal(text, r) }

// Atomic is how lists merge whose elements no key identifies.
type Atomic uint8

const (
	// AtomicReplace takes them whole.
	AtomicReplace Atomic = iota
	// AtomicMerge merges them element by element, as a sequence.
	AtomicMerge
	// AtomicUnion merges them as sets.
	AtomicUnion
)

var atomicNames = enum.Names[Atomic]{"Replace", "Merge", "Union"}

func (a Atomic) String() string { return atomicNames.Of(a) }

// MarshalText is the name in a configuration.
func (a Atomic) MarshalText() ([]byte, error) { return atomicNames.Marshal(a) }

// UnmarshalText reads the name; the error for another text lists the names.
func (a *Atomic) UnmarshalText(text []byte) error { return atomicNames.Unmarshal(text, a) }

// Text is how strings of several lines merge.
type Text uint8

const (
	// TextReplace takes them whole.
	TextReplace Text = iota
	// TextLines merges them line by line.
	TextLines
)

var textNames = enum.Names[Text]{"Replace", "Lines"}

func (t Text) String() string { return textNames.Of(t) }

// MarshalText is the name in a configuration.
func (t Text) MarshalText() ([]byte, error) { return textNames.Marshal(t) }

// UnmarshalText reads the name; the error for another text lists the names.
func (t *Text) UnmarshalText(text []byte) error { return textNames.Unmarshal(text, t) }

// Images is how images merge, which are the fields called image.
type Images uint8

const (
	// ImagesWhole takes them as any other value.
	ImagesWhole Images = iota
	// ImagesParts takes the name, with its registry, and the version, which is tag and
	// digest together, from the sides that changed them, if each side changed one.
	ImagesParts
)

var imagesNames = enum.Names[Images]{"Whole", "Parts"}

func (i Images) String() string { return imagesNames.Of(i) }

// MarshalText is the name in a configuration.
func (i Images) MarshalText() ([]byte, error) { return imagesNames.Marshal(i) }

// UnmarshalText reads the name; the error for another text lists the names.
func (i *Images) UnmarshalText(text []byte) error { return imagesNames.Unmarshal(text, i) }

// OnConflict is which version wins where two changed the same place.
type OnConflict uint8

const (
	// TakeUpdated takes upstream's value.
	TakeUpdated OnConflict = iota
	// TakeDest keeps the local value.
	TakeDest
	// Fail takes upstream's value like TakeUpdated; the caller refuses a
	// result that has conflicts.
	Fail
	// TakeNewest takes the higher one where both values are versions, elsewhere updated's.
	TakeNewest
	// Ask leaves the place to somebody, and keeps dest's value until then. It finds
	// the conflicts that Fail finds.
	Ask
	// NewestOrDest is TakeNewest, but what are not versions is dest's.
	NewestOrDest
	// NewestOrAsk is TakeNewest, but what are not versions is left to somebody.
	NewestOrAsk
)

var onConflictNames = enum.Names[OnConflict]{"Updated", "Dest", "Fail", "Newest", "Ask", "NewestOrDest", "NewestOrAsk"}

func (c OnConflict) String() string { return onConflictNames.Of(c) }

// MarshalText is the name in a configuration.
func (c OnConflict) MarshalText() ([]byte, error) { return onConflictNames.Marshal(c) }

// UnmarshalText reads the name; the error for another text lists the names.
func (c *OnConflict) UnmarshalText(text []byte) error { return onConflictNames.Unmarshal(text, c) }

// Decides is what decides about a conflict that no comparison of versions settles;
// TakeNewest is then as TakeUpdated.
func (p *Policy) Decides() OnConflict {
	switch p.OnConflict {
	case NewestOrDest:
		return TakeDest
	case NewestOrAsk:
		return Ask
	case TakeUpdated, TakeDest, TakeNewest, Fail, Ask:
	}
	return p.OnConflict
}

// comparesVersions reports whether the higher of two versions is taken.
func (c OnConflict) comparesVersions() bool {
	return c == TakeNewest || c == NewestOrDest || c == NewestOrAsk
}

// Nulls is what a null written in a version means.
type Nulls uint8

const (
	// NullsClear removes the field that is null in updated or dest.
	NullsClear Nulls = iota
	// NullsChanged makes null a value that counts where it is a change.
	NullsChanged
)

var nullNames = enum.Names[Nulls]{"Clear", "Changed"}

func (n Nulls) String() string { return nullNames.Of(n) }

// MarshalText is the name in a configuration.
func (n Nulls) MarshalText() ([]byte, error) { return nullNames.Marshal(n) }

// UnmarshalText reads the name; the error for another text lists the names.
func (n *Nulls) UnmarshalText(text []byte) error { return nullNames.Unmarshal(text, n) }

// Order is whose order the fields and elements of the result follow.
type Order uint8

const (
	// OrderDest keeps the order of dest.
	OrderDest Order = iota
	// OrderUpdated follows updated where dest kept the order of original; where
	// both changed it, differently, that is a conflict. In a 2-way merge what the
	// source has comes first, in its order.
	OrderUpdated
)

var orderNames = enum.Names[Order]{"Dest", "Updated"}

func (o Order) String() string { return orderNames.Of(o) }

// MarshalText is the name in a configuration.
func (o Order) MarshalText() ([]byte, error) { return orderNames.Marshal(o) }

// UnmarshalText reads the name; the error for another text lists the names.
func (o *Order) UnmarshalText(text []byte) error { return orderNames.Unmarshal(text, o) }
