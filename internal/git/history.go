package git

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Held is what a file held at some time.
type Held struct {
	// Path is relative to the top of the work tree, with slashes.
	Path string
	Text []byte
}

// ErrShallow is that this clone lacks a part of the history.
var ErrShallow = errors.New("this clone lacks a part of the history")

// History gives all that the files of a name have held, in any directory, in the history of
// HEAD and of all refs. The error is ErrShallow where not all of that is here.
func (r Repository) History(name string) ([]Held, error) {
	if r.isShallow() {
		return nil, ErrShallow
	}
	commits, err := r.Run("rev-list", "--full-history", "--all", "HEAD", "--", ":(glob)**/"+name)
	if err != nil {
		return nil, err
	}
	out, err := r.runWith(commits, "diff-tree", "--stdin", "-r", "-m", "--root", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-commit-id")
	if err != nil {
		return nil, err
	}
	var all []Held
	var objects []string
	known := map[string]bool{}
	for e, err := range changed(out) {
		if err != nil {
			return nil, err
		}
		if object := e.Words[3]; path.Base(e.Path) == name && e.isFile() && !known[object+e.Path] {
			known[object+e.Path] = true
			all, objects = append(all, Held{Path: e.Path}), append(objects, object)
		}
	}
	texts, err := r.blobs(objects)
	for i := range texts {
		all[i].Text = texts[i]
	}
	return all, err
}

// blobs are what objects hold, which are files.
func (r Repository) blobs(names []string) ([][]byte, error) {
	out, err := r.runWith(strings.Join(names, "\n"), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	return Objects(out, names)
}

// Tree lists the files of a commit or tree that are neither links nor repositories, with the objects that
// they hold.
func (r Repository) Tree(of string) (map[string]string, error) {
	return r.listed(2, "ls-tree", "-r", "-z", of)
}

// Index is Tree of what the next commit has.
func (r Repository) Index() (map[string]string, error) {
	return r.listed(1, "ls-files", "-z", "--stage", "--full-name")
}

// listed are the files of a list of git's, whose word at an index is the object.
func (r Repository) listed(object int, args ...string) (map[string]string, error) {
	out, err := r.Run(args...)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for e, err := range Listed(out, 3) {
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(e.Words[0], "100") {
			all[e.Path] = e.Words[object]
		}
	}
	return all, nil
}

// Contents reads the files of a tree for which read holds, nil for all.
func (r Repository) Contents(tree map[string]string, read func(name string) bool) (map[string][]byte, error) {
	var paths, objects []string
	for name, object := range tree {
		if read == nil || read(name) {
			paths, objects = append(paths, name), append(objects, object)
		}
	}
	texts, err := r.blobs(objects)
	held := make(map[string][]byte, len(texts))
	for i := range texts {
		held[paths[i]] = texts[i]
	}
	return held, err
}

// Named reads the files of some names, in any directory, that a commit has. The function gives
// what they hold, by their paths; its error is fs.ErrNotExist for another one.
func (r Repository) Named(commit string, names ...string) (func(name string) ([]byte, error), error) {
	tree, err := r.Tree(commit)
	if err != nil {
		return nil, err
	}
	held, err := r.Contents(tree, func(name string) bool { return slices.Contains(names, path.Base(name)) })
	return func(name string) ([]byte, error) {
		text, is := held[name]
		if !is {
			return nil, fs.ErrNotExist
		}
		return text, nil
	}, err
}
