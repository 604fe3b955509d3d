package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/upgrade"
)

const getShort = "Take a package from a git repository, or a chart"

// places tells how a package in a repository is named.
const places = `REPO is the address of a git repository or a path, written with .git where a directory or a ref follows; a repository on
GitHub and a directory on this machine need no .git. DIR is the directory of the package in it, REF a branch, a tag or a
commit; without one it is the default branch. A tag DIR/v1 is the package's own v1.

A chart is named by oci://REGISTRY/PATH/CHART@VERSION, by helm+https://HOST/PATH/CHART@VERSION where HOST/PATH has the
index.yaml, or by ALIAS/CHART@VERSION as helm repo list knows it. Your own helm, 3 or 4, fetches it.`

const getLong = getShort + `.

` + places + `

The files are upstream's, byte for byte. The Kptfile, a new one where upstream has none, says where the package is from and
which commit was taken, as kpt writes it: krm-merge upgrade and kpt pkg update need nothing else. For a chart its
krm-merge.yaml says that, with the version and the digest. DEST is a new directory; in one that is there the package gets a
directory of its own name.

Exit code: 0 taken; 2 bad usage or bad input; 3 fetching failed, or it could not be written. Then nothing is written.`

const getExamples = `  krm-merge get https://github.com/example/packages.git/shop@v1.2.0
  krm-merge get git@git.example.com:platform/packages.git/shop@v1.2.0 clusters/prod/shop
  krm-merge get oci://registry.example.com/charts/shop@1.2.0 charts/shop`

// getCommand takes a package.
func getCommand() *cobra.Command {
	var f fetching
	t := telling{}
	c := &cobra.Command{
		Use:     "get REPO[/DIR][@REF]|CHART[@VERSION] [DEST]",
		Short:   getShort,
		Long:    getLong,
		Example: getExamples,
		Args:    cobra.RangeArgs(1, 2),
		RunE: func(c *cobra.Command, args []string) error {
			dest := ""
			if len(args) > 1 {
				dest = args[1]
			}
			t.stderr = c.ErrOrStderr()
			cache, err := f.cache(&t)
			if err != nil {
				return err
			}
			ctx, stop := interruptible()
			defer stop()
			at, err := cache.Locate(ctx, args[0])
			if err != nil {
				return err
			}
			got, err := (&upgrade.Upgrader{Cache: cache}).Get(ctx, at, dest)
			if err != nil {
				return err
			}
			for _, note := range got.Notes {
				fmt.Fprintln(t.stderr, printable.Line(note))
			}
			_, err = fmt.Fprintln(stdoutOf(c), printable.Line(fmt.Sprintf("%s: %s, %s", got.Dir, got.Version, report.Counted(got.Files, "file"))))
			return err
		},
	}
	f.declare(c)
	return c
}
