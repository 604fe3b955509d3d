package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/printable"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/internal/upgrade"
	"github.com/krm-merge/krm-merge/merge/files"
)

// What became of a package where no other version was taken: it failed, a reference stays as it is, or what was
// deleted was brought back.
const statusFailed, statusLeft, statusRestored = "failed", "left", "restored"

// summarize tells what became of a package, and lets go of what was merged.
func (u *upgrading) summarize(d listed, r *upgrade.Result, err error) listed {
	d.Status = statusFailed
	if conflicts := (*files.ConflictsError)(nil); errors.As(err, &conflicts) {
		d.failed(fmt.Errorf("%s: %w", d.Package, refused(conflicts)))
	} else if d.failed(err); err == nil {
		var problem error
		d.Status, problem = u.outcome(&d, r)
		d.failed(problem)
	}
	if r == nil {
		return d
	}
	d.Upstream, d.From, d.To, d.Notes = r.Upstream.String(), &r.From, &r.To, r.Notes
	for _, q := range r.Questions {
		d.Files = append(d.Files, upgrade.Marked{File: filepath.ToSlash(fromRoot(d.Package)(d.displayPath(q.File))), Questions: q.Questions})
	}
	d.report, d.merged = u.report(&d, r, err != nil), r.Merge != nil
	if d.merged && err == nil && u.reporting.shows() {
		here := *r.Merge
		here.Files = slices.Clone(here.Files)
		for i := range here.Files {
			here.Files[i].Path = d.displayPath(here.Files[i].Path)
		}
		d.diff = u.reporting.changes(&here)
	}
	return d
}

// outcome is what became of a package in a word, and what is not done, nil if all is.
func (u *upgrading) outcome(d *listed, r *upgrade.Result) (status string, problem error) {
	own := printable.Word(d.Package)
	switch {
	case r.Merge == nil:
		return "current", nil
	case !r.Written && r.Merge.Open() > 0:
		return "dry run", unsettled("%s: %s would be left to you; nothing is written", d.Package, reports.Counted(r.Merge.Open(), "question"))
	case d.root != "" && r.Merge.Open() > 0:
		return "questions", unsettled("the versions are written, and %s left to you. Answer with krm-merge resolve %s, or take it back with git", reports.Counted(r.Merge.Open(), "question"), strings.Join(d.named, " "))
	case len(r.Questions) > 0:
		names, count := []string(nil), 0
		for _, q := range r.Questions {
			names, count = append(names, d.displayPath(q.File)), count+q.Questions
		}
		return "questions", unsettled("%s is written, and %s left to you in %s. Answer with krm-merge resolve %s, or take the upgrade back with krm-merge upgrade --abort %s",
			d.Package, reports.Counted(count, "question"), strings.Join(names, ", "), own, own)
	case r.Written && len(r.Merge.Unmarked) > 0:
		var names []string
		for _, q := range r.Merge.Unmarked {
			names = append(names, d.displayPath(cmp.Or(q.DestResource, q.UpdatedResource, q.OriginalResource).Path))
		}
		return "questions", unsettled("%s is written, but for %s that no file can show; yours stands there: %s", d.Package, reports.Counted(len(names), "conflict"), strings.Join(names, ", "))
	case r.Unsealed != nil:
		return "not sealed", unsettled("%s: %v. Take the upgrade back with krm-merge upgrade --abort %s before you do", d.Package, r.Unsealed, own)
	case r.Check != nil:
		return "check failed", unsettled("%s: %v", d.Package, r.Check)
	case !r.Written:
		status = "dry run"
	case r.Restored:
		status = statusRestored
	default:
		status = "upgraded"
	}
	if u.reporting.exitCode && len(r.Merge.Conflicts) > 0 {
		problem = unsettled("%s: %v", d.Package, decided(len(r.Merge.Conflicts)))
	}
	return status, problem
}

// displayPath is the path of a file of a package, or tree, from the working directory.
func (d *listed) displayPath(name string) string {
	if d.root != "" {
		return filepath.ToSlash(displayPath(d.root, name))
	}
	return path.Join(d.Package, name)
}

// versions are those from and to, "" if they are not known.
func (d *listed) versions() (from, to string) {
	if d.From != nil {
		from, to = d.From.String(), d.To.String()
	}
	return from, to
}

// report is the report of a package.
func (u *upgrading) report(d *listed, r *upgrade.Result, refused bool) *reports.Report {
	report := &reports.Report{Version: reports.Version}
	if r.Merge != nil {
		merged := *r.Merge
		if refused {
			merged.Files = nil
		}
		report = reports.New(&merged, r.Config.Options, d.displayPath, u.reporting.wants(reports.HTML))
		if d.root == "" {
			from, to := d.versions()
			report.Versions = []reports.Named{{Version: "original", Name: from}, {Version: "updated", Name: to}, {Version: "dest", Name: d.Package}}
		}
		report.Refused = refused
	}
	// The package lies where its files say, also where nothing is written.
	report.Written = true
	for _, note := range r.Notes {
		report.Note(d.displayPath(r.File), terms.NoteFile, note).Warning = true
	}
	if r.Settings != "" {
		report.Note(filepath.ToSlash(r.Settings), terms.NoteFile, "its settings hold for this merge")
	}
	report.Sort()
	return report
}

// tellAll writes what changes, and one report of all packages: for programs each by itself.
func (u *upgrading) tellAll(done []listed) error {
	var b bytes.Buffer
	for i := range done {
		b.Write(done[i].diff)
	}
	if _, err := u.reporting.stdout().Write(b.Bytes()); err != nil {
		return err
	}
	return u.reporting.list(u.reporting.shows(), func(w io.Writer, o reports.Options) error {
		o.Remote = true
		if o.Format == reports.JSON {
			return writeUpgraded(w, o, done)
		}
		if len(done) == 1 && done[0].report == nil {
			return nil // The error tells all.
		}
		all := &reports.Report{Version: reports.Version, Written: true}
		dir := "."
		for i := range done {
			d := &done[i]
			row := reports.Package{Name: d.Package, Status: d.Status}
			if d.Status == statusLeft {
				row.Status += ", as " + strings.Join(d.Notes, "; ")
			}
			row.From, row.To = d.versions()
			if report := d.report; report != nil {
				if all.Join(report); len(done) == 1 {
					all.Versions, dir = report.Versions, d.Package
				}
				if d.merged {
					row.Of = report
				}
				if d.Status != statusFailed && (!d.merged || d.Status == statusRestored) {
					row.From = "" // It has that version.
				}
			}
			if d.root == "" {
				all.Packages = append(all.Packages, row)
			}
		}
		o.Rooted = fromRoot(dir)
		return all.Write(w, o)
	})
}

// writeUpgraded lists what became of all packages, with their reports, for programs.
func writeUpgraded(w io.Writer, o reports.Options, done []listed) error {
	all := slices.Clone(done)
	for i := range all {
		d := &all[i]
		d.Status = strings.ReplaceAll(d.Status, " ", "-")
		if d.merged {
			var b bytes.Buffer
			o.Rooted = fromRoot(d.Package)
			if err := d.report.Write(&b, o); err != nil {
				return err
			}
			d.Report = b.Bytes()
		}
	}
	return writeListed(w, all)
}
