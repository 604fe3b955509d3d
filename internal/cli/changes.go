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
	"github.com/krm-merge/krm-merge/internal/standing"
)

const changesShort = "Show what you changed in a package since you took it"

const changesLong = changesShort + `, or what upstream changed.

It compares the package with the version that its Kptfile says was taken, resource by resource: values that are alike in
another spelling or order are no difference, nor is what tools keep book of. --unified shows the lines of the files instead.
--upstream REF shows what changed upstream since, until a branch, tag or commit. PKG is the package around the working
directory without any. Packages inside it that have an upstream of their own are left out.

Nothing is written. Values of Secrets are not shown, but in the lines of --unified they are.

Exit code: 0 done; 2 bad usage or bad input; 3 fetching failed.`

// changing is a run of diff.
type changing struct {
	fetching       fetching
	unified        bool
	upstream       string
	report         string
	format         reports.Format
	stdout, stderr io.Writer
}

// changesCommand shows what was changed in a package.
func changesCommand() *cobra.Command {
	var d changing
	c := &cobra.Command{
		Use:     "diff [PKG] [--upstream REF]",
		Short:   changesShort,
		Long:    changesLong,
		Example: "  krm-merge diff shop\n  krm-merge diff shop --upstream v1.3.0 --unified",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			dir := around(".")
			if len(args) > 0 {
				dir = filepath.Clean(args[0])
			}
			d.stdout, d.stderr = stdoutOf(c), c.ErrOrStderr()
			return d.run(dir)
		},
	}
	f := c.Flags()
	f.BoolVar(&d.unified, "unified", false, "show the lines of the files as a unified diff")
	f.StringVar(&d.upstream, "upstream", "", "show what changed upstream until this branch, tag or commit")
	f.StringVar(&d.report, "report", "text", "form of the list: text or json")
	complete(c, "report", cobra.FixedCompletions([]string{"text", "json"}, cobra.ShellCompDirectiveNoFileComp))
	d.fetching.declare(c)
	return c
}

func (d *changing) run(dir string) (err error) {
	d.format, err = reports.ParseFormat(d.report)
	if err != nil || d.format != reports.Text && d.format != reports.JSON {
		return fmt.Errorf("--report %s: unknown form; use text or json", d.report)
	}
	cache, err := d.fetching.cache(d.stderr)
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	c, err := standing.Compare(ctx, cache, dir, d.upstream)
	if err != nil {
		return err
	}
	for _, note := range c.Notes {
		fmt.Fprintln(d.stderr, printable.Line(dir+": "+note))
	}
	show := func(name string) string { return path.Join(filepath.ToSlash(dir), name) }
	if c.To != nil {
		show = func(name string) string { return name }
	}
	found := reports.NewComparison(c.Comparison, show)
	if d.format == reports.JSON {
		return d.writeJSON(dir, c, found)
	}
	var b bytes.Buffer
	colour := (&reporting{colour: autoColour}).coloured(d.stdout)
	switch {
	case d.unified:
		writeTreeDiff(&b, c.Before, c.After, c.Subpackages, colour, isTerminal(d.stdout))
	case len(found.Differences) > 0:
		err = found.Write(&b, colour)
	case c.To != nil:
		fmt.Fprintln(d.stderr, printable.Line(fmt.Sprintf("%s: nothing changed upstream from %s to %s", dir, c.Taken, c.To)))
	default:
		fmt.Fprintln(d.stderr, printable.Line(fmt.Sprintf("%s: nothing is changed since %s", dir, c.Taken)))
	}
	if err != nil {
		return err
	}
	return throughPager(d.stdout, b.Bytes())
}

// writeJSON writes the comparison for programs.
func (d *changing) writeJSON(dir string, c *standing.Changes, found *reports.Comparison) error {
	return reports.WriteJSON(d.stdout, struct {
		Version  int               `json:"version"`
		Package  string            `json:"package"`
		Upstream string            `json:"upstream"`
		Taken    standing.Version  `json:"taken"`
		To       *standing.Version `json:"to,omitempty"`
		*reports.Comparison
		Notes []string `json:"notes,omitempty"`
	}{reports.Version, filepath.ToSlash(dir), c.Upstream.String(), c.Taken, c.To, found, c.Notes})
}
