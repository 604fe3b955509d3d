package upgrade

import (
	"bytes"
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

// Bump is a reference, with the version that it is brought to.
type Bump struct {
	*chartref.Reference
	// From and To are the versions; To is "" where there is no newer one, or nobody knows it.
	From, To string
	// Affected are how many values the change concerns, below 0 if nobody knows.
	Affected int
	Err      error
}

// FindReferences finds the references of a repository or directory that stand in some files and directories
// of it and below. Packages with an upstream of their own name what their upstream does. Hidden
// directories are left out, and what a .krmignore names.
func FindReferences(root string, names ...string) (*References, error) {
	r := &References{Root: root, Files: map[string][]byte{}}
	packages, err := Find(root)
	if err != nil {
		return nil, err
	}
	for _, all := range [][]string{names, packages} {
		for i := range all {
			if all[i], err = filepath.Rel(root, all[i]); err != nil {
				return nil, err
			}
			all[i] = filepath.ToSlash(all[i])
		}
	}
	if err := r.read(); err != nil {
		return nil, err
	}
	for _, ref := range chartref.Find(r.Files) {
		in := func(dir string) bool { return within(ref.File, dir) }
		if slices.ContainsFunc(names, in) && (path.Base(ref.File) != chart.File || !slices.ContainsFunc(packages, in)) {
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

// Newest finds the newest version of each reference at a step, or the one that to names, and counts the
// values that the change concerns. What fails stops no other.
func (r *References) Newest(ctx context.Context, charts Charts, to string, step upstream.Step) []Bump {
	bumps := make([]Bump, len(r.All))
	parallel.Each(len(r.All), func(i int) {
		ref := r.All[i]
		b := Bump{Reference: ref, From: ref.Version, Affected: -1}
		defer func() { bumps[i] = b }()
		if ref.Why != "" {
			return
		}
		if b.To = to; to != "" {
			return
		}
		versions, err := charts.Versions(ctx, locate(ref, ref.Version))
		if err != nil {
			b.Err = fmt.Errorf("%s: %w", b.Where(b.File), err)
			return
		}
		if versions.Why != "" {
			ref.Why = unclear(versions)
		}
		if newest, found := versions.Newest(step, ref.Version); found && upstream.Older(ref.Version, newest.Tag) {
			b.To = newest.Tag
		}
	})
	return bumps
}

// Standing is how the reference stands to the newest version.
func (b *Bump) Standing() *Standing {
	s := &Standing{Taken: Version{Ref: b.From}, Newest: &Version{Ref: b.From}, Changed: b.Affected}
	if b.Repo != "" {
		s.Upstream = locate(b.Reference, "")
	}
	switch {
	case b.Err != nil || b.Why != "":
		s.State, s.Newest = Unknown, nil
		if b.Why != "" {
			s.note("%s", b.Why)
		}
	case b.To != "" && b.To != b.From:
		s.State, s.Newest = Behind, &Version{Ref: b.To}
	}
	return s
}

// Where is the file, called so, and line of the reference, which that of a whole file has none of.
func (b *Bump) Where(file string) string {
	if b.Line == 0 {
		return file
	}
	return fmt.Sprintf("%s:%d", file, b.Line)
}

// locate is where a version of the chart of a reference is.
func locate(ref *chartref.Reference, version string) upstream.Location {
	repo := ref.Repo
	if !kptfile.IsChart(repo) {
		repo = kptfile.OverHTTP + repo
	}
	return upstream.Location{Repo: repo, Directory: ref.Name, Ref: version}
}

// versionOf reads a version of the chart of a reference, and gives how it is spelled there.
func versionOf(ctx context.Context, charts Charts, ref *chartref.Reference, version string) (*chart.Chart, string, error) {
	at := locate(ref, version)
	revision, err := charts.Resolve(ctx, at)
	if err != nil {
		return nil, version, err
	}
	tree, err := charts.Tree(ctx, at, revision.Commit)
	if err != nil {
		return nil, version, err
	}
	all := map[string][]byte{}
	for _, f := range tree.All {
		all[f.Path] = f.Data
	}
	c, err := chart.Of(all)
	if err != nil {
		return nil, version, fmt.Errorf("%s: the chart cannot be read: %w", at, err)
	}
	return c, revision.Ref, nil
}

// Bump brings references to other versions, in the files and nowhere else, and holds their values
// against both versions of the charts; the result has the files that become others. A reference that
// cannot be brought to its version stays, and has an error.
func (r *References) Bump(ctx context.Context, charts Charts, bumps []Bump, opts files.Options) (*files.Result, error) {
	read := make([]versions, len(bumps))
	parallel.Each(len(bumps), func(i int) {
		b := &bumps[i]
		if b.Err == nil && b.To != "" && b.To != b.From {
			read[i], b.To, b.Err = versionsOf(ctx, charts, b.Reference, b.Reference, b.From, b.To)
		}
	})
	byFile := map[string][]int{}
	for i := range bumps {
		if read[i].updated != nil {
			byFile[bumps[i].File] = append(byFile[bumps[i].File], i)
		}
	}
	texts := map[string][]byte{}
	for name, all := range byFile {
		edits := make([]chartref.Edit, len(all))
		for i, of := range all {
			edits[i] = chartref.Edit{Place: bumps[of].Place, Value: bumps[of].To}
		}
		text, failed := chartref.Apply(r.Files[name], edits)
		if !bytes.Equal(text, r.Files[name]) {
			texts[name] = text
		}
		for i, of := range all {
			bumps[of].Err = failed[i]
		}
	}
	h := holding{notes: r.lock(texts)}
	for i := range bumps {
		if read[i].updated != nil && bumps[i].Err == nil {
			h.reference(bumps[i].Reference, read[i])
		}
	}
	result, err := h.hold(r.Root, r.Files, texts, opts)
	for i := range bumps {
		if err == nil && read[i].updated != nil && bumps[i].Err == nil {
			bumps[i].Affected = affected(bumps[i].Reference, result)
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

// versions are two of a chart.
type versions struct{ original, updated *chart.Chart }

// versionsOf reads two versions of a chart that references name: before, and now. It gives the latter as it is
// spelled where the chart is from.
func versionsOf(ctx context.Context, charts Charts, was, is *chartref.Reference, from, to string) (v versions, spelled string, err error) {
	if v.original, _, err = versionOf(ctx, charts, was, from); err == nil {
		v.updated, to, err = versionOf(ctx, charts, is, to)
	}
	if err != nil {
		return versions{}, to, fmt.Errorf("%s:%d: %w", is.File, is.Line, err)
	}
	return v, to, nil
}

// affected counts the places of a result that are about the values of a reference.
func affected(of *chartref.Reference, result *files.Result) (count int) {
	places := slices.Clone(of.Values)
	for _, p := range of.Parameters {
		places = append(places, p.Place)
	}
	about := func(of *resource.Resource, at merge.Path) bool {
		return of != nil && slices.ContainsFunc(places, func(p chartref.Place) bool {
			if of.Path != p.File || of.Index != p.Document {
				return false
			}
			// Elements of lists have several names.
			values, _ := p.At.Find(of.Node)
			for i := range len(at) + 1 {
				if spot, there := at[:i].Find(of.Node); there && spot.Value == values.Value {
					return true
				}
			}
			return false
		})
	}
	for i := range result.Conflicts {
		if c := &result.Conflicts[i]; about(c.DestResource, c.Path) {
			count++
		}
	}
	for _, n := range result.Notes {
		if n.Kind == terms.NoteOverride && about(n.Resource, n.Path) {
			count++
		}
	}
	return count
}

// Failed are the errors of references, nil for none.
func Failed(bumps []Bump) error {
	var all []error
	for i := range bumps {
		if bumps[i].Err != nil {
			all = append(all, bumps[i].Err)
		}
	}
	return errors.Join(all...)
}
