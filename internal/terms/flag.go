package terms

import "github.com/krm-merge/krm-merge/internal/enum"

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
