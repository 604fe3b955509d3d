package files

import (
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Options control how trees are merged. The zero value has the defaults.
type Options struct {
	// Only MergeTrees uses the strategy of these options; the other
	// functions have their own.
	resource.Options
	// Held are the values of dest that are held against charts; where it is nil, those for charts among
	// the files.
	Held *resource.Held
	// Marks are how conflicts that are left to somebody stand in files.
	Marks Marks
}

// Marks are how conflicts that are left to somebody (onConflict: Ask) stand in files.
type Marks struct {
	marks.Options
	// Names are what the marks call the versions; was, upstream and yours where they
	// are empty.
	Names [3]string
	// Size is how many characters a mark has, 7 if it is less.
	Size int
}

// with gives the options of another strategy.
func (o Options) with(strategy resource.Strategy) Options {
	o.Strategy = strategy
	return o
}
