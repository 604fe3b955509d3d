// Package config reads the settings of a merge. In goes a configuration in one of its forms,
// and settings given beside it; out comes what packages resource and fn are told. It must not
// know who asks: a function, a command or a merge driver.
package config

import (
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Config is a checked configuration. Parse makes it from what somebody
// wrote; a nil *Config and the zero value are the defaults: profile Documented.
type Config struct {
	resource.Options
	// Sources are where the function finds original, updated and dest. In a 2-way merge
	// that of updated is the source's.
	Sources [3]Source
	// Layers are where it finds layers, from left to right.
	Layers []Source
	// Decisions are what people decided about conflicts, besides what is among the items;
	// nil if the configuration has none.
	Decisions *decisions.Set
	// Check is the command that an upgrade runs in the package afterwards, "" for none.
	Check string
	// Marks are how conflicts that are left to somebody stand in files.
	Marks marks.Options
}

// profile is what the settings are that are not written. Documented follows the published rules
// exactly; Careful rather asks than loses an edit, and so does Newest, but that of two versions it
// takes the higher one.
type profile = enum.Word[profiles]

type profiles struct{}

func (profiles) Words() []string { return []string{"Documented", "Careful", "Newest"} }
