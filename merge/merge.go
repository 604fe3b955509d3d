package merge

import (
	"errors"

	"go.yaml.in/yaml/v3"
)

// Options are what a merge needs to know beside the versions.
type Options struct {
	// Schema says what the root is; nil if nothing is known about it.
	Schema Schema
	// Policy decides what the rules leave open.
	Policy Policy
}

// Result is what a merge gives.
type Result struct {
	// Node is the merged value, nil if nothing is left. It is dest itself if
	// nothing changed. It shares nodes with the inputs, so it must not be
	// modified.
	Node *yaml.Node
	// Conflicts are in document order.
	Conflicts []Conflict
	Notes     []Note
}

// ThreeWay carries what changed from original to updated over to dest.
// Each version is a value or a document of any kind, nil if the version has
// none; none is modified.
func ThreeWay(original, updated, dest *yaml.Node, opts Options) (Result, error) {
	return Result{}, errors.New("not written yet")
}
