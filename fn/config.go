package fn

import (
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// Config is a checked configuration. ParseConfig makes it from what somebody
// wrote; a nil *Config and the zero value are the defaults: profile Documented.
type Config struct {
	// Original, Updated and Dest say where the function finds the versions.
	Original, Updated, Dest Source
	// KeepSources leaves original and updated in what the function emits.
	KeepSources bool

	// Paths says how far paths tell resources apart.
	Paths Paths
	// IgnoreRenames turns off the identities that renamed resources claim.
	IgnoreRenames bool

	OnDeletedUpstream OnDeletedUpstream
	OnDeletedLocally  OnDeletedLocally
	// Policy decides inside resources.
	Policy merge.Policy
	// Keys are the keys of lists that have no schema.
	Keys []schema.Declared
}

// Source says where the function finds one version of the package.
type Source struct {
	// Path is the directory its items lie in, "" for the default one.
	Path string
	// Resources are the version itself, where the configuration holds it.
	Resources []*Resource
	// Given says that the configuration holds the version, even an empty one.
	Given bool
}

// Paths says how far the path of a file counts for which resources are the
// same.
type Paths uint8

const (
	// PathTieBreak: only where one version holds an identity twice.
	PathTieBreak Paths = iota
	// PathAlways: resources in different files are different.
	PathAlways
	// PathNever: not at all.
	PathNever
)

func (p Paths) String() string {
	switch p {
	case PathTieBreak:
		return "TieBreak"
	case PathAlways:
		return "Always"
	case PathNever:
		return "Never"
	}
	return "invalid"
}

// OnDeletedUpstream says what becomes of a resource that updated deleted.
type OnDeletedUpstream uint8

const (
	// Delete deletes it in dest, changed there or not.
	Delete OnDeletedUpstream = iota
	// KeepModified keeps it if dest changed it.
	KeepModified
)

func (o OnDeletedUpstream) String() string {
	switch o {
	case Delete:
		return "Delete"
	case KeepModified:
		return "KeepModified"
	}
	return "invalid"
}

// OnDeletedLocally says what becomes of a resource that dest deleted.
type OnDeletedLocally uint8

const (
	// StayDeleted leaves it deleted, changed upstream or not.
	StayDeleted OnDeletedLocally = iota
	// Readd adds it again if updated changed it.
	Readd
)

func (o OnDeletedLocally) String() string {
	switch o {
	case StayDeleted:
		return "StayDeleted"
	case Readd:
		return "Readd"
	}
	return "invalid"
}
