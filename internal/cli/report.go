package cli

import (
	"io"
	"os"
	"slices"

	"github.com/krm-merge/krm-merge/fn"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// report is what a merge tells about itself.
type report struct{ *reports.Report }

// newReport reports what became of the resources.
func newReport(o *resource.Outcome, cfg *fn.Config, show func(string) string) report {
	return report{reports.New(o, cfg, show)}
}

// addWhole reports a conflict about a file that was merged whole.
func (r report) addWhole(file string, c *wholeConflict, cfg *fn.Config) {
	by, taken := "onConflict: "+cfg.Policy.OnConflict.String(), c.taken.String()
	switch {
	case cfg.Policy.OnConflict == merge.Fail:
		taken = ""
	case c.kind == merge.DeletedUpstream:
		by = "onDeletedUpstream: " + cfg.OnDeletedUpstream.String()
	case c.kind == merge.DeletedLocally:
		by = "onDeletedLocally: " + cfg.OnDeletedLocally.String()
	}
	r.Conflicts = append(r.Conflicts, reports.Conflict{
		File: file, Kind: reports.KindOf(c.kind), Reason: c.kind.String(), Taken: taken, By: by,
	})
}

// note adds a note about a file.
func (r report) note(file, message string) {
	r.Notes = append(r.Notes, reports.Note{File: file, Message: message})
}

// noteLinks tells of the links and special files that were left out, or stay where
// they are because dest is merged in place. Nobody misses those of original.
func (r report) noteLinks(versions inputs, inPlace bool) {
	for _, in := range versions {
		if in.side == merge.Original {
			continue
		}
		became := "no regular file in " + in.role + "; left out"
		if inPlace && in == versions.dest() {
			became = "no regular file; left as it is"
		}
		for _, link := range in.links {
			r.note(link, became)
		}
	}
}

// addResults reports what became of the files, and of those merged whole by
// name.
func (r report) addResults(results []*result, show func(string) string) {
	for _, f := range results {
		if !f.whole {
			r.Printed(f.printed)
		}
		var whole *[]reports.Entry
		switch f.status() {
		case reports.Kept:
			continue
		case reports.Removed:
			r.RemovedFiles++
			whole = &r.Deleted
		case reports.Created:
			r.CreatedFiles++
			whole = &r.Added
		case reports.Changed:
			r.ChangedFiles++
			whole = &r.Changed
		}
		if f.whole {
			*whole = append(*whole, reports.Entry{File: show(f.path)})
		}
	}
}

// status is what became of a file.
func (r *result) status() reports.Status {
	switch {
	case !r.changed():
		return reports.Kept
	case r.deleted:
		return reports.Removed
	case r.dest == nil:
		return reports.Created
	}
	return reports.Changed
}

// addFiles adds the texts of files that changed or have conflicts, of all versions.
// merged are the resources in them.
func (r report) addFiles(results []*result, all []*slot, versions inputs, merged []*resource.Merged, show func(string) string) {
	conflicts := map[string]bool{}
	for i := range r.Conflicts {
		conflicts[r.Conflicts[i].File] = true
	}
	slots := map[string]*slot{}
	for _, s := range all {
		slots[s.path] = s
	}
	parts := map[string][]*resource.Merged{}
	for _, m := range merged {
		parts[m.Path] = append(parts[m.Path], m)
	}
	for _, f := range results {
		shown := reports.File{Name: show(f.path), Status: f.status()}
		if shown.Status == reports.Kept && !conflicts[shown.Name] {
			continue
		}
		shown.Columns, shown.Dest = columns(versions, slots[f.path], f)
		switch {
		case f.whole:
			// Nobody knows what is secret in it.
			shown.Hidden = "Merged whole; its text is not shown."
		case holdsSecrets(slots[f.path], parts[f.path]):
			shown.Hidden = "Holds secrets; its text is not shown."
		}
		r.Files = append(r.Files, shown)
	}
}

// columns are the versions of a file from left to right, the result last, and
// which of them is dest.
func columns(versions inputs, s *slot, to *result) (all []reports.Column, dest int) {
	for _, in := range versions {
		c := reports.Column{Version: in.role}
		if s != nil {
			for _, d := range s.versions[in.side] {
				if d.layer == in.layer {
					c.File, c.Text = d.file.name, slices.Concat(c.Text, d.file.data)
				}
			}
		}
		if in.layer > 0 && c.Text == nil {
			continue
		}
		if in.side == merge.Dest {
			dest = len(all)
		}
		all = append(all, c)
	}
	return append(all, reports.Column{Version: "result", Text: to.data}), dest
}

// holdsSecrets says that a file shows secrets, in any version or after the merge.
func holdsSecrets(s *slot, parts []*resource.Merged) bool {
	if s != nil {
		for _, version := range s.versions {
			for _, d := range version {
				for _, of := range d.resources {
					if of.Secret() {
						return true
					}
				}
			}
		}
	}
	for _, m := range parts {
		if (&resource.Resource{Node: m.Node}).Secret() {
			return true
		}
	}
	return false
}

// write writes the report in its form, in colour on a terminal. The text ends
// with a summary where files were written.
func (r report) write(w io.Writer, format reports.Format, summary bool) error {
	r.Sort()
	return r.Write(w, reports.Options{Format: format, Colour: isTerminal(w) && os.Getenv("NO_COLOR") == "", Summary: summary, Program: versionText("")})
}
