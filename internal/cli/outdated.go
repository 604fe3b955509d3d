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
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// outdating is a run of outdated.
type outdating struct {
	fetching  fetching
	reporting reporting
}

// outdatedCommand lists packages with their versions.
func outdatedCommand() *cobra.Command {
	var o outdating
	c := &cobra.Command{
		Use:  "outdated",
		Args: arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			return o.run(filepath.Clean(strings.Join(args, "")))
		},
	}
	o.reporting.declare(c, "exit with 1 if a package is behind", reports.Text, reports.JSON)
	o.fetching.declare(c)
	return c
}

func (o *outdating) run(dir string) error {
	packages, err := upgrade.Find(dir)
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
	ctx, cache, err := o.fetching.begin(o.reporting.quiet)
	if err != nil {
		return err
	}
	found := make([]listed, len(packages))
	parallel.Each(len(packages), func(i int) {
		s, failed := upgrade.StatusOf(ctx, cache, packages[i])
		found[i] = rowOf(packages[i], s, failed)
		if s != nil && s.Changed >= 0 {
			found[i].Changed = &s.Changed
		}
	})
	bumps, _, err := refs.Bump(ctx, cache, "", upstream.Major, files.Options{Options: resource.Careful()})
	if err != nil {
		return err
	}
	for _, b := range bumps {
		l := rowOf(b.Where(displayPath(refs.Root, b.File)), &b.Status, b.Err)
		if b.Changed >= 0 {
			l.Affected = &b.Changed
		}
		found = append(found, l)
	}
	err = o.reporting.list(false, func(w io.Writer, opts reports.Options) error {
		if opts.Format == reports.JSON {
			return writeListed(w, found)
		}
		return writeStandings(w, found)
	})
	if err != nil {
		return err
	}
	return o.summed(found)
}

// rowOf is how a package stands, or a chart that a file names; s is nil where its Kptfile cannot be read.
func rowOf(name string, s *upgrade.Status, err error) listed {
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

// writeStandings lists the packages in columns. What is empty is a -.
func writeStandings(to io.Writer, found []listed) error {
	t := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	write := func(cells ...string) {
		for i := range cells {
			cells[i] = cmp.Or(printable.Line(cells[i]), "-")
		}
		fmt.Fprintln(t, strings.Join(cells, "\t"))
	}
	write("PACKAGE", "VERSION", "NEWEST", "CHANGES", "STATE", "UPSTREAM")
	for _, l := range found {
		version, newest, changes, at := "", "", "", ""
		if l.Version != nil {
			l.at.Ref = ""
			version, at = l.Version.String(), l.at.String()
		}
		if l.Newest != nil {
			newest = l.Newest.String()
		}
		if l.Changed != nil {
			changes = reports.Counted(*l.Changed, "file")
		} else if l.Affected != nil {
			changes = reports.Counted(*l.Affected, "value")
		}
		write(l.Package, version, newest, changes, l.State, at)
	}
	return t.Flush()
}

// listed is a package, or a chart that a file names, in the JSON of outdated and of upgrade: docs/packages.schema.json.
type listed struct {
	Package  string             `json:"package"`
	Upstream string             `json:"upstream,omitempty"`
	Version  *upstream.Revision `json:"version,omitempty"`
	Newest   *upstream.Revision `json:"newest,omitempty"`
	Minor    *upstream.Revision `json:"newestMinor,omitempty"`
	Patch    *upstream.Revision `json:"newestPatch,omitempty"`
	State    string             `json:"state,omitempty"`
	Changed  *int               `json:"changedFiles,omitempty"`
	Affected *int               `json:"affectedValues,omitempty"`
	From     *upstream.Revision `json:"from,omitempty"`
	To       *upstream.Revision `json:"to,omitempty"`
	Status   string             `json:"status,omitempty"`
	ExitCode int                `json:"exitCode"`
	Error    string             `json:"error,omitempty"`
	Files    []upgrade.Marked   `json:"questions,omitempty"`
	Notes    []string           `json:"notes,omitempty"`
	Report   json.RawMessage    `json:"report,omitempty"`

	// at is where the package is from, err why it is not done.
	at  upstream.Location
	err error
	// root and named are of charts that files name: these have one line in common, with what became of the
	// files, that of the tree with this root, and the arguments that named it.
	root  string
	named []string
	// report is nil where the package could not be looked at; diff is what changes, where that is asked for.
	// merged: there was a merge.
	report *reports.Report
	diff   []byte
	merged bool
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

// summed tells what the table has no place for, and is the error for all packages.
func (o *outdating) summed(found []listed) error {
	r, behind, stderr := &o.reporting, 0, o.reporting.stderr()
	for i := range found {
		l := &found[i]
		if !r.quiet {
			for _, note := range l.Notes {
				fmt.Fprintln(stderr, printable.Line(filepath.FromSlash(l.Package)+": "+note))
			}
		}
		if l.State == string(upgrade.Behind) {
			behind++
		}
	}
	err := summedUp(stderr, found)
	if err == nil && r.exitCode && behind > 0 {
		err = unsettled("%s behind; krm-merge upgrade --all --latest brings them on", reports.Counted(behind, "package"))
	}
	return err
}

// summedUp is the error for packages, nil if all are done. That of a package which is alone is it; of several each
// is told.
func summedUp(stderr io.Writer, all []listed) error {
	left, code := 0, exitMerged
	for i := range all {
		switch err := all[i].err; {
		case err == nil:
		case len(all) == 1:
			return err
		default:
			tell(stderr, err.Error())
			left, code = left+1, max(code, exitCode(err))
		}
	}
	if left == 0 {
		return nil
	}
	return &codedError{fmt.Sprintf("%d of %d packages are not done", left, len(all)), code}
}
