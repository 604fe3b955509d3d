package upgrade

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/chartref"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/ignore"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Charts are where versions of charts are had: an [upstream.Cache].
type Charts interface {
	Resolve(ctx context.Context, at upstream.Location) (upstream.Revision, error)
	Versions(ctx context.Context, at upstream.Location) (upstream.Versions, error)
	Tree(ctx context.Context, at upstream.Location, v upstream.Revision) (*upstream.Files, error)
}

// References are the places of a tree that name versions of charts.
type References struct {
	// Root is the directory of the tree, to which paths in Files are relative: the files that may
	// have to do with charts.
	Root  string
	Files map[string][]byte
	All   []*chartref.Reference
}

// Bump is a reference, how it stands to the version that it is brought to, and why it cannot be.
type Bump struct {
	*chartref.Reference
	Status
	Err error
	// Open is the file with the reference, or with values for it, in which marks of an earlier upgrade are open, so that
	// it stays; "" for none.
	Open string
	// versions are those of the chart that its values are held against, and concerned is how much of each of
	// them the change concerns.
	versions  [2]*chart.Chart
	concerned []*atomic.Int32
}

// FindReferences finds the references of a repository or directory that stand in some files and directories
// of it, by their paths in it, and below. Packages with an upstream of their own name what their upstream does. Hidden
// directories are left out, and what a .krmignore names.
func FindReferences(root string, in ...string) (*References, error) {
	r := &References{Root: root, Files: map[string][]byte{}}
	if err := r.read(); err != nil {
		return nil, err
	}
	var packages []string
	for name, data := range r.Files {
		if slices.Contains(kptfile.Names(), path.Base(name)) && names(data, name) {
			packages = append(packages, path.Dir(name))
		}
	}
	for _, ref := range chartref.Find(r.Files) {
		if Below(ref.File, in) && (path.Base(ref.File) != chart.File || !Below(ref.File, packages)) {
			r.All = append(r.All, ref)
		}
	}
	return r, nil
}

// read reads the files that may have to do with charts, and all of charts.
func (r *References) read() error {
	var read bounded.Input
	root := read.FS(os.DirFS(r.Root))
	ignored, charts := ignore.Patterns{}, []string(nil)
	return fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
		case entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || ignored.Names(name, true)):
			return fs.SkipDir
		case entry.IsDir():
			ignored.Read(root, name)
			if _, missing := fs.Stat(root, path.Join(name, chart.File)); missing == nil {
				charts = append(charts, name)
			}
		case entry.Type().IsRegular() && (terms.HoldsResources(name) || Below(name, charts)) && !ignored.Names(name, false):
			r.Files[name], err = fs.ReadFile(root, name)
		}
		if err != nil {
			return fmt.Errorf("%s: cannot be read: %w", filepath.Join(r.Root, name), journal.Cause(err))
		}
		return nil
	})
}

// Where is the file, called so, and line of the reference, which that of a whole file has none of.
func (b *Bump) Where(file string) string {
	if b.Line == 0 {
		return file
	}
	return fmt.Sprintf("%s:%d", file, b.Line)
}

// Bump brings references to the newest version at a step, or to the one that to names, in the files and nowhere
// else, and holds their values against both versions of the charts; the result has the files that become others. A
// reference that cannot be brought to its version stays, and has an error.
func (r *References) Bump(ctx context.Context, charts Charts, to string, step upstream.Step, opts files.Options) ([]*Bump, *files.Result, error) {
	bumps := make([]*Bump, len(r.All))
	parallel.Each(len(bumps), func(i int) {
		b := &Bump{Reference: r.All[i], Open: r.open(r.All[i])}
		b.Err = named(b.Where(b.File), b.find(ctx, charts, to, step))
		bumps[i] = b
	})
	held, edits := resource.Held{Values: map[string][]resource.Overriding{}}, map[string][]chartref.Edit{}
	for _, b := range bumps {
		if b.Open == "" && b.hold(&held) {
			edits[b.File] = append(edits[b.File], chartref.Edit{Place: b.Place, Value: b.Newest.Ref})
		}
	}
	now := maps.Clone(r.Files)
	for _, name := range slices.Sorted(maps.Keys(edits)) {
		var err error
		if now[name], err = chartref.Apply(r.Files[name], edits[name]); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		if path.Base(name) == chart.File && r.Files[path.Join(path.Dir(name), "Chart.lock")] != nil {
			held.Note(name, 0, true, "Chart.lock beside it has the version before; write it anew with helm dependency update")
		}
	}
	result, err := hold(&held, r.Root, r.Files, now, opts)
	for _, b := range bumps {
		for _, values := range b.concerned {
			b.Changed += int(values.Load())
		}
	}
	return bumps, result, err
}

// find finds how the reference stands to the newest version at a step, or to the one that to names, and reads
// both.
func (b *Bump) find(ctx context.Context, charts Charts, to string, step upstream.Step) error {
	b.Taken, b.State, b.Changed = upstream.Revision{Ref: b.Version}, Unknown, -1
	if b.Repo != "" {
		b.Upstream = b.Location()
	}
	switch {
	case b.Why != "":
		b.note("%s", b.Why)
	case to != "":
		b.Newest = &upstream.Revision{Ref: to}
		b.judge(to != b.Version)
	default:
		versions, err := charts.Versions(ctx, b.Upstream)
		if err != nil {
			return err
		}
		b.compare(versions, upstream.Revision{}, step)
	}
	switch {
	case b.State != Behind:
		return nil
	case b.Fixed:
		return fmt.Errorf("%s is an alias, or behind one; write it yourself", b.At)
	}
	next := b.Upstream
	next.Ref = b.Newest.Ref
	return b.read(ctx, charts, next)
}

// open is the file with a reference, or with values for it, in which marks are open.
func (r *References) open(of *chartref.Reference) string {
	for _, v := range append([]chartref.Values{{Place: of.Place}}, of.Values...) {
		if marks.Refuse(r.Files[v.File]) != nil {
			return v.File
		}
	}
	return ""
}

// read reads the version of the chart that was named, and another one, which is then spelled as where the
// chart is from.
func (b *Bump) read(ctx context.Context, charts Charts, to upstream.Location) error {
	var v upstream.Revision
	for i, at := range []upstream.Location{b.Upstream, to} {
		var err error
		if v, err = charts.Resolve(ctx, at); err != nil {
			return err
		}
		tree, err := charts.Tree(ctx, at, v)
		if err != nil {
			return err
		}
		all := map[string][]byte{}
		for _, f := range tree.All {
			all[f.Path] = f.Data
		}
		if b.versions[i], err = chart.Of(all); err != nil {
			return fmt.Errorf("%s: the chart cannot be read: %w", at, err)
		}
	}
	b.Newest = &upstream.Revision{Ref: v.Ref}
	return nil
}

// hold holds the values for the chart against both versions, if these are known.
func (b *Bump) hold(held *resource.Held) bool {
	original, updated := b.versions[0], b.versions[1]
	if updated == nil {
		return false
	}
	for _, message := range updated.Notes {
		held.Note(b.File, b.Line, true, b.Name+" "+b.Newest.Ref+": "+message)
	}
	b.Changed = 0
	for _, v := range b.Values {
		b.concerned = append(b.concerned, held.Add(v.File, resource.Overriding{Document: v.Document, At: v.At, Name: v.Name, Original: original, Updated: updated}))
	}
	return true
}

// Since holds the values of the tree against the charts that are other ones than in a commit: those
// that references name, and those that lie in the tree. A chart that cannot be had is an error, and
// stops no other; the result has the questions.
func (r *References) Since(ctx context.Context, charts Charts, ref string, opts files.Options) (*files.Result, error) {
	was, err := r.at(ref)
	if err != nil {
		return nil, err
	}
	held, failed := resource.HoldCharts(was, r.Files, r.Files), error(nil)
	bumps := r.bumped(chartref.Find(was), &held)
	parallel.Each(len(bumps), func(i int) {
		b := bumps[i]
		b.Err = named(b.Where(b.File), b.read(ctx, charts, b.Location()))
	})
	for _, b := range bumps {
		b.hold(&held)
		failed = errors.Join(failed, b.Err)
	}
	result, err := hold(&held, r.Root, r.Files, r.Files, opts)
	return result, errors.Join(err, failed)
}

// at gives the files as they are in a commit; those that git does not know are as they are here.
func (r *References) at(ref string) (map[string][]byte, error) {
	repository := git.Repository{Dir: r.Root}
	commit, err := repository.Commit(ref)
	if err != nil {
		return nil, err
	}
	tree, err := repository.Tree(commit)
	out, failed := repository.Run("diff", "--name-only", "-z", "--no-renames", commit)
	if err = cmp.Or(err, failed); err != nil {
		return nil, err
	}
	was, changed := maps.Clone(r.Files), map[string]bool{}
	for name := range strings.SplitSeq(out, "\x00") {
		changed[name] = true
		delete(was, name)
	}
	old, err := repository.Contents(tree, func(name string) bool { return changed[name] })
	maps.Copy(was, old)
	return was, err
}

// bumped are the references that name another version than before. Those of which nobody knows are noted.
func (r *References) bumped(before []*chartref.Reference, held *resource.Held) (bumps []*Bump) {
	known := map[string][]*chartref.Reference{}
	for _, ref := range before {
		known[ref.Key()] = append(known[ref.Key()], ref)
	}
	for _, is := range r.All {
		same := known[is.Key()]
		switch {
		case len(same) == 0 && is.Name == "":
			held.Note(is.File, 0, true, "is not compared: "+is.Why)
		case len(same) == 0 || same[0].Version == is.Version && same[0].Repo == is.Repo:
		case same[0].Why != "" || is.Why != "":
			held.Note(is.File, is.Line, true, is.Name+" is not compared: "+cmp.Or(is.Why, "before, "+same[0].Why))
		default:
			bumps = append(bumps, &Bump{Reference: is, Status: Status{Upstream: same[0].Location()}})
		}
		known[is.Key()] = same[min(1, len(same)):]
	}
	return bumps
}
