package resource

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"sync/atomic"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// Note notes something about a file, or a line of it.
func (h *Held) Note(file string, line int, warning bool, message string) {
	h.Notes = append(h.Notes, Note{Resource: &Resource{Path: file, Name: file, Line: line}, Warning: warning, Note: merge.Note{Kind: terms.NoteFile, Message: message}})
}

// Add adds values in a file. Those that several charts read are gone where none of these reads them any more. It gives
// what counts how many the change concerns.
func (h *Held) Add(file string, o Overriding) *atomic.Int32 {
	for i := range h.Values[file] {
		if of := &h.Values[file][i]; of.Document == o.Document && of.Name == o.Name && of.At.String() == o.At.String() {
			of.Original, of.Updated = of.Original.With(o.Original), of.Updated.With(o.Updated)
			return of.Concerned
		}
	}
	o.Concerned = new(atomic.Int32)
	h.Values[file] = append(h.Values[file], o)
	return o.Concerned
}

// HoldCharts holds the values for charts that are other ones in updated than in original: the versions are
// their files by path. The defaults of updated itself are none.
func HoldCharts(original, updated, dest map[string][]byte) Held {
	h := Held{Values: map[string][]Overriding{}}
	all := chart.ValuesFiles(dest)
	for _, dir := range slices.Sorted(maps.Keys(all)) {
		if file := path.Join(dir, chart.File); original[file] == nil || updated[file] == nil {
			continue
		}
		was, is := chart.Below(original, dir), chart.Below(updated, dir)
		values := slices.DeleteFunc(all[dir], func(file string) bool {
			return file == path.Join(dir, chart.Values) && bytes.Equal(dest[file], updated[file])
		})
		if len(values) == 0 || maps.EqualFunc(was, is, bytes.Equal) {
			continue
		}
		for file, data := range chart.Below(dest, dir) { // What dest changed of the chart reads values, too.
			if !chart.IsValues(file) && !bytes.Equal(was[file], data) && !bytes.Equal(is[file], data) {
				is[file+".dest"] = data
			}
		}
		of := Overriding{Document: anyDocument, Original: h.chart(dir, merge.Original, was), Updated: h.chart(dir, merge.Updated, is)}
		for _, file := range values {
			if of.Original != nil && of.Updated != nil {
				h.Add(file, of)
			}
		}
	}
	return h
}

// chart reads a version of the chart in a directory, nil if that is not possible.
func (h *Held) chart(dir string, side merge.Side, files map[string][]byte) *chart.Chart {
	file := path.Join(dir, chart.File)
	c, err := chart.Of(files)
	if err != nil {
		h.Note(file, 0, true, "the chart cannot be read in "+side.String()+", so values beside it are not compared with its defaults: "+err.Error())
		return nil
	}
	for _, message := range c.Notes {
		h.Note(file, 0, false, "in "+side.String()+": "+message)
	}
	return c
}
