package report

import (
	"bytes"
	"encoding/json"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Comparison is how two versions of a package differ.
type Comparison struct {
	Differences []Difference `json:"differences"`
}

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

// NewComparison reports how two versions of a package differ. show gives the name of a
// file by its path.
func NewComparison(c *files.Comparison, show func(path string) string) *Comparison {
	r := &Comparison{Differences: []Difference{}}
	for i := range c.Resources {
		r.add(&c.Resources[i])
	}
	for _, f := range c.Files {
		d := Difference{File: f.Path, what: isChanged}
		switch {
		case f.Status == files.Added:
			d.what = isAdded
		case f.Status == files.Deleted:
			d.what = isDeleted
		case f.SameValues:
			d.Note = "comments, spelling, or what tools keep book of; no value"
		case f.Mode:
			d.Note = "whether it is executable"
		}
		d.message = d.Note
		r.Differences = append(r.Differences, d)
	}
	for i := range r.Differences {
		d := &r.Differences[i]
		d.Change, d.File = d.what.String(), show(d.File)
		if d.From != "" {
			d.From = show(d.From)
			d.message = "from " + d.From
		}
	}
	return r
}

// add reports a resource.
func (r *Comparison) add(d *resource.Difference) {
	whole := func(w what, of *resource.Resource, from string) {
		at := Difference{File: of.Path, Resource: RefOf(of.Node), what: w, From: from}
		if w != isDeleted {
			at.Line = of.Line
		}
		r.Differences = append(r.Differences, at)
	}
	switch {
	case d.From == nil:
		whole(isAdded, d.To, "")
		return
	case d.To == nil:
		whole(isDeleted, d.From, "")
		return
	case d.Moved():
		whole(isMoved, d.To, d.From.Path)
	}
	for i := range d.Places {
		r.Differences = append(r.Differences, placeOf(d, &d.Places[i]))
	}
}

// placeOf reports a place of a resource.
func placeOf(d *resource.Difference, place *merge.Difference) Difference {
	at := Difference{File: d.To.Path, Line: place.To.Line(), Resource: RefOf(d.To.Node), Path: d.Place(place), Secret: d.Secret(place), what: isChanged}
	from, to := place.From.Value, place.To.Value
	switch {
	case from == nil:
		at.what = isAdded
	case to == nil:
		at.what = isDeleted
	}
	if at.Secret {
		at.message = "a secret value"
		return at
	}
	at.Before, at.After = phrase.JSON(from), phrase.JSON(to)
	texts := phrase.Excerpts(from, to)
	at.message = texts[0] + " → " + texts[1]
	if from == nil || to == nil {
		at.message = texts[0] + texts[1]
	}
	return at
}

// Entry is the difference as an entry of a report.
func (d *Difference) Entry() Entry {
	return Entry{what: d.what, Spot: Spot{File: d.File, Line: d.Line}, Resource: d.Resource, Path: d.Path, Message: d.message}
}

// Write writes the comparison as text, in colour if asked for.
func (r *Comparison) Write(b *bytes.Buffer, colour bool) {
	var all []*Entry
	for i := range r.Differences {
		e := r.Differences[i].Entry()
		all = append(all, &e)
	}
	writeGroups(b, colour, grouped(all))
}
