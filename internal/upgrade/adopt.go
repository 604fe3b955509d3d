package upgrade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge/files"
)

// Adopt writes into the Kptfile of a package that was copied by hand where it is from, or
// makes it a Kptfile; for a chart that is its krm-merge.yaml. No other file is changed. A package that has an upstream, or no
// file in common with the one that is named, is refused unless it is forced.
func (u *Upgrader) Adopt(ctx context.Context, dir string, at upstream.Location, force bool) (v upstream.Revision, err error) {
	p, err := openPlace(dir)
	if err != nil {
		return v, err
	}
	defer p.close()
	if _, err = p.journal.Recover(p.root); err != nil {
		return v, p.named(err)
	}
	own, err := p.adoptedKptfile(at, force)
	if err != nil {
		return v, err
	}
	revision, tree, err := u.take(ctx, &at)
	if err != nil {
		return v, p.named(err)
	}
	isHere := func(f upstream.File) bool {
		_, missing := p.root.Lstat(filepath.FromSlash(f.Path))
		return missing == nil
	}
	if !force && !slices.ContainsFunc(tree.All, isHere) {
		return v, fmt.Errorf("%s: has no file in common with %s; name the directory that it was copied from, or use --force", dir, at)
	}
	if own.Data, err = taken(own.Data, at, revision); err != nil {
		return v, p.named(err)
	}
	w := journal.Writer{Root: p.root, Results: []files.Merged{own}}
	if err := w.Write(ctx); err != nil {
		return v, &git.UnfitError{Err: p.named(err)}
	}
	return revision, nil
}

// adoptedKptfile is the Kptfile of a package that has no upstream, or a new one; for a chart its
// krm-merge.yaml.
func (p *place) adoptedKptfile(at upstream.Location, force bool) (own files.Merged, err error) {
	file := kptfile.NameFor(at.Repo)
	k, err := loadKptfile(p.root, p.name)
	switch {
	case err != nil && !force:
		return own, err
	case k != nil && (k.Name() != file || k.Lock != nil && !force):
		return own, fmt.Errorf("%s: says already that the package is from %s; take that out, or use --force to write another place of its kind there", k.File, locationOf(p.dir, *k.Upstream))
	}
	text, err := bounded.ReadFile(p.root.OpenFile, file)
	own = files.Merged{File: files.File{Path: file, Mode: 0o644, Data: text}, Status: files.Changed, Versions: [][]files.File{{{Data: text}}}}
	if errors.Is(err, fs.ErrNotExist) {
		own.Data, own.Status, own.Versions[0] = kptfile.New(file, filepath.Base(p.dir)), files.Added, nil
		return own, nil
	}
	return own, err
}
