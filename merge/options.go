package merge

import "go.yaml.in/yaml/v3"

// Options are what a merge needs besides the versions.
type Options struct {
	// Schema is the schema of the root; nil if nothing is known about it.
	Schema Schema
	// Policy decides what the rules leave open.
	Policy Policy
	// Rules are settings for single places; the first that matches wins.
	Rules []Rule
	// Mirrors are the registries that dest changed; they count where Policy.Images is
	// ImagesByParts.
	Mirrors []Mirror
	// ModeKey is the key under which maps hold their mode, "" if none do.
	ModeKey string
	// CommentSchema reads a schema that somebody wrote in a comment of a field,
	// nil if the comment holds none. It comes before Schema. It may be nil.
	CommentSchema func(comment string) Schema
	// Newer compares two scalars as versions for TakeNewest: positive if a is the
	// higher, negative if b is; false if they are not versions of the same. It may be
	// nil.
	Newer func(a, b string) (order int, versions bool)
	// Answers is asked about each conflict that no comment, rule or mode decides, before
	// the policy is; a merge asks the same whenever it runs. It may be nil.
	Answers func(*Conflict) (Answer, bool)
}

// Versions are what a 3-way merge takes: values or documents of any kind, nil
// where a version has none.
type Versions struct {
	// Original is the upstream version that Dest was made from.
	Original *yaml.Node
	// Updated is the new upstream version.
	Updated *yaml.Node
	// Dest is the local version, the one that is merged into.
	Dest *yaml.Node
}

// Result is what a merge gives.
type Result struct {
	// Node is the merged value, nil if nothing is left. It is dest itself if
	// nothing changed. It shares nodes with the inputs, so it must not be
	// modified.
	Node *yaml.Node
	// Conflicts stand in the order of dest; at each level those about what dest
	// does not have come last.
	Conflicts []Conflict
	Notes     []Note
}

// all are the versions by their sides.
func (v Versions) all() [3]*yaml.Node { return [3]*yaml.Node{v.Original, v.Updated, v.Dest} }
