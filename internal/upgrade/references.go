package upgrade

import (
	"bytes"
	"cmp"
	"context"
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
	"github.com/krm-merge/krm-merge/internal/ignore"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Charts are where versions of charts are had: an [upstream.Cache].
type Charts interface {
	Resolve(ctx context.Context, at upstream.Location) (upstream.Revision, error)
	Versions(ctx context.Context, at upstream.Location) (upstream.Versions, error)
	Tree(ctx context.Context, at upstream.Location, commit string) (*upstream.Files, error)
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
	Standing
	Err error
}

// FindReferences finds the references of a repository or directory that stand in some files and directories
// of it and below. Packages with an upstream of their own name what their upstream does. Hidden
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
	for i := range in {
		name, err := filepath.Rel(root, in[i])
		if err != nil {
			return nil, err
		}
		in[i] = filepath.ToSlash(name)
	}
	for _, ref := range chartref.Find(r.Files) {
		around := func(dir string) bool { return within(ref.File, dir) }
		if slices.ContainsFunc(in, around) && (path.Base(ref.File) != chart.File || !slices.ContainsFunc(packages, around)) {
			r.All = append(r.All, ref)
		}
	}
	return r, nil
}

// within reports whether a path is a directory or lies in it.
func within(name, dir string) bool {
	return dir == "." || name == dir || strings.HasPrefix(name, dir+"/")
}

// read reads the files that may have to do with charts, and all of charts.
func (r *References) read() error {
	var read bounded.Input
	root := read.FS(os.DirFS(r.Root))
	ignored, inChart := ignore.Patterns{}, map[string]bool{}
	return fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
		case entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || ignored.Names(name, true)):
			return fs.SkipDir
		case entry.IsDir():
			ignored.Read(root, name)
			_, missing := fs.Stat(root, path.Join(name, chart.File))
			inChart[name] = missing == nil || inChart[path.Dir(name)]
		case entry.Type().IsRegular() && (terms.HoldsResources(name) || inChart[path.Dir(name)]) && !ignored.Names(name, false):
			r.Files[name], err = fs.ReadFile(root, name)
		}
		if err != nil {
			return fmt.Errorf("%s: cannot be read: %w", filepath.Join(r.Root, name), journal.Cause(err))
		}
		return nil
	})
}

// Newest finds how each reference stands to the newest version at a step, or to the one that to names. What fails
// stops no other.
func (r *References) Newest(ctx context.Context, charts Charts, to string, step upstream.Step) []Bump {
	bumps := make([]Bump, len(r.All))
	parallel.Each(len(r.All), func(i int) {
		b := &bumps[i]
		b.Reference = r.All[i]
		b.Upstream, b.Taken, b.State, b.Changed = locate(b.Reference), Version{Ref: b.Version}, Unknown, -1
		if b.Why == "" {
			b.Err = b.find(ctx, charts, to, step)
		}
		if b.Why != "" {
			b.note("%s", b.Why)
		}
		if b.Upstream.Ref = ""; b.Repo == "" {
			b.Upstream = upstream.Location{}
		}
	})
	return bumps
}

// find finds the newest version, unless to names one; where there is no newer one it is the one that is there.
func (b *Bump) find(ctx context.Context, charts Charts, to string, step upstream.Step) error {
	var versions upstream.Versions
	if to == "" {
		var err error
		if versions, err = charts.Versions(ctx, b.Upstream); err != nil {
			return fmt.Errorf("%s: %w", b.Where(b.File), err)
		}
		if to = b.Version; versions.Why != "" {
			b.Why = unclear(versions)
			return nil
		}
		if newest, found := versions.Newest(step, b.Version); found && upstream.Older(b.Version, newest.Tag) {
			to = newest.Tag
		}
	}
	b.Newest, b.State = &Version{Ref: to}, Current
	if to != b.Version {
		b.State = Behind
		b.findNear(versions, b.Version)
	}
	return nil
}

// Where is the file, called so, and line of the reference, which that of a whole file has none of.
func (b *Bump) Where(file string) string {
	if b.Line == 0 {
		return file
	}
	return fmt.Sprintf("%s:%d", file, b.Line)
}

// Bump brings references to the versions that they are behind, in the files and nowhere else, and holds their
// values against both versions of the charts; the result has the files that become others. A reference that
// cannot be brought to its version stays, and has an error.
func (r *References) Bump(ctx context.Context, charts Charts, bumps []Bump, opts files.Options) (*files.Result, error) {
	changes := make([]change, len(bumps))
	parallel.Each(len(bumps), func(i int) {
		b, c := &bumps[i], &changes[i]
		switch {
		case b.State != Behind:
		case b.Fixed:
			b.Err = fmt.Errorf("%s: %s is an alias, or behind one; write it yourself", b.File, b.At)
		default:
			is := *b.Reference
			is.Version = b.Newest.Ref
			*c = change{was: b.Reference, is: &is}
			b.Err = c.read(ctx, charts)
			b.Newest.Ref = is.Version
		}
	})
	edits, texts, failed := map[string][]chartref.Edit{}, map[string][]byte{}, map[string]error{}
	for i := range bumps {
		if b := &bumps[i]; b.State == Behind && b.Err == nil {
			edits[b.File] = append(edits[b.File], chartref.Edit{Place: b.Place, Value: b.Newest.Ref})
		}
	}
	for name, all := range edits {
		text, err := chartref.Apply(r.Files[name], all)
		if err != nil {
			failed[name] = fmt.Errorf("%s: %w", name, err)
		} else if !bytes.Equal(text, r.Files[name]) {
			texts[name] = text
		}
	}
	h := holding{notes: r.lock(texts)}
	for i := range bumps {
		b := &bumps[i]
		if b.Err = cmp.Or(b.Err, failed[b.File]); b.State == Behind && b.Err == nil {
			h.reference(&changes[i])
		}
	}
	result, err := h.hold(r.Root, r.Files, texts, opts)
	for i := range bumps {
		if b := &bumps[i]; b.State == Behind && b.Err == nil {
			b.Changed = 0
			for j := range changes[i].concerned {
				b.Changed += int(changes[i].concerned[j].Load())
			}
		}
	}
	return result, err
}

// lock has the Chart.lock beside each Chart.yaml among edited texts go with that. Notes are about those
// that did not before.
func (r *References) lock(texts map[string][]byte) (notes []resource.Note) {
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		lock := path.Join(path.Dir(name), chartref.LockFile)
		if path.Base(name) != chart.File || r.Files[lock] == nil {
			continue
		}
		text, err := chartref.Lock(r.Files[name], texts[name], r.Files[lock])
		if err != nil {
			notes = append(notes, warning(name, 0, chartref.LockFile+" beside it stays as it is, as it "+err.Error()+"; write it anew with helm dependency update"))
			continue
		}
		texts[lock] = text
	}
	return notes
}

// warning is one about a file, or a line of it.
func warning(name string, line int, message string) resource.Note {
	return resource.Note{Resource: &resource.Resource{Path: name, Name: name, Line: line}, Warning: true, Note: merge.Note{Kind: terms.NoteFile, Message: message}}
}

// locate is where the chart of a reference is.
func locate(ref *chartref.Reference) upstream.Location {
	repo := ref.Repo
	if !kptfile.IsChart(repo) {
		repo = kptfile.OverHTTP + repo
	}
	return upstream.Location{Repo: repo, Directory: ref.Name, Ref: ref.Version}
}

// change is a reference before and now, with the versions of the chart that they name, and how much of each of
// its values that concerns.
type change struct {
	was, is           *chartref.Reference
	original, updated *chart.Chart
	concerned         []atomic.Int32
}

// read reads the versions. The new one is spelled as where the chart is from.
func (c *change) read(ctx context.Context, charts Charts) (err error) {
	if c.original, _, err = versionOf(ctx, charts, c.was); err == nil {
		c.updated, c.is.Version, err = versionOf(ctx, charts, c.is)
	}
	if err != nil {
		return fmt.Errorf("%s:%d: %w", c.is.File, c.is.Line, err)
	}
	return nil
}

// versionOf reads the version of a chart that a reference names, and gives how it is spelled there.
func versionOf(ctx context.Context, charts Charts, ref *chartref.Reference) (*chart.Chart, string, error) {
	at := locate(ref)
	revision, err := charts.Resolve(ctx, at)
	if err != nil {
		return nil, ref.Version, err
	}
	tree, err := charts.Tree(ctx, at, revision.Commit)
	if err != nil {
		return nil, ref.Version, err
	}
	all := map[string][]byte{}
	for _, f := range tree.All {
		all[f.Path] = f.Data
	}
	c, err := chart.Of(all)
	if err != nil {
		return nil, ref.Version, fmt.Errorf("%s: the chart cannot be read: %w", at, err)
	}
	return c, revision.Ref, nil
}
