package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/printable"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/upgrade"
	"github.com/krm-merge/krm-merge/internal/upstream"
)

// outdating is a run of outdated.
type outdating struct {
	fetching fetching
	telling  telling
}

// outdatedCommand lists packages with their versions.
func outdatedCommand() *cobra.Command {
	var o outdating
	c := &cobra.Command{
		Use:  "outdated",
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			return o.run(dir)
		},
	}
	o.telling.declare(c, "exit with 1 if a package is behind", reports.Text, reports.JSON, reports.Markdown)
	o.fetching.declare(c)
	return c
}

func (o *outdating) run(dir string) error {
	packages, err := upgrade.Find(filepath.Clean(dir))
	if err != nil {
		return err
	}
	refs, err := references(dir)
	switch {
	case err != nil:
		return err
	case len(packages)+len(refs.All) == 0:
		return fmt.Errorf("%s: no package with an upstream is in it, and no chart is named; krm-merge get takes a package", dir)
	}
	ctx, cache, stop, err := o.fetching.begin(&o.telling)
	if err != nil {
		return err
	}
	defer stop()
	found := make([]listed, len(packages))
	parallel.Each(len(packages), func(i int) {
		s, failed := upgrade.StandingOf(ctx, cache, packages[i])
		found[i] = standing(packages[i], s, failed)
		if s != nil && s.Changed >= 0 {
			found[i].Changed = &s.Changed
		}
	})
	named, err := outdatedCharts(ctx, cache, refs)
	if err != nil {
		return err
	}
	found = append(found, named...)
	err = o.telling.list(func(w io.Writer, form reports.Format, _ bool) error {
		if form == reports.JSON {
			return writeListed(w, found)
		}
		return writeStandings(w, form, found)
	})
	if err != nil {
		return err
	}
	for i := range found {
		o.tell(&found[i], len(found) == 1)
	}
	return o.summed(found)
}

// standing is how a package stands, or a chart that a file names; s is nil where its Kptfile cannot be read.
func standing(name string, s *upgrade.Standing, err error) listed {
	l := listed{Package: filepath.ToSlash(name), State: "failed"}
	l.failed(err)
	if err == nil {
		l.State = string(s.State)
	}
	if s != nil {
		l.Upstream, l.Version, l.Newest, l.Minor, l.Patch, l.Notes = s.Upstream.String(), &s.Taken, s.Newest, s.Minor, s.Patch, s.Notes
		l.at = s.Upstream
	}
	return l
}

// tell tells what the table has no place for, and JSON has. The error of a package that is
// alone is that of the command.
func (o *outdating) tell(l *listed, alone bool) {
	t := &o.telling
	if t.stream == reports.JSON && !t.quiet {
		return
	}
	for _, note := range l.Notes {
		if !t.quiet {
			fmt.Fprintln(t.stderr, printable.Line(filepath.FromSlash(l.Package)+": "+note))
		}
	}
	if l.err != nil && !alone {
		fmt.Fprintln(t.stderr, "krm-merge: "+printable.Lines(l.Error))
	}
}

// writeStandings lists the packages in columns.
func writeStandings(to io.Writer, form reports.Format, found []listed) error {
	rows := [][]string{{"PACKAGE", "VERSION", "NEWEST", "CHANGES", "STATE", "UPSTREAM"}}
	for _, l := range found {
		row := []string{l.Package, "", "", "", l.State, ""}
		if l.Version != nil {
			l.at.Ref = ""
			row[1], row[5] = l.Version.String(), l.at.String()
		}
		if l.Newest != nil {
			row[2] = l.Newest.String()
		}
		if l.Changed != nil {
			row[3] = reports.Counted(*l.Changed, "file")
		} else if l.Affected != nil {
			row[3] = reports.Counted(*l.Affected, "value")
		}
		rows = append(rows, row)
	}
	return writeTable(to, form, rows)
}

// writeTable writes rows, the titles first, in columns or as Markdown has tables. What is empty is a -.
func writeTable(w io.Writer, form reports.Format, rows [][]string) error {
	begin, between, end := "", "\t", ""
	if form == reports.Markdown {
		begin, between, end = "| ", " | ", " |"
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i, row := range rows {
		cells := make([]string, len(row))
		for j := range row {
			cells[j] = cmp.Or(printable.Line(row[j]), "-")
		}
		fmt.Fprintln(t, begin+strings.Join(cells, between)+end)
		if i == 0 && form == reports.Markdown {
			fmt.Fprintln(t, strings.Repeat("|---", len(row))+"|")
		}
	}
	return t.Flush()
}

// listed is a package in the JSON of outdated and of upgrade: docs/packages.schema.json.
type listed struct {
	Package  string           `json:"package"`
	Upstream string           `json:"upstream,omitempty"`
	Version  *upgrade.Version `json:"version,omitempty"`
	Newest   *upgrade.Version `json:"newest,omitempty"`
	Minor    *upgrade.Version `json:"newestMinor,omitempty"`
	Patch    *upgrade.Version `json:"newestPatch,omitempty"`
	State    string           `json:"state,omitempty"`
	Changed  *int             `json:"changedFiles,omitempty"`
	Affected *int             `json:"affectedValues,omitempty"`
	From     *upgrade.Version `json:"from,omitempty"`
	To       *upgrade.Version `json:"to,omitempty"`
	Status   string           `json:"status,omitempty"`
	ExitCode int              `json:"exitCode"`
	Error    string           `json:"error,omitempty"`
	Files    []upgrade.Marked `json:"questions,omitempty"`
	Notes    []string         `json:"notes,omitempty"`
	Report   json.RawMessage  `json:"report,omitempty"`

	at  upstream.Location
	err error
}

// failed adds why a package is not done, if it is not.
func (l *listed) failed(err error) {
	if l.err = err; err != nil {
		l.ExitCode, l.Error = exitCode(err), err.Error()
	}
}

// writeListed writes packages for programs.
func writeListed(w io.Writer, all []listed) error {
	return reports.WriteJSON(w, struct {
		Version  int      `json:"version"`
		Packages []listed `json:"packages"`
	}{reports.Version, all})
}

// summed is the error for all packages, with the largest exit code.
func (o *outdating) summed(found []listed) error {
	behind, errs := 0, make([]error, len(found))
	for i := range found {
		if errs[i] = found[i].err; found[i].State == string(upgrade.Behind) {
			behind++
		}
	}
	err := summedUp(errs, len(errs))
	if err == nil && o.telling.exitCode && behind > 0 {
		err = &unsettledError{reports.Counted(behind, "package") + " behind; krm-merge upgrade --all --latest brings them on"}
	}
	return err
}
