package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/configfile"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/printable"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/upgrade"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// references finds the references to charts in files or directories of one repository.
func references(names ...string) (*upgrade.References, error) {
	root := configfile.Root(names[0])
	var all []string
	for _, name := range names {
		if configfile.Root(name) != root {
			return nil, fmt.Errorf("%s and %s lie in different repositories; name those of one", names[0], name)
		}
		in, err := filepath.Rel(root, git.RealPath(name))
		if err != nil {
			return nil, err
		}
		all = append(all, filepath.ToSlash(in))
	}
	return upgrade.FindReferences(root, all...)
}

// isReferences reports whether what upgrade is given are files, which name charts.
func isReferences(args []string) bool {
	return len(args) > 0 && !slices.ContainsFunc(args, func(arg string) bool {
		info, err := os.Stat(arg)
		return err != nil || !info.Mode().IsRegular() || filepath.Base(arg) == kptfile.Name
	})
}

// upgradeCharts brings the references to charts in files or directories to other versions, and gives what
// became of all in the tree, and of each; besides: there may be none.
func (u *upgrading) upgradeCharts(ctx context.Context, cache *upstream.Cache, args []string, besides bool) (done []listed, err error) {
	refs, err := references(args...)
	if err != nil {
		return nil, err
	}
	switch {
	case len(refs.All) == 0 && besides:
		return nil, nil
	case len(refs.All) == 0:
		return nil, fmt.Errorf("%s: names no version of a chart; name a file that does, or the directory of a package", args[0])
	}
	config, _, err := u.configure(refs.Root)
	if err != nil {
		return nil, err
	}
	options := files.Options{Options: config.Options, Marks: files.Marks{Options: config.Marks}}
	bumps, result, err := refs.Bump(ctx, cache, u.request.To, cmp.Or(u.request.Latest, upstream.Major), options)
	if err != nil {
		return nil, err
	}
	result.Files = slices.DeleteFunc(result.Files, func(f files.Merged) bool { return f.Status == files.Unchanged })
	if !u.request.Force && !u.request.DryRun {
		written := func(name string) bool {
			return slices.ContainsFunc(result.Files, func(f files.Merged) bool { return f.Path == name })
		}
		err = upgrade.Committed(displayPath(refs.Root, "."), refs.Root, written)
	}
	if err == nil && !u.request.DryRun {
		err = target{dir: true, name: refs.Root}.write(result)
	}
	if err != nil {
		return nil, err
	}
	all := listed{Package: ".", root: refs.Root, named: args}
	done = []listed{u.summarize(all, &upgrade.Result{Merge: result, Config: config, Written: !u.request.DryRun}, nil)}
	for _, b := range bumps {
		d := u.bumped(refs, b)
		done, err = append(done, d), errors.Join(err, d.err)
	}
	return done, errors.Join(err, done[0].err)
}

// bumped is what became of a reference.
func (u *upgrading) bumped(refs *upgrade.References, b *upgrade.Bump) listed {
	d := listed{
		Package:  strings.TrimSpace(b.Where(displayPath(refs.Root, b.File)) + " " + b.Name),
		Upstream: b.Upstream.String(), From: &b.Taken, To: cmp.Or(b.Newest, &upstream.Revision{}), Status: string(b.State),
	}
	switch {
	case b.Err != nil:
		d.failed(b.Err)
		d.Status, d.To = statusFailed, &upstream.Revision{}
	case b.Open != "":
		name := displayPath(refs.Root, b.Open)
		d.failed(unsettled("%s: questions of an earlier upgrade are open in %s; answer them with krm-merge resolve %[3]s, or take that upgrade back with git checkout %[3]s",
			d.Package, name, printable.Word(name)))
		d.Status = "questions"
	case b.State == upgrade.Unknown:
		d.Status, d.Notes = statusLeft, b.Notes
	case b.State == upgrade.Behind && u.request.DryRun:
		d.Status = "dry run"
	case b.State == upgrade.Behind:
		d.Status = "upgraded"
	}
	return d
}

// checkSince reports the questions about values for charts that are other ones than in a commit.
func (r *reporting) checkSince(commit string, f *fetching) error {
	ctx, cache, err := f.begin(r.quiet)
	if err != nil {
		return err
	}
	refs, err := references(".")
	if err != nil {
		return err
	}
	if git.Root(refs.Root) == "" {
		return errors.New("--since compares with a commit, but there is no git repository here")
	}
	config, _, err := new(upgrading).configure(refs.Root)
	if err != nil {
		return err
	}
	options := files.Options{Options: config.Options, Marks: files.Marks{Options: marks.Options{Form: marks.Decisions}}}
	options.Policy.OnConflict = merge.Ask
	result, failed := refs.Since(ctx, cache, commit, options)
	if result == nil {
		return failed
	}
	const hint = "take out what has no effect, name it anew, or keep it with # krm-merge: keep behind it"
	unread := reports.Counted(result.Open(), "value") + " read no more by the charts that they are for"
	told := resource.Outcome{
		Conflicts: slices.DeleteFunc(result.Conflicts, func(c resource.Conflict) bool { return !c.Open() }),
		Notes:     slices.DeleteFunc(result.Notes, func(n resource.Note) bool { return !n.Warning }),
	}
	report := unwritten(told, resource.Careful(), func(name string) string { return displayPath(refs.Root, name) }, hint)
	report.Headline = unread
	err = r.write(report, nil, false)
	if len(told.Conflicts) > 0 && err == nil {
		err = unsettled("%s; %s", unread, hint)
	}
	return errors.Join(err, failed)
}
