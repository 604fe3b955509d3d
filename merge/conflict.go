package merge

import "go.yaml.in/yaml/v3"

// Side names one of the versions of a merge.
type Side uint8

const (
	// Original is the upstream version that dest was made from.
	Original Side = iota
	// Updated is the new upstream version.
	Updated
	// Dest is the local version, the one that is merged into.
	Dest
)

func (s Side) String() string {
	switch s {
	case Original:
		return "original"
	case Updated:
		return "updated"
	case Dest:
		return "dest"
	}
	return "invalid"
}

// ConflictKind says how two versions came to disagree about a place.
type ConflictKind uint8

const (
	// BothChanged: updated and dest changed a value differently.
	BothChanged ConflictKind = iota
	// BothAdded: updated and dest added different values.
	BothAdded
	// DeletedUpstream: updated deleted what dest changed.
	DeletedUpstream
	// DeletedLocally: dest deleted what updated changed.
	DeletedLocally
	// KindChanged: the kind of value changed on one side, against an edit on the other.
	KindChanged
	// ListChanged: updated and dest changed an atomic list differently.
	ListChanged
	// UnionChanged: updated and dest chose different members of a union.
	UnionChanged
	// OrderChanged: updated and dest changed the order of a list differently.
	OrderChanged
)

func (k ConflictKind) String() string {
	switch k {
	case BothChanged:
		return "both changed"
	case BothAdded:
		return "both added"
	case DeletedUpstream:
		return "deleted upstream, changed locally"
	case DeletedLocally:
		return "deleted locally, changed upstream"
	case KindChanged:
		return "kind of value changed"
	case ListChanged:
		return "list changed on both sides"
	case UnionChanged:
		return "different members of a union"
	case OrderChanged:
		return "order changed on both sides"
	}
	return "invalid"
}

// Conflict is one place about which updated and dest disagree. It is recorded
// whichever setting settles it, once, at the shallowest place where the
// versions part.
type Conflict struct {
	Path Path
	Kind ConflictKind
	// Original, Updated and Dest are the values of the place in the three
	// versions, nil where a version has none. They belong to the inputs; those
	// in a string are copies with lines of the file, as far as these are known:
	// the line of the string itself where its style does not keep its lines.
	Original, Updated, Dest *yaml.Node
	// In is the string that holds the document the place lies in, nil if none
	// does.
	In *Embedded
	// Taken is the side that had its way: Updated or Dest.
	Taken Side
	// Partial says that the place was deleted in dest and holds only what
	// updated changed of it, so that it may be incomplete.
	Partial bool
	// By is what settled the conflict, Mode the mode if one did.
	By   Decider
	Mode Mode
	// OnConflict is what the policy says at the place, a rule's or the general
	// one.
	OnConflict OnConflict
}

// Decider is what settles a conflict.
type Decider uint8

const (
	// ByPolicy: Policy.OnConflict decided.
	ByPolicy Decider = iota
	// ByNull: a null clears, whoever changed the place.
	ByNull
	// ByMode: the mode of the map, or of the place, decided.
	ByMode
	// ByPin: a local comment keeps the place as it is.
	ByPin
	// ByVersion: the higher of two versions was taken.
	ByVersion
)

func (b Decider) String() string {
	switch b {
	case ByPolicy:
		return "onConflict"
	case ByNull:
		return "null"
	case ByMode:
		return "mode"
	case ByPin:
		return "keep"
	case ByVersion:
		return "newest"
	}
	return "invalid"
}

// NoteKind is one of the things a merge reports that are no conflicts.
type NoteKind uint8

const (
	// NoteOrder: only updated changed the order of a list; dest's was kept.
	NoteOrder NoteKind = iota
	// NoteComment: updated and dest changed a comment differently, or a local
	// comment went with the place it stood at.
	NoteComment
	// NoteKeys: the keys the schema names do not identify the elements, so the
	// list was merged as an atomic one (or a set).
	NoteKeys
	// NoteAtomicMap: both sides changed different fields of an atomic map.
	NoteAtomicMap
	// NoteAlias: an alias or merge key was written out, because what it stands
	// for has another value in the result.
	NoteAlias
	// NoteMode: a mode was not looked at, because one above it settles the whole.
	NoteMode
	// NoteText: a string that should hold documents was merged line by line.
	NoteText
	// NoteReference: the merge took away what something else still refers to.
	// The engine makes none: it is about several resources.
	NoteReference
	// NoteRename: resources of different names, fields or elements of different
	// keys are taken for one. About resources the engine makes none.
	NoteRename
	// NoteLines: what a merge by lines gave was taken.
	NoteLines
)

func (k NoteKind) String() string {
	switch k {
	case NoteOrder:
		return "order"
	case NoteComment:
		return "comment"
	case NoteKeys:
		return "keys"
	case NoteAtomicMap:
		return "atomic map"
	case NoteAlias:
		return "alias"
	case NoteMode:
		return "mode"
	case NoteText:
		return "text"
	case NoteReference:
		return "reference"
	case NoteRename:
		return "rename"
	case NoteLines:
		return "lines"
	}
	return "invalid"
}

// Note is something a merge did that a person may want to know.
type Note struct {
	Path    Path
	Kind    NoteKind
	Message string
	// In is the string that holds the document the place lies in, nil if none
	// does.
	In *Embedded
}
