package merge

import (
	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/terms"
)

// Policy decides what the rules leave open. The zero value is the profile
// Documented.
type Policy struct {
	OnConflict OnConflict
	// KeepNulls makes a null a value that counts where it is a change. Without it one in
	// updated or dest removes its field.
	KeepNulls bool
	// UpdatedOrder follows updated's order where dest kept that of original; where both
	// changed it, differently, that is a conflict. In a 2-way merge what the source has comes
	// first, in its order. Without it the order is dest's.
	UpdatedOrder bool
	Atomic       Atomic
	// TextByLines merges strings of several lines line by line. Without it they are taken
	// whole.
	TextByLines bool
	// ImagesByParts counts in a 3-way merge. It takes the name of an image in a field called
	// image, with its registry, and the version, which is tag and digest together, from the
	// sides that changed them, if each side changed one. Without it they are as any other value.
	ImagesByParts bool
	// FollowRenamed counts in a 3-way merge. It knows a field, or an element of a list without
	// schema, to which one side gave another key again by its value, so that an edit of the
	// other side goes along. Without it, it is one that is gone and another that is new.
	FollowRenamed bool
}

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
func (a Atomic) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads the name; the error for another text lists the names.
func (a *Atomic) UnmarshalText(text []byte) error { return atomicNames.Unmarshal(text, a) }

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
func (c OnConflict) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

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

// Mode is what becomes of the keys of one map that both sides have.
type Mode uint8

const (
	// ModeUnset leaves the choice to others, in the end to ModeMerge.
	ModeUnset Mode = iota
	// ModeMerge merges the values of shared keys.
	ModeMerge
	// ModeSkip keeps the left value (dest's) of shared keys, whole.
	ModeSkip
	// ModeReplace takes the right value (updated's) of shared keys, whole.
	ModeReplace
	// ModeKeep keeps dest's value, whole. It is not for configurations: only the
	// comment [terms.PinComment] in dest sets it.
	ModeKeep
)

var modeNames = enum.Names[Mode]{"", "MERGE", "SKIP", "REPLACE"}

func (m Mode) String() string {
	if m == ModeKeep {
		return terms.PinComment
	}
	return modeNames.Of(m)
}

// Decider is what decides a conflict that the mode decides.
func (m Mode) Decider() terms.Decider {
	if m == ModeKeep {
		return terms.ByPin
	}
	return terms.ByMode
}

// MarshalText is the name in a configuration.
func (m Mode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads the name; the error for another text lists the names.
func (m *Mode) UnmarshalText(text []byte) error { return modeNames.Unmarshal(text, m) }

// asks reports whether somebody decides about conflicts, so that more of them are of
// use.
func (p *Policy) asks() bool { return p.Decides() == Fail || p.Decides() == Ask }

// Rule is a setting for some places of a document. It holds for the places its
// pattern names and, but for the mode, for everything below them.
type Rule struct {
	Path Path
	// Mode is the mode of the maps named; at other values SKIP keeps dest's
	// and REPLACE takes updated's.
	Mode Mode
	// The settings that are not nil replace those of the policy.
	OnConflict    *OnConflict
	KeepNulls     *bool
	UpdatedOrder  *bool
	Atomic        *Atomic
	TextByLines   *bool
	ImagesByParts *bool
}

// Over is a policy with the settings of the rule in place of its own.
func (r *Rule) Over(p Policy) Policy {
	set(&p.OnConflict, r.OnConflict)
	set(&p.KeepNulls, r.KeepNulls)
	set(&p.UpdatedOrder, r.UpdatedOrder)
	set(&p.Atomic, r.Atomic)
	set(&p.TextByLines, r.TextByLines)
	set(&p.ImagesByParts, r.ImagesByParts)
	return p
}

func set[T any](setting, to *T) {
	if to != nil {
		*setting = *to
	}
}
