package report

import (
	"bytes"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Compared reports how two versions of a package differ: an entry for each place of a resource, resource or
// file, with lines of the second version. show gives the name of a file by its path.
func Compared(c *files.Comparison, show func(path string) string) []Entry {
	all := []Entry{}
	add := func(w what, e Entry, file string, line int) {
		e.what, e.Change, e.Spot = w, w.String(), Spot{File: show(file), Line: line}
		all = append(all, e)
	}
	for i := range c.Resources {
		d := &c.Resources[i]
		switch {
		case d.From == nil:
			add(isAdded, Entry{Resource: RefOf(d.To.Node)}, d.To.Path, d.To.Line)
			continue
		case d.To == nil:
			add(isDeleted, Entry{Resource: RefOf(d.From.Node)}, d.From.Path, 0)
			continue
		case d.Moved():
			add(isMoved, Entry{Resource: RefOf(d.To.Node), From: show(d.From.Path)}, d.To.Path, d.To.Line)
		}
		for k := range d.Places {
			place := &d.Places[k]
			w, e := placeOf(d, place)
			add(w, e, d.To.Path, place.To.Line())
		}
	}
	for _, f := range c.Files {
		w, note := isChanged, ""
		switch {
		case f.Status == files.Added:
			w = isAdded
		case f.Status == files.Deleted:
			w = isDeleted
		case f.SameValues:
			note = "comments, spelling, or what tools keep book of; no value"
		case f.Mode:
			note = "whether it is executable"
		}
		add(w, Entry{Note: note}, f.Path, 0)
	}
	return all
}

// placeOf is a place of a resource, and what became of it.
func placeOf(d *resource.Difference, place *merge.Difference) (what, Entry) {
	e := Entry{Resource: RefOf(d.To.Node), Path: d.Place(place), Secret: d.Secret(place)}
	from, to := place.From.Value, place.To.Value
	if !e.Secret {
		e.Before, e.After = phrase.JSON(from), phrase.JSON(to)
	}
	switch {
	case from == nil:
		return isAdded, e
	case to == nil:
		return isDeleted, e
	}
	return isChanged, e
}

// WriteDifferences writes them as text, in colour if asked for.
func WriteDifferences(b *bytes.Buffer, all []Entry, colour bool) {
	entries := make([]*Entry, len(all))
	for i := range all {
		entries[i] = &all[i]
	}
	writeGroups(b, colour, grouped(entries))
}
