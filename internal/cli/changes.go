package cli

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/printable"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/upgrade"
	"github.com/krm-merge/krm-merge/internal/upstream"
)

// changing is a run of diff.
type changing struct {
	fetching  fetching
	reporting reporting
	unified   bool
	upstream  string
}

// changesCommand shows what was changed in a package.
func changesCommand() *cobra.Command {
	var d changing
	c := &cobra.Command{
		Use:  "diff",
		Args: arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return d.run(packageDir(args[0]))
			}
			return d.run(upgrade.Around("."))
		},
	}
	f := c.Flags()
	f.BoolVar(&d.unified, "diff", false, "show the lines of the files as a unified diff")
	f.StringVar(&d.upstream, "to", "", "show what changed upstream until this branch, tag or commit")
	d.reporting.declare(c, "exit with 1 if anything is changed", reports.Text, reports.JSON)
	d.fetching.declare(c)
	return c
}

func (d *changing) run(dir string) error {
	ctx, cache, err := d.fetching.begin(d.reporting.quiet)
	if err != nil {
		return err
	}
	c, err := upgrade.Compare(ctx, cache, dir, d.upstream)
	if err != nil {
		return err
	}
	show := func(name string) string { return path.Join(filepath.ToSlash(dir), name) }
	if c.To != nil {
		show = func(name string) string { return name }
	}
	found := reports.Compared(c.Comparison, show)
	for _, note := range c.Notes {
		if !d.reporting.quiet {
			fmt.Fprintln(d.reporting.stderr(), printable.Line(dir+": "+note))
		}
	}
	err = d.reporting.list(false, func(w io.Writer, o reports.Options) error {
		if o.Format == reports.JSON {
			return reports.WriteJSON(w, struct {
				Version     int                `json:"version"`
				Package     string             `json:"package"`
				Upstream    string             `json:"upstream"`
				Taken       upstream.Revision  `json:"taken"`
				To          *upstream.Revision `json:"to,omitempty"`
				Differences []reports.Entry    `json:"differences"`
				Notes       []string           `json:"notes,omitempty"`
			}{reports.Version, filepath.ToSlash(dir), c.Upstream.String(), c.Taken, c.To, found, c.Notes})
		}
		var b bytes.Buffer
		if d.unified {
			reports.WriteTreeDiff(&b, c.Before, c.After, c.Subpackages, o.Colour, isTerminal(w))
		} else {
			reports.WriteDifferences(&b, found, o.Colour)
		}
		_, err = w.Write(b.Bytes())
		return err
	})
	if err == nil && d.reporting.exitCode && len(found) > 0 {
		err = unsettled("%s: %s; --exit-code was given", dir, reports.Counted(len(found), "difference"))
	}
	return err
}
