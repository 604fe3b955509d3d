package cli

import (
	"cmp"
	"context"
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
		RunE: func(c *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			if err := o.telling.check(c); err != nil {
				return err
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
	found := o.find(ctx, cache, packages)
	named, err := outdatedCharts(ctx, cache, refs)
	if err != nil {
		return err
	}
	found = append(found, named...)
	err = o.telling.list(func(w io.Writer, form reports.Format, _ bool) error {
		if form == reports.JSON {
			return writeStandingsJSON(w, found)
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

// stood is a package, or a chart that a file names, with how it stands; standing is nil where its Kptfile
// cannot be read.
type stood struct {
	name     string
	standing *upgrade.Standing
	err      error
	chart    bool
}

// find finds out how packages stand, side by side.
func (o *outdating) find(ctx context.Context, cache *upstream.Cache, packages []string) []stood {
	found := make([]stood, len(packages))
	parallel.Each(len(packages), func(i int) {
		s, err := upgrade.StandingOf(ctx, cache, packages[i])
		found[i] = stood{packages[i], s, err, false}
	})
	return found
}

// state is how the package stands, in a word.
func (s *stood) state() string {
	if s.err != nil {
		return "failed"
	}
	return s.standing.State.String()
}

// tell tells what the table has no place for, and JSON has. The error of a package that is
// alone is that of the command.
func (o *outdating) tell(s *stood, alone bool) {
	t := &o.telling
	if t.stream == reports.JSON && !t.quiet {
		return
	}
	if s.standing != nil && !t.quiet {
		for _, note := range s.standing.Notes {
			fmt.Fprintln(t.stderr, printable.Line(s.name+": "+note))
		}
	}
	if s.err != nil && !alone {
		fmt.Fprintln(t.stderr, "krm-merge: "+printable.Lines(s.err.Error()))
	}
}

// writeStandings lists the packages in columns, or for programs.
func writeStandings(to io.Writer, form reports.Format, found []stood) error {
	rows := [][]string{{"PACKAGE", "VERSION", "NEWEST", "CHANGES", "STATE", "UPSTREAM"}}
	for i := range found {
		s := &found[i]
		row := []string{filepath.ToSlash(s.name), "", "", "", s.state(), ""}
		if at := s.standing; at != nil {
			from := at.Upstream
			from.Ref = ""
			row[1], row[5] = at.Taken.String(), from.String()
			if at.Newest != nil {
				row[2] = at.Newest.String()
			}
			if at.Changed >= 0 {
				row[3] = reports.Counted(at.Changed, "file")
				if s.chart {
					row[3] = reports.Counted(at.Changed, "value")
				}
			}
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
}

// failed adds why a package is not done, if it is not.
func (l *listed) failed(err error) {
	if err != nil {
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

// writeStandingsJSON lists the packages for programs.
func writeStandingsJSON(w io.Writer, found []stood) error {
	var all []listed
	for i := range found {
		s := &found[i]
		p := listed{Package: filepath.ToSlash(s.name), State: s.state()}
		if at := s.standing; at != nil {
			p.Upstream, p.Version, p.Newest, p.Minor, p.Patch, p.Notes = at.Upstream.String(), &at.Taken, at.Newest, at.Minor, at.Patch, at.Notes
			switch {
			case at.Changed < 0:
			case s.chart:
				p.Affected = &at.Changed
			default:
				p.Changed = &at.Changed
			}
		}
		p.failed(s.err)
		all = append(all, p)
	}
	return writeListed(w, all)
}

// summed is the error for all packages, with the largest exit code.
func (o *outdating) summed(found []stood) error {
	failed, behind := &packagesError{of: len(found)}, 0
	for i := range found {
		s := &found[i]
		if s.err != nil {
			failed.count++
			failed.code = max(failed.code, exitCode(s.err))
		} else if s.standing.State == upgrade.Behind {
			behind++
		}
	}
	switch {
	case failed.count == 1 && len(found) == 1:
		return found[0].err
	case failed.count > 0:
		return failed
	case o.telling.exitCode && behind > 0:
		return &unsettledError{reports.Counted(behind, "package") + " behind; krm-merge upgrade --all --latest brings them on"}
	}
	return nil
}
