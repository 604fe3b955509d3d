package git

import (
	"fmt"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Tree lists the files of a commit or tree that are neither links nor repositories, with the objects that
// they hold.
func (r Repository) Tree(of string) (map[string]string, error) {
	out, err := r.Run("ls-tree", "-r", "-z", of)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for e := range Listed(out) {
		if strings.HasPrefix(e.Words[0], "100") {
			all[e.Path] = e.Words[2]
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
	out, err := r.runWith(strings.Join(objects, "\n"), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	texts, err := Objects(out, objects)
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

// Listed gives the entries of a list that git ended with NUL each, as ls-tree -z
// and ls-files -z --stage write them: the words before the tab, and the path
// behind it.
func Listed(out string) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for line := range strings.SplitSeq(out, "\x00") {
			head, path, is := strings.Cut(line, "\t")
			e := Entry{Path: path}
			copy(e.Words[:], strings.Fields(head))
			if is && !yield(e) {
				return
			}
		}
	}
}

// Entry is a file as git lists it.
type Entry struct {
	// Words are its mode, its object, its stage: what the command says of it, "" behind the last.
	Words [3]string
	Path  string
}

// Objects gives the contents of objects, by their names, as git cat-file --batch wrote
// them. Each must be a blob.
func Objects(out string, names []string) ([][]byte, error) {
	all := make([][]byte, len(names))
	for i, name := range names {
		// OBJECT blob SIZE, a line break, the content, a line break
		head, rest, _ := strings.Cut(out, "\n")
		_, number, _ := strings.Cut(head, " blob ")
		size, err := strconv.Atoi(number)
		if err != nil || size < 0 || size >= len(rest) {
			return nil, fmt.Errorf("git cat-file: %s: %q", name, head)
		}
		all[i], out = []byte(rest[:size]), rest[size+1:]
	}
	return all, nil
}
