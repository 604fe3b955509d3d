package upgrade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge/files"
)

// Got is a package that was taken.
type Got struct {
	// Dir is its directory.
	Dir     string
	Version upstream.Revision
	Files   int
	// Notes tell what people should know besides.
	Notes []string
}

// Get takes a package. dest is its directory, "" for one in the working directory that is
// called like the package; in a directory that is there already it makes one called so.
// The files are upstream's byte for byte; the Kptfile gets the place and the version. All
// files are written or none.
func (u *Upgrader) Get(ctx context.Context, at upstream.Location, dest string) (*Got, error) {
	dest, err := destination(at, dest)
	if err != nil {
		return nil, err
	}
	revision, tree, err := u.take(ctx, &at)
	if err != nil {
		return nil, err
	}
	all := make([]files.Merged, len(tree.All))
	for i, f := range tree.All {
		all[i] = files.Merged{File: files.File{Path: f.Path, Mode: f.Mode, Data: f.Data}, Status: files.Changed}
	}
	if all, err = withKptfile(all, at, revision, filepath.Base(dest)); err != nil {
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	if err := journal.New(ctx, dest, all); err != nil {
		return nil, &git.UnfitError{Err: err}
	}
	return &Got{Dir: dest, Version: revision, Files: len(all), Notes: tree.Notes}, nil
}

// take reads the version that a location names, which is asked for from then on.
func (u *Upgrader) take(ctx context.Context, at *upstream.Location) (revision upstream.Revision, tree *upstream.Files, err error) {
	if revision, err = u.Cache.Resolve(ctx, *at); err != nil {
		return revision, nil, err
	}
	if at.Ref == "" || revision.Kind != upstream.Tag {
		at.Ref = revision.Ref
	}
	tree, err = u.Cache.Tree(ctx, *at, revision)
	return revision, tree, err
}

// destination is the directory that a package is to have.
func destination(at upstream.Location, dest string) (string, error) {
	name := path.Base(path.Clean("/" + at.Directory))
	if name == "/" {
		name = strings.TrimSuffix(path.Base(filepath.ToSlash(at.Repo)), ".git")
	}
	if dest == "" {
		dest = name
	} else if info, err := os.Stat(dest); err == nil && info.IsDir() {
		abs, err := filepath.Abs(dest)
		if err != nil {
			return "", err
		}
		dest = filepath.Join(abs, name)
	}
	switch _, err := os.Lstat(dest); {
	case err == nil:
		return "", fmt.Errorf("%s is there already; name another directory", dest)
	case !errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%s: %w; name another directory", dest, journal.Cause(err))
	}
	return dest, nil
}

// withKptfile has the Kptfile, or what stands for it, among the files of a new package say where it
// is from.
func withKptfile(all []files.Merged, at upstream.Location, revision upstream.Revision, name string) ([]files.Merged, error) {
	file := kptfile.NameFor(at.Repo)
	own := slices.IndexFunc(all, func(f files.Merged) bool { return f.Path == file })
	if own < 0 {
		own = len(all)
		all = append(all, files.Merged{File: files.File{Path: file, Mode: 0o644, Data: kptfile.New(file, name)}, Status: files.Added})
	}
	k, err := kptfile.Read(all[own].Data, file)
	if err != nil {
		return nil, err
	}
	text, err := k.Named(name)
	if err == nil {
		text, err = taken(text, at, revision)
	}
	all[own].Data = text
	return all, err
}

// taken is a Kptfile that says where its package is from.
func taken(text []byte, at upstream.Location, revision upstream.Revision) ([]byte, error) {
	k, err := kptfile.Read(text, kptfile.NameFor(at.Repo))
	if err != nil {
		return nil, err
	}
	locked := kptfile.Upstream(at)
	locked.Ref = revision.Ref
	return k.At(kptfile.Upstream(at), kptfile.Lock{Upstream: locked, Commit: revision.Commit})
}
