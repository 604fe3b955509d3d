package upstream

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/program"
)

// Files is the directory of a commit, byte for byte as it is committed.
type Files struct {
	// All are its files and symbolic links, in the order of git.
	All []File
	// Notes tell what is left out, and which of the files are not what they stand for.
	Notes []string
}

// File is a file of a commit.
type File struct {
	// Path is relative to the directory, with slashes.
	Path string
	// Mode is that of a file, executable or not, or fs.ModeSymlink.
	Mode fs.FileMode
	// Data is what it holds, of a symbolic link where it leads to.
	Data []byte
}

// entry is a file as git ls-tree lists it.
type entry struct{ mode, id, path string }

// files reads the directory of a commit. The commit is fetched if the cache does not have it,
// and of its files only those that are needed, where the server can.
func (r *repository) files(ctx context.Context, at Location, name string) (*Files, error) {
	commit, err := r.fetched(ctx, name)
	if err != nil {
		return nil, err
	}
	if err = r.fetchFiles(ctx, part{commit, relative(at.Directory)}); err != nil {
		return nil, err
	}
	entries, err := r.entries(ctx, commit, relative(at.Directory))
	if err != nil {
		return nil, err
	}
	files, err := r.read(ctx, entries)
	return files, r.unreadable(err)
}

// objects lists files without fetching what they hold, where the server can leave it out.
func (r *repository) objects(ctx context.Context, at Location, name string) (map[string]string, error) {
	commit, err := r.fetched(ctx, name)
	if err != nil {
		return nil, err
	}
	entries, err := r.entries(ctx, commit, relative(at.Directory))
	all := map[string]string{}
	for _, e := range entries {
		all[e.path] = e.mode + " " + e.id
	}
	return all, err
}

// How many files a directory may have, how deep they may lie, and how much text git may list
// them with: few objects unfold to any number of paths.
const (
	mostFiles   = 100_000
	mostDepth   = 100
	mostListing = 16 << 20
)

// entries lists what is below a directory of a commit. What cannot be a package on a disk is refused.
func (r *repository) entries(ctx context.Context, commit, dir string) (all []entry, err error) {
	tree, tooMany := commit+"^{tree}", r.badTree(fmt.Sprintf("the directory has too many files, more than %d", mostFiles))
	if dir != "." {
		tree = commit + ":" + dir
	}
	out, err := r.run(ctx, program.Command{Most: mostListing, Args: []string{"--git-dir=.", "ls-tree", "-r", "-z", tree}})
	switch {
	case errors.Is(err, program.ErrTooMuch):
		return nil, tooMany
	case git.Code(err) > 0 && dir != ".":
		return nil, r.failed(NoDirectory, nil, "has no directory "+printable.Line(dir)+" in "+commit[:12], "name the directory that the package is in there")
	case err != nil:
		return nil, r.unreadable(err)
	}
	var paths []string
	for listed := range git.Listed(out) {
		if len(all) == mostFiles {
			return nil, tooMany
		}
		all, paths = append(all, entry{listed.Words[0], listed.Words[2], listed.Path}), append(paths, listed.Path)
	}
	if wrong := unfit(paths, " in "+commit[:12]); wrong != "" {
		return nil, r.badTree(wrong)
	}
	return all, nil
}

// modeSubmodule is that of a commit of another repository.
const modeSubmodule = "160000"

// unfit is why sorted paths of files cannot be on a disk, or must not, "" if they can; in is what they are of.
func unfit(paths []string, in string) string {
	has := map[string]bool{}
	for _, name := range paths {
		quoted := printable.Line(strconv.Quote(name))
		switch {
		case !fs.ValidPath(name) || name == "." || !filepath.IsLocal(filepath.FromSlash(name)):
			return quoted + in + " is not a name that a file can have here"
		case strings.Count(name, "/") > mostDepth:
			return fmt.Sprintf("the directory has more than %d directories in each other%s", mostDepth, in)
		}
		for at := name; at != "."; at = path.Dir(at) {
			if has[at] {
				return printable.Line(strconv.Quote(at)) + in + " is there twice"
			}
		}
		has[name] = true
	}
	if inside := git.Inside(paths); inside != "" {
		return printable.Line(strconv.Quote(inside)) + in + " is a repository of git in the package, which could name commands for git to run"
	}
	return ""
}

// lfs begins the files that stand for those that Git LFS keeps.
const lfs = "version https://git-lfs.github.com/spec/v1\n"

// read reads files.
func (r *repository) read(ctx context.Context, entries []entry) (*Files, error) {
	var ids []string
	for _, e := range entries {
		if e.mode != modeSubmodule {
			ids = append(ids, e.id)
		}
	}
	out, err := r.run(ctx, program.Command{Stdin: strings.Join(ids, "\n"), Most: bounded.Most, Args: []string{"--git-dir=.", "cat-file", "--batch"}})
	switch {
	case errors.Is(err, program.ErrTooMuch):
		return nil, r.badTree(fmt.Sprintf("the directory has more than %d MiB", bounded.Most>>20))
	case err != nil:
		return nil, err
	}
	contents, err := git.Objects(out, ids)
	if err != nil {
		return nil, err
	}
	files, modes := &Files{}, map[string]fs.FileMode{"120000": fs.ModeSymlink, "100755": 0o755}
	var submodules, pointers []string
	for _, e := range entries {
		if e.mode == modeSubmodule {
			submodules = append(submodules, e.path)
			continue
		}
		data, mode := contents[0], cmp.Or(modes[e.mode], 0o644)
		contents = contents[1:]
		if mode.IsRegular() && bytes.HasPrefix(data, []byte(lfs)) {
			pointers = append(pointers, e.path)
		}
		files.All = append(files.All, File{e.path, mode, data})
	}
	if len(submodules) > 0 {
		files.Notes = append(files.Notes, "a submodule of git is left out: "+strings.Join(submodules, ", "))
	}
	if len(pointers) > 0 {
		files.Notes = append(files.Notes, "Git LFS keeps the content elsewhere, and the pointer is taken: "+strings.Join(pointers, ", "))
	}
	return files, nil
}
