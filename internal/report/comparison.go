package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Difference is a place in which two versions differ: of a resource, a resource, or a file.
type Difference struct {
	File string `json:"file"`
	// Line is where it is in the second version, 0 if it is not there.
	Line     int            `json:"line,omitempty"`
	Resource *decisions.Ref `json:"resource,omitempty"`
	Path     string         `json:"path,omitempty"`
	// Change is added, deleted, changed or moved.
	Change string `json:"change"`
	// From is the file that a moved resource was in.
	From string `json:"from,omitempty"`
	// Before and After are the values of a place; Secret: they are not shown.
	Before json.RawMessage `json:"before,omitempty"`
	After  json.RawMessage `json:"after,omitempty"`
	Secret bool            `json:"secret,omitempty"`
	Note   string          `json:"note,omitempty"`

	what    what
	message string
}

// Compared reports how two versions of a package differ. show gives the name of a
// file by its path.
func Compared(c *files.Comparison, show func(path string) string) []Difference {
	all := []Difference{}
	add := func(w what, d Difference) {
		d.what, d.Change, d.File = w, w.String(), show(d.File)
		if d.From != "" {
			d.From = show(d.From)
		}
		all = append(all, d)
	}
	for i := range c.Resources {
		d := &c.Resources[i]
		switch {
		case d.From == nil:
			add(isAdded, Difference{File: d.To.Path, Line: d.To.Line, Resource: RefOf(d.To.Node)})
			continue
		case d.To == nil:
			add(isDeleted, Difference{File: d.From.Path, Resource: RefOf(d.From.Node)})
			continue
		case d.Moved():
			add(isMoved, Difference{File: d.To.Path, Line: d.To.Line, Resource: RefOf(d.To.Node), From: d.From.Path})
		}
		for k := range d.Places {
			add(placeOf(d, &d.Places[k]))
		}
	}
	for _, f := range c.Files {
		switch {
		case f.Status == files.Added:
			add(isAdded, Difference{File: f.Path})
		case f.Status == files.Deleted:
			add(isDeleted, Difference{File: f.Path})
		case f.SameValues:
			add(isChanged, Difference{File: f.Path, Note: "comments, spelling, or what tools keep book of; no value"})
		case f.Mode:
			add(isChanged, Difference{File: f.Path, Note: "whether it is executable"})
		default:
			add(isChanged, Difference{File: f.Path})
		}
	}
	return all
}

// placeOf is a place of a resource, and what became of it.
func placeOf(d *resource.Difference, place *merge.Difference) (what, Difference) {
	at := Difference{File: d.To.Path, Line: place.To.Line(), Resource: RefOf(d.To.Node), Path: d.Place(place), Secret: d.Secret(place), message: "a secret value"}
	from, to := place.From.Value, place.To.Value
	if !at.Secret {
		at.Before, at.After = phrase.JSON(from), phrase.JSON(to)
		texts := phrase.Excerpts(from, to)
		at.message = strings.TrimSuffix(strings.TrimPrefix(texts[0]+" → "+texts[1], " → "), " → ")
	}
	switch {
	case from == nil:
		return isAdded, at
	case to == nil:
		return isDeleted, at
	}
	return isChanged, at
}

// Entry is the difference as an entry of a report.
func (d *Difference) Entry() *Entry {
	return &Entry{what: d.what, Spot: Spot{File: d.File, Line: d.Line}, Resource: d.Resource, Path: d.Path, From: d.From, Message: cmp.Or(d.message, d.Note)}
}

// WriteDifferences writes them as text, in colour if asked for.
func WriteDifferences(b *bytes.Buffer, all []Difference, colour bool) {
	entries := make([]*Entry, len(all))
	for i := range all {
		entries[i] = all[i].Entry()
	}
	writeGroups(b, colour, grouped(entries))
}
