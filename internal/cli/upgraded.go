package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/upgrade"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
)

// upgraded is a package with what became of it.
type upgraded struct {
	dir string
	// result is nil where the package could not be looked at.
	result *upgrade.Result
	err    error
	ended  bool
}

// problem is what is not done of an upgrade, nil if all is.
func (d *upgraded) problem() error {
	var refused *files.ConflictsError
	r := d.result
	switch {
	case errors.As(d.err, &refused):
		return fmt.Errorf("%s: %w", d.dir, &conflictsError{count: len(refused.Conflicts), setting: refused.Conflicts[0].OnConflict})
	case d.err != nil:
		return d.err
	case len(r.Questions) > 0:
		return &unsettledError{d.left()}
	case r.Merge != nil && !r.Written && r.Merge.Open() > 0:
		return &unsettledError{fmt.Sprintf("%s: %s would be left to you; nothing is written", d.dir, reports.Counted(r.Merge.Open(), "question"))}
	case r.Check != nil:
		return &unsettledError{d.dir + ": " + r.Check.Error()}
	}
	return nil
}

// left tells which files have questions, and what to do about them.
func (d *upgraded) left() string {
	names, count := make([]string, len(d.result.Questions)), 0
	for i, q := range d.result.Questions {
		names[i] = path.Join(filepath.ToSlash(d.dir), q.File)
		count += q.Questions
	}
	return fmt.Sprintf("%s is written, and %s left to you in %s. Answer with krm-merge resolve %s, or take the upgrade back with krm-merge upgrade --abort %s",
		d.dir, reports.Counted(count, "question"), strings.Join(names, ", "), d.dir, d.dir)
}

// status is what became of a package, in a word.
func (d *upgraded) status() string {
	r := d.result
	switch {
	case d.err != nil:
		return "failed"
	case r.Merge == nil:
		return "current"
	case !r.Written:
		return "dry run"
	case len(r.Questions) > 0:
		return "questions"
	case r.Check != nil:
		return "check failed"
	}
	return "upgraded"
}

// versions are those from and to, "" if they are not known.
func (d *upgraded) versions() (from, to string) {
	if d.result == nil {
		return "", ""
	}
	return d.result.From.String(), d.result.To.String()
}

// heading is the package with its versions.
func (d *upgraded) heading() string {
	from, to := d.versions()
	if d.result.Merge == nil {
		return fmt.Sprintf("%s: is at %s", d.dir, to)
	}
	return fmt.Sprintf("%s: %s → %s", d.dir, from, to)
}

// reported is the report of a package, nil if there was no merge.
func (u *upgrading) reported(d *upgraded) *reports.Report {
	r := d.result
	if r == nil || r.Merge == nil {
		return nil
	}
	show := func(name string) string { return path.Join(filepath.ToSlash(d.dir), name) }
	report := reports.New(&r.Merge.Outcome, r.Config.Options, show)
	if report.Refused = d.err != nil; !report.Refused {
		report.AddFiles(r.Merge, u.format == reports.HTML)
	}
	for _, note := range r.Notes {
		report.Notes = append(report.Notes, reports.Note{File: show("Kptfile"), Kind: phrase.NoteOf(merge.NoteFile).Code, Message: note})
	}
	for name, what := range r.Lost {
		report.Notes = append(report.Notes, reports.Note{File: show(name), Message: what})
	}
	report.Sort()
	return report
}

// tell reports what became of a package; several: others are reported, too.
func (u *upgrading) tell(d *upgraded, several bool) error {
	w := u.stdout
	if u.diff {
		w = u.stderr
		if d.result != nil && d.result.Merge != nil && d.err == nil {
			if err := writeDiff(u.stdout, d.result.Merge, isTerminal(u.stdout)); err != nil {
				return err
			}
		}
	}
	if several && d.problem() != nil {
		fmt.Fprintln(u.stderr, "krm-merge: "+printable.Lines(d.problem().Error()))
	}
	report := u.reported(d)
	switch {
	case d.result == nil || report == nil && d.err != nil:
		return nil
	case u.format == reports.Markdown:
		fmt.Fprintf(w, "## %s\n\n", printable.Line(d.heading()))
	case u.format == reports.Text:
		fmt.Fprintln(w, printable.Line(d.heading()))
	}
	if report != nil {
		if err := report.Write(w, reports.Options{
			Format: u.format, Colour: isTerminal(w) && os.Getenv("NO_COLOR") == "", Summary: true, Program: versionText(""),
		}); err != nil {
			return err
		}
	}
	if several {
		fmt.Fprintln(w)
	}
	return nil
}

// table lists what became of all packages.
func (u *upgrading) table(done []upgraded) error {
	w := u.stdout
	if u.diff {
		w = u.stderr
	}
	row, between := "%s\t%s\t%s\t%s\n", ""
	if u.format == reports.Markdown {
		row, between = "| %s | %s | %s | %s |\n", "|---|---|---|---|\n"
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, row+between, "PACKAGE", "FROM", "TO", "RESULT")
	for i := range done {
		from, to := done[i].versions()
		fmt.Fprintf(t, row, printable.Line(done[i].dir), printable.Line(from), printable.Line(to), done[i].status())
	}
	return t.Flush()
}

// listed is a package in the JSON form of the report.
type listed struct {
	Package  string           `json:"package"`
	Upstream string           `json:"upstream,omitempty"`
	From     *upgrade.Version `json:"from,omitempty"`
	To       *upgrade.Version `json:"to,omitempty"`
	Status   string           `json:"status"`
	ExitCode int              `json:"exitCode"`
	Error    string           `json:"error,omitempty"`
	Files    []upgrade.Marked `json:"questions,omitempty"`
	Notes    []string         `json:"notes,omitempty"`
	Report   json.RawMessage  `json:"report,omitempty"`
}

// writeJSON lists what became of all packages, with their reports, for programs.
func (u *upgrading) writeJSON(done []upgraded) error {
	all := struct {
		Version  int      `json:"version"`
		Packages []listed `json:"packages"`
	}{Version: reports.Version}
	for i := range done {
		d := &done[i]
		l := listed{Package: filepath.ToSlash(d.dir), Status: strings.ReplaceAll(d.status(), " ", "-")}
		if err := d.problem(); err != nil {
			l.ExitCode, l.Error = exitCode(err), err.Error()
		}
		if r := d.result; r != nil {
			l.Upstream, l.From, l.To, l.Files, l.Notes = r.Upstream.String(), &r.From, &r.To, r.Questions, r.Notes
		}
		if report := u.reported(d); report != nil {
			var b bytes.Buffer
			if err := report.Write(&b, reports.Options{Format: reports.JSON}); err != nil {
				return err
			}
			l.Report = b.Bytes()
		}
		all.Packages = append(all.Packages, l)
	}
	e := json.NewEncoder(u.stdout)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(all)
}

// packagesError is that not all of several packages are done.
type packagesError struct{ count, of, code int }

func (e *packagesError) Error() string {
	return fmt.Sprintf("%d of %d packages are not done", e.count, e.of)
}

// summed is the error for all packages, with the largest exit code; nil if all are done.
func summed(done []upgraded) error {
	e := &packagesError{of: len(done)}
	for i := range done {
		if err := done[i].problem(); err != nil {
			if len(done) == 1 {
				return err
			}
			e.count++
			e.code = max(e.code, exitCode(err))
		}
	}
	if e.count == 0 {
		return nil
	}
	return e
}
