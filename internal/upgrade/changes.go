package upgrade

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge/files"
)

// Changes is what was changed in a package since it was taken.
type Changes struct {
	Upstream upstream.Location
	// Taken is the version that was taken; To is the one that it is compared with, nil for
	// the package as it is here.
	Taken upstream.Revision
	To    *upstream.Revision
	// Before and After are their files.
	Before, After *files.Tree
	*files.Comparison
	Notes []string
}

// Compare tells what was changed in a package since the version of its lock: here, or
// upstream until a ref. The error names the package.
func Compare(ctx context.Context, cache *upstream.Cache, dir, ref string) (*Changes, error) {
	k, err := readKptfile(dir)
	switch {
	case err != nil:
		return nil, err
	case k.Lock == nil:
		return nil, fmt.Errorf("%s: its %s does not say which version was taken; krm-merge adopt writes it there", dir, k.Name())
	}
	c := &Changes{Upstream: locationOf(dir, *k.Upstream), Taken: takenFrom(k)}
	var read bounded.Input
	if c.Before, err = readVersion(ctx, cache, locationOf(dir, k.Lock.Upstream), c.Taken, &read, &c.Notes); err == nil {
		err = c.other(ctx, cache, k, dir, ref, &read)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	opts := files.Options{}
	opts.Policy.UpdatedOrder = true
	if c.To == nil {
		opts.Layout = terms.LayoutDetect
	}
	c.Comparison, err = files.Compare(c.Before, c.After, opts)
	return c, err
}

// other reads what is compared with the version that was taken.
func (c *Changes) other(ctx context.Context, cache *upstream.Cache, k *kptfile.Kptfile, dir, ref string, in *bounded.Input) (err error) {
	if ref == "" {
		readDest := func(dir fs.FS) (*files.Tree, error) { return files.ReadDest(dir, c.Before) }
		if c.After, err = ReadTree(in.FS(os.DirFS(dir)), "", readDest); err == nil {
			leaveKptfile(c.Before, c.After, k.Name())
			leaveOthers(c.Before, c.After)
		}
		return err
	}
	at := c.Upstream
	at.Ref = ref
	v, err := cache.Resolve(ctx, at)
	if err != nil {
		return err
	}
	c.To = &v
	c.After, err = readVersion(ctx, cache, at, *c.To, in, &c.Notes)
	return err
}

// readVersion reads a version of upstream's as it is merged, and what it holds counts as read; notes get what
// people should know of it, nil for nobody.
func readVersion(ctx context.Context, cache *upstream.Cache, at upstream.Location, v upstream.Revision, read *bounded.Input, notes *[]string) (*files.Tree, error) {
	found, err := cache.Tree(ctx, at, v)
	if err != nil {
		return nil, err
	}
	if notes != nil {
		*notes = append(*notes, found.Notes...)
	}
	t := &files.Tree{Name: v.String()}
	for _, f := range found.All {
		if err := read.Take(f.Data); err != nil {
			return nil, fmt.Errorf("%s: cannot be read: %w", t.Name, err)
		}
		t.Files = append(t.Files, files.File{Path: f.Path, Name: filepath.Join(t.Name, filepath.FromSlash(f.Path)), Mode: f.Mode, Data: f.Data})
	}
	return t, nil
}

// ReadTree reads a directory that messages call by a name, "" for the package here.
func ReadTree(dir fs.FS, name string, read func(fs.FS) (*files.Tree, error)) (*files.Tree, error) {
	t, err := read(dir)
	var failed *fs.PathError
	// Which file is beyond the bound depends on what was read at the same time.
	if errors.As(err, &failed) && !errors.As(err, new(bounded.Error)) {
		return nil, fmt.Errorf("%s: cannot be read: %w", filepath.Join(name, filepath.FromSlash(failed.Path)), failed.Err)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w", cmp.Or(name, "."), journal.Cause(err))
	}
	t.Name = name
	for i := range t.Files {
		t.Files[i].Name = filepath.Join(name, filepath.FromSlash(t.Files[i].Path))
	}
	return t, nil
}

// leaveKptfile leaves the file of the package out that tells where it is from, where upstream does not have
// it, or has it alike but for that and the name, which are no changes.
func leaveKptfile(before, after *files.Tree, file string) {
	is := func(f files.File) bool { return f.Path == file }
	switch was, here := slices.IndexFunc(before.Files, is), slices.IndexFunc(after.Files, is); {
	case here < 0:
	case was < 0:
		after.Files = slices.Delete(after.Files, here, here+1)
	case bytes.Equal(bareKptfile(before.Files[was].Data, file), bareKptfile(after.Files[here].Data, file)):
		before.Files[was].Data = after.Files[here].Data
	}
}

// bareKptfile is a Kptfile without where its package is from and with a name that says nothing.
func bareKptfile(text []byte, file string) []byte {
	named := func(k *kptfile.Kptfile) ([]byte, error) { return k.Named("package") }
	return changedKptfile(changedKptfile(text, file, (*kptfile.Kptfile).Without), file, named)
}

// changedKptfile is a Kptfile after a change, or as it is where it cannot be read.
func changedKptfile(text []byte, file string, change func(*kptfile.Kptfile) ([]byte, error)) []byte {
	k, err := kptfile.Read(text, file)
	if err == nil {
		if changed, err := change(k); err == nil {
			return changed
		}
	}
	return text
}

// leaveOthers leaves packages with an upstream of their own out that upstream does not have:
// they are no changes of this one.
func leaveOthers(before, after *files.Tree) {
	has := before.Contents("")
	others := slices.DeleteFunc(subpackages(after), func(dir string) bool {
		return slices.ContainsFunc(kptfile.Names(), func(file string) bool { return has[path.Join(dir, file)] != nil })
	})
	after.Files = slices.DeleteFunc(after.Files, func(f files.File) bool { return Below(f.Path, others) })
}

// subpackages are the directories of packages with an upstream of their own below a
// package.
func subpackages(t *files.Tree) []string {
	var dirs []string
	for i := range t.Files {
		f := &t.Files[i]
		if path.Dir(f.Path) == "." || !slices.Contains(kptfile.Names(), path.Base(f.Path)) || !f.Mode.IsRegular() {
			continue
		}
		if k, err := kptfile.Read(f.Data, f.Name); err == nil && k.Upstream != nil {
			dirs = append(dirs, path.Dir(f.Path))
		}
	}
	return dirs
}

// Below reports whether a file is one of some files and directories, or lies in one.
func Below(file string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return dir == "." || file == dir || strings.HasPrefix(file, dir+"/") })
}
