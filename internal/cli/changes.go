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
)

// changing is a run of diff.
type changing struct {
	fetching fetching
	telling  telling
	unified  bool
	upstream string
}

// changesCommand shows what was changed in a package.
func changesCommand() *cobra.Command {
	var d changing
	c := &cobra.Command{
		Use:  "diff",
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := around(".")
			if len(args) > 0 {
				dir = packageDir(args[0])
			}
			return d.run(dir)
		},
	}
	f := c.Flags()
	f.BoolVar(&d.unified, "diff", false, "show the lines of the files as a unified diff")
	f.StringVar(&d.upstream, "to", "", "show what changed upstream until this branch, tag or commit")
	d.telling.declare(c, "exit with 1 if anything is changed", reports.Text, reports.JSON)
	d.fetching.declare(c)
	return c
}

func (d *changing) run(dir string) error {
	ctx, cache, stop, err := d.fetching.begin(&d.telling)
	if err != nil {
		return err
	}
	defer stop()
	c, err := upgrade.Compare(ctx, cache, dir, d.upstream)
	if err != nil {
		return err
	}
	show := func(name string) string { return path.Join(filepath.ToSlash(dir), name) }
	if c.To != nil {
		show = func(name string) string { return name }
	}
	found := reports.NewComparison(c.Comparison, show)
	if !d.telling.quiet {
		d.tell(dir, c, found)
	}
	err = d.telling.list(func(w io.Writer, form reports.Format, colour bool) error {
		if form == reports.JSON {
			return writeChangesJSON(w, dir, c, found)
		}
		return d.write(w, colour, c, found)
	})
	if err == nil && d.telling.exitCode && len(found.Differences) > 0 {
		err = &unsettledError{dir + ": " + reports.Counted(len(found.Differences), "difference") + "; --exit-code was given"}
	}
	return err
}

// tell tells what the list has no place for.
func (d *changing) tell(dir string, c *upgrade.Changes, found *reports.Comparison) {
	notes := c.Notes
	switch {
	case d.unified || len(found.Differences) > 0 || d.telling.stream == reports.JSON:
	case c.To != nil:
		notes = append(notes, fmt.Sprintf("nothing changed upstream from %s to %s", c.Taken, c.To))
	default:
		notes = append(notes, fmt.Sprintf("nothing is changed since %s", c.Taken))
	}
	for _, note := range notes {
		fmt.Fprintln(d.telling.stderr, printable.Line(dir+": "+note))
	}
}

// write writes what is changed.
func (d *changing) write(w io.Writer, colour bool, c *upgrade.Changes, found *reports.Comparison) error {
	var b bytes.Buffer
	if d.unified {
		reports.WriteTreeDiff(&b, c.Before, c.After, c.Subpackages, colour, isTerminal(w))
	} else if err := found.Write(&b, colour); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// writeChangesJSON writes the comparison for programs.
func writeChangesJSON(w io.Writer, dir string, c *upgrade.Changes, found *reports.Comparison) error {
	return reports.WriteJSON(w, struct {
		Version  int              `json:"version"`
		Package  string           `json:"package"`
		Upstream string           `json:"upstream"`
		Taken    upgrade.Version  `json:"taken"`
		To       *upgrade.Version `json:"to,omitempty"`
		*reports.Comparison
		Notes []string `json:"notes,omitempty"`
	}{reports.Version, filepath.ToSlash(dir), c.Upstream.String(), c.Taken, c.To, found, c.Notes})
}
