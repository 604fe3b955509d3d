package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"testing/fstest"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/phrase"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/internal/seal"
)

// checkCommand fails while questions are open.
func checkCommand() *cobra.Command {
	staged, since := false, ""
	var r reporting
	var f fetching
	c := &cobra.Command{
		Use: "check",
		RunE: func(_ *cobra.Command, args []string) error {
			if since != "" {
				if staged || len(args) > 0 {
					return errors.New("--since is about the whole repository; leave out --staged, files and directories")
				}
				return r.checkSince(since, &f)
			}
			var index fs.FS
			if staged {
				if len(args) > 0 {
					return errors.New("--staged is all that is staged; leave out the files and directories")
				}
				files, err := git.Repository{}.Staged()
				if err != nil {
					return err
				}
				in := fstest.MapFS{}
				for name, data := range files {
					in[name] = &fstest.MapFile{Data: data, Mode: 0o644}
				}
				index = in
			}
			w, err := openWorkspace(args, index)
			if err != nil {
				return err
			}
			defer w.root.Close()
			s, err := w.session()
			if err != nil {
				return err
			}
			return errors.Join(r.tellOpen(s.Questions()), unsealed(w.dir, s.Unsealed))
		},
	}
	c.Flags().BoolVar(&staged, "staged", false, "look at what the next commit adds or changes")
	c.Flags().StringVar(&since, "since", "", "hold the values for charts that are other ones than in the commit `REF` against both versions")
	f.declare(c)
	r.declare(c, "", reports.Text, reports.JSON, reports.SARIF, reports.GitHub)
	return c
}

// unsealed is the error of encrypted files in a directory that are merged and not sealed.
func unsealed(dir string, names []string) error {
	var seen []string
	for _, name := range names {
		seen = append(seen, displayPath(dir, name))
	}
	return seal.Unsealed(seen)
}

// tellOpen reports questions, as text a line each. It is an error if there are any.
func (r *reporting) tellOpen(questions []*resolve.Question) error {
	err := r.list(false, func(w io.Writer, o reports.Options) error {
		if o.Format == reports.Text {
			for _, q := range questions {
				fmt.Fprintln(w, q)
			}
			return nil
		}
		return openReport(questions).Write(w, o)
	})
	if open := len(questions); open > 0 && err == nil {
		return questionsOpen(open)
	}
	return err
}

// openReport is a report of questions.
func openReport(questions []*resolve.Question) *reports.Report {
	all := &reports.Report{Version: reports.Version}
	for _, q := range questions {
		c := reports.Entry{
			Spot: reports.Spot{File: q.File, Line: q.Line}, Path: q.Path, Question: q.Called(), Secret: q.Secret,
			Words: q.Words(),
		}
		if q.Resource.Kind != "" {
			c.Resource = &q.Resource
		}
		for at, value := range map[**reports.Value]*yaml.Node{&c.Original: q.Original, &c.Updated: q.Answered(), &c.Dest: q.Dest} {
			if value != nil {
				*at = &reports.Value{Value: phrase.JSON(value)}
			}
		}
		all.Conflicts = append(all.Conflicts, c)
	}
	all.Sort()
	return all
}
