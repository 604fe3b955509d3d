// Package terms has the terms that packages share for what they tell each other, and that nobody
// outside needs to name: kinds of notes, who decided, how two merges agree, what names of files
// and fields mean, and settings that configurations spell. It must not know what anybody does
// because of them.
package terms

import "github.com/krm-merge/krm-merge/internal/enum"

// Decider is what decides a conflict.
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
	// ByAnswer: somebody decided it, see Options.Answers.
	ByAnswer
)

var deciderNames = enum.Names[Decider]{"onConflict", "null", "mode", "keep", "newest", "answer"}

func (b Decider) String() string { return deciderNames.Of(b) }

// NoteKind is what a merge reports that is not a conflict.
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
	// NoteMode: a mode was ignored, because one above it decides the whole.
	NoteMode
	// NoteReference: the merge took away what something else still refers to.
	// The engine makes none: it is about several resources.
	NoteReference
	// NoteRename: resources of different names, fields or elements of different
	// keys are taken for one. About resources the engine makes none.
	NoteRename
	// NoteDoubt: both sides' changes may not go together. Where somebody is asked,
	// it is a conflict.
	NoteDoubt
	// NoteFile: how a whole file was merged, or what is wrong with a version. The
	// engine makes none.
	NoteFile
	// NoteCopies: the result holds a resource more often than any version. The
	// engine makes none.
	NoteCopies
	// NoteImage: one side changed the name of an image, the other its version.
	NoteImage
	// NoteAnswer: an answer decided a conflict. The engine makes none, but has the
	// conflict.
	NoteAnswer
	// NoteNull: a null that updated or dest holds cleared what it stands at, so that
	// the result does not hold it.
	NoteNull
	// NoteOverride: a document of dest holds only what differs from original, and
	// what upstream changed concerns it. The engine makes none.
	NoteOverride
	// NoteRule: a rule matched nothing. The engine makes none.
	NoteRule
)

var noteCodes = enum.Names[NoteKind]{"order", "comment", "keys", "atomic-map", "alias", "mode", "reference", "rename", "doubt", "file", "copies", "image", "answer", "null", "override", "rule"}

// String is the code of the kind, in kebab case: atomic-map. It does not change from
// one version to the next, so programs can rely on it.
func (k NoteKind) String() string { return noteCodes.Of(k) }

// Agreement is how a merge by lines that another program made stands to a result of
// ThreeWay.
type Agreement uint8

const (
	// Agrees: it has the same value, apart from the order of lists that are sets or have
	// keys.
	Agrees Agreement = iota
	// Repeats: it has, apart from what it repeats in one of these lists.
	Repeats
	// Invalid: it is not valid YAML, or a map repeats a key.
	Invalid
	// Disagrees: one of the two is wrong, and it is unknown which.
	Disagrees
)

// Layout is what dest's documents without apiVersion and kind hold, compared with
// original's.
type Layout = enum.Word[layout]

const (
	// LayoutCopy: they are copies of original's, with changes.
	LayoutCopy Layout = iota
	// LayoutDetect: they are overrides where their file is called *values*.yaml,
	// original has twenty values or more, and dest has less than a fifth of these.
	LayoutDetect
	// LayoutOverrides: they hold only what differs from original.
	LayoutOverrides
)

type layout struct{}

func (layout) Words() []string { return []string{"Copy", "Detect", "Overrides"} }

// Renames is how a renamed resource is found in the other versions.
type Renames = enum.Word[renames]

const (
	// RenamesClaimed: by the name that it claims to have had.
	RenamesClaimed Renames = iota
	// RenamesIgnored: not at all.
	RenamesIgnored
	// RenamesSimilar: by that name, else by what it holds; in a 3-way merge.
	RenamesSimilar
)

type renames struct{}

func (renames) Words() []string { return []string{"true", "false", "Similar"} }

// Subpackages is what a 3-way merge makes of the packages inside a package that have an
// upstream of their own.
type Subpackages = enum.Word[subpackages]

const (
	// SubpackagesAlone: those of dest stay as they are, and what upstream has in their
	// directories is left out. One that only updated has comes along whole.
	SubpackagesAlone Subpackages = iota
	// SubpackagesMerged: they are merged as other directories are.
	SubpackagesMerged
)

type subpackages struct{}

func (subpackages) Words() []string { return []string{"Alone", "Merge"} }

// OnDeletedUpstream is what becomes of a resource that updated deleted.
type OnDeletedUpstream = enum.Word[onDeletedUpstream]

const (
	// Delete deletes it in dest, changed there or not.
	Delete OnDeletedUpstream = iota
	// KeepModified keeps it if dest changed it.
	KeepModified
)

type onDeletedUpstream struct{}

func (onDeletedUpstream) Words() []string { return []string{"Delete", "KeepModified"} }

// OnDeletedLocally is what becomes of a resource that dest deleted.
type OnDeletedLocally = enum.Word[onDeletedLocally]

const (
	// AskDeletedLocally leaves it to onConflict whether that is a conflict
	// somebody is asked about. It stays deleted.
	AskDeletedLocally OnDeletedLocally = iota
	// StayDeleted keeps it deleted, whether upstream changed it or not; nobody is asked.
	StayDeleted
	// Readd adds it again if updated changed it.
	Readd
)

type onDeletedLocally struct{}

func (onDeletedLocally) Words() []string { return []string{"Ask", "StayDeleted", "Readd"} }

// CommentGone is the message of the note about comments of dest in what the merge deleted.
const CommentGone = "a local comment went with what was deleted here"

// The settings of merge.Policy that are yes or no, as configurations write them.
type (
	// Nulls is merge.Policy.KeepNulls.
	Nulls = enum.Flag[nulls]
	// Order is merge.Policy.UpdatedOrder.
	Order = enum.Flag[order]
	// Text is merge.Policy.TextByLines.
	Text = enum.Flag[text]
	// Images is merge.Policy.ImagesByParts.
	Images = enum.Flag[images]
	// RenamedKeys is merge.Policy.FollowRenamed.
	RenamedKeys = enum.Flag[renamedKeys]
)

type (
	nulls       struct{}
	order       struct{}
	text        struct{}
	images      struct{}
	renamedKeys struct{}
)

func (nulls) Words() []string       { return []string{"Clear", "Changed"} }
func (order) Words() []string       { return []string{"Dest", "Updated"} }
func (text) Words() []string        { return []string{"Replace", "Lines"} }
func (images) Words() []string      { return []string{"Whole", "Parts"} }
func (renamedKeys) Words() []string { return []string{"Apart", "Follow"} }
