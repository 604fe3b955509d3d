package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"testing/fstest"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/configfile"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/ignore"
	"github.com/krm-merge/krm-merge/internal/phrase"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/internal/seal"
	"github.com/krm-merge/krm-merge/internal/terms"
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
			s, dir, err := checked(staged, args)
			if err != nil {
				return err
			}
			if !r.quiet {
				r.tellFragments(dir)
			}
			return errors.Join(r.tellOpen(dir, s.Questions()), unsealed(dir, s.Unsealed))
		},
	}
	c.Flags().BoolVar(&staged, "staged", false, "look at what the next commit adds or changes")
	c.Flags().StringVar(&since, "since", "", "hold the values for charts that are other ones than in the commit `REF` against both versions")
	f.declare(c)
	r.declare(c, "", reports.Text, reports.JSON, reports.SARIF, reports.GitHub)
	return c
}

// tellFragments says what the merge in progress, if there is one, adds to directories that one side
// deleted.
func (r *reporting) tellFragments(dir string) {
	repository := git.Repository{Dir: git.Root(dir)}
	if repository.Dir == "" {
		return
	}
	of, err := repository.Range("MERGE_HEAD..HEAD")
	if err != nil {
		return // No merge is in progress.
	}
	var notes reports.Report
	index, err := repository.Index()
	if err == nil {
		err = fragments(&notes, repository, of, index, func(name string) string { return shown(repository.Dir, name) })
	}
	if err != nil {
		tell(r.stderr(), "what the merge adds to directories that one side deleted is not known: "+err.Error())
	}
	for _, n := range notes.Notes {
		tell(r.stderr(), n.File+": "+n.Message)
	}
}

// unsealed is the error of encrypted files in a directory that are merged and not sealed.
func unsealed(dir string, names []string) error {
	var seen []string
	for _, name := range names {
		seen = append(seen, shown(dir, name))
	}
	return seal.Unsealed(seen)
}

// tellOpen reports the questions in a directory, as text a line each, with their files as
// they are seen from here. It is an error if there are any.
func (r *reporting) tellOpen(dir string, questions []*resolve.Question) error {
	err := r.list(false, func(w io.Writer, o reports.Options) error {
		if o.Format == reports.Text {
			for _, q := range questions {
				fmt.Fprintln(w, q.SeenAt(shown(dir, q.File)))
			}
			return nil
		}
		return openReport(questions).Write(w, o)
	})
	if open := len(questions); open > 0 && err == nil {
		return asked(open)
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

// checked finds the questions that check looks for, and the directory that they are in.
func checked(staged bool, args []string) (s *resolve.Session, dir string, err error) {
	switch {
	case staged && len(args) > 0:
		return nil, "", errors.New("--staged is all that is staged; leave out the files and directories")
	case staged:
		inIndex, failed := git.Repository{}.Staged()
		if failed != nil {
			return nil, "", failed
		}
		dir = configfile.Root(".")
		index := fstest.MapFS{}
		for name, data := range inIndex {
			index[name] = &fstest.MapFile{Data: data, Mode: 0o644}
		}
		s, err = resolve.Open(index, asking(git.Root("."), index))
		return s, dir, err
	}
	w, err := openWorkspace(args)
	if err != nil {
		return nil, "", err
	}
	defer w.root.Close()
	s, err = w.session()
	return s, w.dir, err
}

// asking are the names of files of git's index that may hold questions; dir is the top of the work
// tree.
func asking(dir string, index fstest.MapFS) []string {
	var names []string
	ignored := ignore.Patterns{}
	for name, f := range index {
		ignored.ReadAround(os.DirFS(dir), name)
		if !ignored.Hold(name) && (terms.HoldsResources(name) || asks(git.Repository{Dir: dir}, name, f.Data)) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
