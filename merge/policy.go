package merge

// Policy decides what the rules leave open. The zero value is the profile
// Documented.
type Policy struct {
	OnConflict OnConflict
	Nulls      Nulls
	Order      Order
	Additions  Additions
	Atomic     Atomic
	Text       Text
	// RenamedKeys counts in a 3-way merge.
	RenamedKeys RenamedKeys
}

// RenamedKeys says what becomes of a field, or of an element of a list without
// schema, that one side gave another key while the other side edited it.
type RenamedKeys uint8

const (
	// RenamedApart takes it for one that is gone and another that is new.
	RenamedApart RenamedKeys = iota
	// RenamedFollow knows it again by its value, so that the edit goes along.
	RenamedFollow
)

func (r RenamedKeys) String() string {
	switch r {
	case RenamedApart:
		return "Apart"
	case RenamedFollow:
		return "Follow"
	}
	return "invalid"
}

// Atomic says how lists merge whose elements no key identifies.
type Atomic uint8

const (
	// AtomicReplace takes them whole.
	AtomicReplace Atomic = iota
	// AtomicMerge merges them element by element, as a sequence.
	AtomicMerge
	// AtomicUnion merges them as sets.
	AtomicUnion
)

func (a Atomic) String() string {
	switch a {
	case AtomicReplace:
		return "Replace"
	case AtomicMerge:
		return "Merge"
	case AtomicUnion:
		return "Union"
	}
	return "invalid"
}

// Text says how strings of several lines merge.
type Text uint8

const (
	// TextReplace takes them whole.
	TextReplace Text = iota
	// TextLines merges them line by line, and by structure those that hold
	// YAML or JSON by their names; see Options.Documents.
	TextLines
)

func (t Text) String() string {
	switch t {
	case TextReplace:
		return "Replace"
	case TextLines:
		return "Lines"
	}
	return "invalid"
}

// OnConflict says which version has its way where two changed the same place.
type OnConflict uint8

const (
	// TakeUpdated takes upstream's value.
	TakeUpdated OnConflict = iota
	// TakeDest keeps the local value.
	TakeDest
	// Fail takes upstream's value like TakeUpdated; the caller refuses a
	// result that has conflicts.
	Fail
	// TakeNewest takes the higher one where both values are versions, and
	// upstream's elsewhere.
	TakeNewest
)

func (c OnConflict) String() string {
	switch c {
	case TakeUpdated:
		return "Updated"
	case TakeDest:
		return "Dest"
	case Fail:
		return "Fail"
	case TakeNewest:
		return "Newest"
	}
	return "invalid"
}

// Nulls says what a null written in a version means.
type Nulls uint8

const (
	// NullsClear removes the field that is null in updated or dest.
	NullsClear Nulls = iota
	// NullsChanged makes null a value that counts where it is a change.
	NullsChanged
)

func (n Nulls) String() string {
	switch n {
	case NullsClear:
		return "Clear"
	case NullsChanged:
		return "Changed"
	}
	return "invalid"
}

// Order says whose order the fields and elements of the result follow.
type Order uint8

const (
	// OrderDest keeps the order of dest.
	OrderDest Order = iota
	// OrderUpdated follows updated where dest kept the order of original; where
	// both changed it, differently, that is a conflict.
	OrderUpdated
)

func (o Order) String() string {
	switch o {
	case OrderDest:
		return "Dest"
	case OrderUpdated:
		return "Updated"
	}
	return "invalid"
}

// Additions says where elements go that dest does not have.
type Additions uint8

const (
	// AddDefault is AddInPlace in a 3-way merge and AddAppend in a 2-way merge.
	AddDefault Additions = iota
	// AddInPlace puts an addition in front of its next neighbour upstream.
	AddInPlace
	// AddAppend puts additions behind everything dest has.
	AddAppend
	// AddPrepend puts what updated has in front, in its order, as kustomize
	// does; what only dest has comes behind it.
	AddPrepend
)

func (a Additions) String() string {
	switch a {
	case AddDefault:
		return "Default"
	case AddInPlace:
		return "InPlace"
	case AddAppend:
		return "Append"
	case AddPrepend:
		return "Prepend"
	}
	return "invalid"
}
