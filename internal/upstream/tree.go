package upstream

import (
	"bytes"
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
)

// Files is the directory of a commit, with ends of lines as .gitattributes asks for.
type Files struct {
	// All are its files and symbolic links, in the order of git.
	All []File
	// Submodules are the paths of other repositories in it, which are left out.
	Submodules []string
	// Pointers are the paths of files whose content Git LFS keeps elsewhere: they hold
	// the pointer.
	Pointers []string
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

// Notes tell which of the files are not what they stand for.
func (f *Files) Notes() (notes []string) {
	if len(f.Submodules) > 0 {
		notes = append(notes, "a submodule of git is left out: "+strings.Join(f.Submodules, ", "))
	}
	if len(f.Pointers) > 0 {
		notes = append(notes, "Git LFS keeps the content elsewhere, and the pointer is taken: "+strings.Join(f.Pointers, ", "))
	}
	return notes
}

// entry is a file as git ls-tree lists it.
type entry struct {
	mode, id, path string
	size           int64
}

// Tree reads the directory of a commit, with all below it. The commit is fetched if the
// cache does not have it, and of its files only those that are needed, where the server
// can. The cost is linear in the files of the directory.
func (c *Cache) Tree(ctx context.Context, repo, commit, directory string) (*Files, error) {
	r, err := c.repository(repo)
	if err != nil {
		return nil, err
	}
	s, commit, err := r.fetched(ctx, commit)
	if err != nil {
		return nil, err
	}
	dir := relative(directory)
	tree, err := r.tree(ctx, s, commit, dir)
	if err != nil {
		return nil, err
	}
	if s, err = r.files(ctx, s, commit, append(attributesAbove(dir), dir)); err != nil {
		return nil, r.local(err)
	}
	entries, err := r.entries(ctx, s, commit, tree, true)
	if err != nil {
		return nil, err
	}
	files, err := s.read(ctx, entries)
	if err == nil {
		err = s.ends(ctx, commit, dir, entries, files)
	}
	if err != nil {
		return nil, r.local(err)
	}
	return files, nil
}

// tree is git's name for the directory of a commit.
func (r *repository) tree(ctx context.Context, s *store, commit, dir string) (string, error) {
	if dir == "." {
		id, err := s.line(ctx, "rev-parse", "--verify", "--quiet", commit+"^{tree}")
		return id, r.local(err)
	}
	out, err := s.line(ctx, "ls-tree", "-z", commit, "--", dir)
	if err != nil {
		return "", r.local(err)
	}
	words := strings.Fields(out)
	if len(words) > 2 && words[1] == "tree" {
		return words[2], nil
	}
	e := &Error{Reason: NoDirectory, Repo: redacted(r.url), Problem: "has no directory " + printable.Line(dir) + " in " + commit[:12],
		Advice: "name the directory that the package is in there"}
	if len(words) > 2 {
		e.Problem = printable.Line(dir) + " is not a directory in " + commit[:12]
	}
	return "", e
}

// local is the error for a run of git in the cache alone.
func (r *repository) local(err error) error {
	if err == nil {
		return nil
	}
	if known := (*Error)(nil); errors.As(err, &known) {
		return err
	}
	return &Error{Reason: NoCache, Repo: redacted(r.url), Problem: "the cache cannot be read: " + said(r.url, err),
		Advice: "delete " + r.key() + "* and try again", Err: err}
}

// How many files a directory may have, how deep they may lie, and how much text git may list
// them with: few objects unfold to any number of paths.
const (
	mostFiles   = 100_000
	mostDepth   = 100
	mostListing = 16 << 20
)

// entries lists what is below a tree of a commit, with sizes if asked: that needs the files.
// What cannot be a package on a disk is refused.
func (r *repository) entries(ctx context.Context, s *store, commit, tree string, sizes bool) ([]entry, error) {
	args := []string{"ls-tree", "-r", "-z"}
	if sizes {
		args = append(args, "-l")
	}
	bounded := *s
	bounded.Most = mostListing
	out, err := bounded.git(ctx, "", append(args, tree)...)
	var all []entry
	if err == nil {
		all, err = parseEntries(out)
	}
	switch {
	case errors.Is(err, git.ErrTooMuch):
		return nil, r.badTree(fmt.Sprintf("the directory has too many files in %s, more than %d", commit[:12], mostFiles))
	case err != nil:
		return nil, r.local(err)
	}
	return all, r.checked(commit, all)
}

// parseEntries reads what git ls-tree lists.
func parseEntries(out string) (all []entry, err error) {
	for listed, err := range git.Listed(out, 3) {
		switch {
		case err != nil:
			return nil, err
		case len(all) == mostFiles:
			return nil, git.ErrTooMuch
		}
		e := entry{mode: listed.Words[0], id: listed.Words[2], path: listed.Path}
		if len(listed.Words) > 3 {
			e.size, _ = strconv.ParseInt(listed.Words[3], 10, 64)
		}
		all = append(all, e)
	}
	return all, nil
}

const (
	modeSubmodule  = "160000"
	modeLink       = "120000"
	modeExecutable = "100755"
)

// checked refuses what cannot be a package on a disk.
func (r *repository) checked(commit string, entries []entry) error {
	var sum int64
	for i, e := range entries {
		sum += e.size
		switch {
		case i > 0 && entries[i-1].path == e.path:
			return r.badTree(printable.Line(strconv.Quote(e.path)) + " in " + commit[:12] + " is there twice")
		case !fs.ValidPath(e.path) || !filepath.IsLocal(filepath.FromSlash(e.path)):
			return r.badTree(printable.Line(strconv.Quote(e.path)) + " in " + commit[:12] + " is not a name that a file can have here")
		case strings.Count(e.path, "/") > mostDepth:
			return r.badTree(fmt.Sprintf("the directory has more than %d directories in each other in %s", mostDepth, commit[:12]))
		}
	}
	if sum > bounded.Most {
		return r.badTree(fmt.Sprintf("the directory has %d MiB in %s, more than %d", sum>>20, commit[:12], bounded.Most>>20))
	}
	inside := git.Inside(func(yield func(string) bool) {
		for i := range entries {
			if !yield(entries[i].path) {
				return
			}
		}
	})
	if inside != "" {
		return r.badTree(printable.Line(strconv.Quote(inside)) + " in " + commit[:12] + " is a repository of git in the package, which could name commands for git to run")
	}
	return nil
}

// badTree is the error for a directory that is no package.
func (r *repository) badTree(problem string) error {
	return &Error{Reason: BadTree, Repo: redacted(r.url), Problem: problem, Advice: "name the directory of one package"}
}

// lfs begins the files that stand for those that Git LFS keeps.
const lfs = "version https://git-lfs.github.com/spec/v1\n"

// read reads files.
func (s *store) read(ctx context.Context, entries []entry) (*Files, error) {
	var ids []string
	for _, e := range entries {
		if e.mode != modeSubmodule {
			ids = append(ids, e.id)
		}
	}
	out, err := s.git(ctx, strings.Join(ids, "\n"), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	contents, err := git.Objects(out, ids)
	if err != nil {
		return nil, err
	}
	files := &Files{}
	for _, e := range entries {
		if e.mode == modeSubmodule {
			files.Submodules = append(files.Submodules, e.path)
			continue
		}
		data := contents[0]
		contents = contents[1:]
		mode := fs.FileMode(0o644)
		switch {
		case e.mode == modeLink:
			mode = fs.ModeSymlink
		case e.mode == modeExecutable:
			mode = 0o755
		}
		if mode.IsRegular() && bytes.HasPrefix(data, []byte(lfs)) {
			files.Pointers = append(files.Pointers, e.path)
		}
		files.All = append(files.All, File{e.path, mode, data})
	}
	return files, nil
}

// attributesAbove are the files with attributes in the directories above one.
func attributesAbove(dir string) []string {
	var all []string
	for dir != "." {
		dir = path.Dir(dir)
		all = append(all, path.Join(dir, attributesFile))
	}
	return all
}

const attributesFile = ".gitattributes"
