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

// upgraded is a package with what became of it.
type upgraded struct {
	// dir is its directory; of a chart that a file names the place, and of all of these, in one, that of the
	// tree, whose root is known, with the arguments that named it.
	dir   string
	root  string
	named []string
	// result is nil where the package could not be looked at.
	result *upgrade.Result
	err    error
	ended  bool

	// These are known when all was told of it, and what was merged is let go of: status is what became
	// of it in a word, problem what is not done, nil if all is; report is nil where it could not be
	// looked at, and merged tells whether there was a merge.
	status  string
	problem error
	report  *reports.Report
	merged  bool
}

// outcome is what became of a package in a word, and what is not done, nil if all is.
func (u *upgrading) outcome(d *upgraded) (status string, problem error) {
	r := d.result
	if conflicts := (*files.ConflictsError)(nil); errors.As(d.err, &conflicts) {
		return "failed", fmt.Errorf("%s: %w", d.dir, refused(conflicts))
	}
	switch {
	case d.err != nil:
		return "failed", d.err
	case r.Merge == nil:
		return "current", nil
	case !r.Written && r.Merge.Open() > 0:
		return "dry run", &unsettledError{fmt.Sprintf("%s: %s would be left to you; nothing is written", d.dir, reports.Counted(r.Merge.Open(), "question"))}
	case d.root != "" && r.Merge.Open() > 0:
		return "questions", &unsettledError{fmt.Sprintf("the versions are written, and %s left to you. Answer with krm-merge resolve %s, or take it back with git", reports.Counted(r.Merge.Open(), "question"), strings.Join(d.named, " "))}
	case len(r.Questions) > 0:
		return "questions", &unsettledError{d.left()}
	case r.Written && len(r.Merge.Unmarked) > 0:
		return "questions", &unsettledError{fmt.Sprintf("%s is written, but for %s that no file can show; yours stands there: %s", d.dir, reports.Counted(len(r.Merge.Unmarked), "conflict"), strings.Join(d.unshown(), ", "))}
	case r.Unsealed != nil:
		return "not sealed", &unsettledError{d.dir + ": " + r.Unsealed.Error() + ". Take the upgrade back with krm-merge upgrade --abort " + printable.Word(d.dir) + " before you do"}
	case r.Check != nil:
		return "check failed", &unsettledError{d.dir + ": " + r.Check.Error()}
	case !r.Written:
		status = "dry run"
	case r.Restored:
		status = "restored"
	default:
		status = "upgraded"
	}
	if u.reporting.exitCode && len(r.Merge.Conflicts) > 0 {
		problem = &unsettledError{fmt.Sprintf("%s: %s, all decided by the settings; --exit-code was given", d.dir, reports.Counted(len(r.Merge.Conflicts), "conflict"))}
	}
	return status, problem
}

// left tells which files have questions, and what to do about them.
func (d *upgraded) left() string {
	names, count := make([]string, len(d.result.Questions)), 0
	for i, q := range d.result.Questions {
		names[i] = path.Join(filepath.ToSlash(d.dir), q.File)
		count += q.Questions
	}
	return fmt.Sprintf("%s is written, and %s left to you in %s. Answer with krm-merge resolve %s, or take the upgrade back with krm-merge upgrade --abort %s",
		d.dir, reports.Counted(count, "question"), strings.Join(names, ", "), printable.Word(d.dir), printable.Word(d.dir))
}

// unshown are the files whose questions no file can show.
func (d *upgraded) unshown() []string {
	var names []string
	for _, q := range d.result.Merge.Unmarked {
		about := cmp.Or(q.DestResource, q.UpdatedResource, q.OriginalResource)
		names = append(names, path.Join(filepath.ToSlash(d.dir), about.Path))
	}
	return names
}

// statusLeft is the status of a reference that stays as it is.
const statusLeft = "left"

// versions are those from and to, "" if they are not known.
func (d *upgraded) versions() (from, to string) {
	if d.result == nil {
		return "", ""
	}
	return d.result.From.String(), d.result.To.String()
}

// shown is the path of a file of a package, or tree, from the working directory.
func (d *upgraded) shown(name string) string {
	if d.root != "" {
		return filepath.ToSlash(shown(d.root, name))
	}
	return path.Join(filepath.ToSlash(d.dir), name)
}

// reportOf is the report of a package, nil where it could not be looked at.
func (u *upgrading) reportOf(d *upgraded) *reports.Report {
	r := d.result
	if r == nil {
		return nil
	}
	show := d.shown
	// The package lies where its files say, also where nothing is written.
	report := &reports.Report{Version: reports.Version}
	from, to := d.versions()
	if r.Merge != nil {
		report = reports.New(&r.Merge.Outcome, r.Config.Options, show)
		if d.root == "" {
			report.Versions = []reports.Named{{Version: "original", Name: from}, {Version: "updated", Name: to}, {Version: "dest", Name: filepath.ToSlash(d.dir)}}
		}
		if report.Refused = d.err != nil; !report.Refused {
			report.AddFiles(r.Merge, u.reporting.wants(reports.HTML))
		}
	}
	report.Written = true
	for _, note := range r.Notes {
		told := reports.NewNote(show(r.File), terms.NoteFile, note)
		told.Warning = true
		report.Notes = append(report.Notes, told)
	}
	if r.Settings != "" {
		report.Notes = append(report.Notes, reports.NewNote(filepath.ToSlash(r.Settings), terms.NoteFile, "its settings hold for this merge"))
	}
	report.Sort()
	report.Release()
	return report
}

// tell says on the terminal what went wrong with a package, where there are several, and what
// changes in it, where that is asked for. Then it lets go of what was merged.
func (u *upgrading) tell(d *upgraded, several bool) (err error) {
	r := &u.reporting
	d.status, d.problem = u.outcome(d)
	d.report = u.reportOf(d)
	if several && d.err != nil {
		fmt.Fprintln(r.stderr, "krm-merge: "+printable.Lines(d.problem.Error()))
	}
	if d.result != nil && d.result.Merge != nil {
		if d.merged = true; r.shows() && d.err == nil {
			err = r.show(d.changes())
		}
		d.result.Merge, d.result.Config = nil, nil
	}
	if d.err != nil {
		d.err = d.problem
	}
	return err
}

// changes is the merge of a package with the paths that its files have here.
func (d *upgraded) changes() *files.Result {
	here := *d.result.Merge
	here.Files = slices.Clone(here.Files)
	for i := range here.Files {
		here.Files[i].Path = d.shown(here.Files[i].Path)
	}
	return &here
}

// tellAll writes the reports of all packages.
func (u *upgrading) tellAll(done []upgraded) error {
	r, w := &u.reporting, u.reporting.stdout
	if r.shows() {
		w = r.stderr
	}
	return r.writeTo(w, func(w io.Writer, form reports.Format, colour bool) error {
		return u.write(w, reports.Options{Format: form, Colour: colour, All: r.verbose}, done)
	})
}

// write writes one report of all packages: for programs each by itself.
func (u *upgrading) write(w io.Writer, o reports.Options, done []upgraded) error {
	if o.Format == reports.JSON {
		return u.writeJSON(w, done)
	}
	if len(done) == 1 && done[0].result == nil {
		return nil // The error tells all.
	}
	all := &reports.Report{Version: reports.Version, Written: true}
	dir := "."
	for i := range done {
		d := &done[i]
		row := reports.Package{Name: filepath.ToSlash(d.dir), Status: d.status}
		if d.status == statusLeft {
			row.Status += ", as " + strings.Join(d.result.Notes, "; ")
		}
		row.From, row.To = d.versions()
		if report := d.report; report != nil {
			if all.Join(report); len(done) == 1 {
				all.Versions, dir = report.Versions, d.dir
			}
			if d.merged {
				row.Of = report
			}
			if d.err == nil && (!d.merged || d.result.Restored) {
				row.From = "" // It has that version.
			}
		}
		if d.root == "" {
			all.Packages = append(all.Packages, row)
		}
	}
	o.Program, o.Rooted = versionText(""), rooted(dir, done...)
	return all.Write(w, o)
}

// rooted is fromRoot around a directory, for the reports of packages: the names of files
// in versions of upstream's, which are not here, stay as they are.
func rooted(dir string, done ...upgraded) func(name string) string {
	here := fromRoot(dir)
	elsewhere := map[string]bool{}
	for i := range done {
		from, to := done[i].versions()
		elsewhere[from], elsewhere[to] = from != "", to != ""
	}
	return func(name string) string {
		for version, is := range elsewhere {
			if is && strings.HasPrefix(filepath.ToSlash(name), version+"/") {
				return name
			}
		}
		return here(name)
	}
}

// writeJSON lists what became of all packages, with their reports, for programs.
func (u *upgrading) writeJSON(w io.Writer, done []upgraded) error {
	var all []listed
	for i := range done {
		d := &done[i]
		l := listed{Package: filepath.ToSlash(d.dir), Status: strings.ReplaceAll(d.status, " ", "-")}
		l.failed(d.problem)
		name := rooted(d.dir, *d)
		if r := d.result; r != nil {
			l.Upstream, l.From, l.To, l.Notes = r.Upstream.String(), &r.From, &r.To, r.Notes
			for _, q := range r.Questions {
				l.Files = append(l.Files, upgrade.Marked{File: filepath.ToSlash(name(path.Join(filepath.ToSlash(d.dir), q.File))), Questions: q.Questions})
			}
		}
		if d.merged {
			var b bytes.Buffer
			if err := d.report.Write(&b, reports.Options{Format: reports.JSON, Rooted: name}); err != nil {
				return err
			}
			l.Report = b.Bytes()
		}
		all = append(all, l)
	}
	return writeListed(w, all)
}

// packagesError is that not all of several packages are done.
type packagesError struct{ count, of, code int }

func (e *packagesError) Error() string {
	return fmt.Sprintf("%d of %d packages are not done", e.count, e.of)
}

// summedUp is the error for so many packages, with the largest exit code; nil if all are done.
func summedUp(errs []error, of int) error {
	e := &packagesError{of: of}
	for _, err := range errs {
		switch {
		case err == nil:
		case of == 1:
			return err
		default:
			e.count++
			e.code = max(e.code, exitCode(err))
		}
	}
	if e.count == 0 {
		return nil
	}
	return e
}
