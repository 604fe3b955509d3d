package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/merge"
)

// stdinName is how an argument names stdin.
const stdinName = "-"

// file is one file of a version. It is never modified.
type file struct {
	// path is the slash path relative to the root of the version: what
	// identity and placing go by.
	path string
	// name is the file as the user knows it.
	name string
	// named says that the user named it, not the directory it lies in.
	named bool
	mode  fs.FileMode
	data  []byte
}

// argument names a version on the command line.
type argument struct {
	side merge.Side
	// role is what the version is in the merge: original, source, layer 2.
	role string
	// name is the file or directory, - for stdin.
	name string
	// layer is the place of a layer.
	layer int
}

// String is how messages call it.
func (a argument) String() string {
	if strings.HasPrefix(a.role, "layer ") {
		return a.role
	}
	return "--" + a.role
}

// input is one version as it was given: a directory or a single file.
type input struct {
	argument
	dir   bool
	files []*file
	// links are the symbolic links and special files that were left out.
	links []string
}

// inputs are the versions in the order of the command line; one is dest's.
type inputs []*input

// dest is the version that the others are merged into.
func (all inputs) dest() *input { return all.of(merge.Dest) }

// of is the first version of a side, nil if there is none.
func (all inputs) of(side merge.Side) *input {
	for _, in := range all {
		if in.side == side {
			return in
		}
	}
	return nil
}

// readInput reads the version that an argument names.
func readInput(a argument, stdin io.Reader, read *bounded.Input) (*input, error) {
	in, name := &input{argument: a}, a.name
	if name == stdinName {
		data, err := read.ReadAll(stdin, 0)
		if err != nil {
			return nil, fmt.Errorf("%s -: stdin cannot be read: %w", a, err)
		}
		if len(bytes.TrimSpace(data)) == 0 {
			return nil, fmt.Errorf("%s -: nothing on stdin; most likely the program that writes to it failed (where a version is empty on purpose, name an empty file)", a)
		}
		in.files = []*file{{path: "stdin.yaml", name: "stdin", named: true, mode: 0o644, data: data}}
		return in, nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w; name a file, a directory or - for stdin", a, name, cause(err))
	}
	if info.IsDir() {
		in.dir = true
		return in, in.readDir(read)
	}
	data, err := readFile(read, os.Open, name, info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s %s: cannot be read: %w", a, name, cause(err))
	}
	in.files = []*file{{path: filepath.Base(name), name: name, named: true, mode: info.Mode().Perm(), data: data}}
	return in, nil
}

// readFile reads a file that open opens.
func readFile(read *bounded.Input, open func(name string) (*os.File, error), name string, size int64) ([]byte, error) {
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read.ReadAll(f, size)
}

// readDir reads the files of a directory, those of hidden names left out, in
// parallel. The error is that of the first in order.
func (in *input) readDir(read *bounded.Input) error {
	root, err := os.OpenRoot(in.name)
	if err != nil {
		return fmt.Errorf("%s %s: cannot be read: %w", in.argument, in.name, cause(err))
	}
	defer root.Close()
	sizes, failed := in.findFiles(root)
	one := func(i int) (err error) {
		f := in.files[i]
		if f.data, err = readFile(read, root.Open, filepath.FromSlash(f.path), sizes[i]); err != nil {
			return fmt.Errorf("%s: cannot be read: %w", f.name, cause(err))
		}
		return nil
	}
	total := int64(0)
	for _, size := range sizes {
		total += size
	}
	if total <= read.Left() {
		return cmp.Or(parallel.Try(len(sizes), one), failed)
	}
	// One after the other, so that it is always the same that is too much.
	for i := range sizes {
		if err := one(i); err != nil {
			return err
		}
	}
	return failed
}

// findFiles finds the files of a directory, without what they hold, and their
// sizes. The error is about what lies behind those that it found.
func (in *input) findFiles(root *os.Root) (sizes []int64, err error) {
	err = fs.WalkDir(root.FS(), ".", func(at string, entry fs.DirEntry, err error) error {
		name := filepath.Join(in.name, filepath.FromSlash(at))
		if err != nil {
			return fmt.Errorf("%s: cannot be read: %w", name, cause(err))
		}
		switch {
		case at != "." && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			return nil
		case !entry.Type().IsRegular():
			in.links = append(in.links, at)
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return fmt.Errorf("%s: cannot be read: %w", name, cause(err))
		}
		in.files = append(in.files, &file{path: at, name: name, mode: info.Mode().Perm()})
		sizes = append(sizes, info.Size())
		return nil
	})
	return sizes, err
}

// readInputs reads the versions and gives their files the paths by which they
// are compared.
func readInputs(arguments []argument, stdin io.Reader, read *bounded.Input) (all inputs, err error) {
	for _, a := range arguments {
		in, err := readInput(a, stdin, read)
		if err != nil {
			return nil, err
		}
		all = append(all, in)
	}
	original, updated, dest := all.of(merge.Original), all.of(merge.Updated), all.dest()
	if original != nil && original.dir != updated.dir {
		return nil, fmt.Errorf("--original %s and --updated %s must be two files or two directories", original.name, updated.name)
	}
	for _, v := range all {
		if v != dest && dest.dir && v.name != stdinName && inside(v.name, dest.name) {
			return nil, fmt.Errorf("%s %s lies inside %s %s, whose files would be merged with themselves; move it out", v.argument, v.name, dest.argument, dest.name)
		}
	}
	switch {
	case !dest.dir:
		// All goes to one file.
		to := path.Base(filepath.ToSlash(dest.files[0].path))
		for _, v := range all {
			v.gather(to)
		}
	case original != nil && !updated.dir:
		original.files[0].path = updated.files[0].path
	}
	return all, nil
}

// gather gives all files one path, for a dest that is a single file. Files
// that hold no resources have no place in it.
func (in *input) gather(to string) {
	kept := in.files[:0:0]
	for _, f := range in.files {
		if !in.dir || isYAML(f.path) {
			f.path = to
			kept = append(kept, f)
		}
	}
	in.files = kept
}

// isYAML says that a file is one of those that are merged resource by resource.
func isYAML(name string) bool {
	switch path.Ext(name) {
	case ".yaml", ".yml", ".json":
		return true
	}
	switch path.Base(name) {
	case "Kptfile", "kustomization", "Kustomization":
		return true
	}
	return false
}

// inside says that a path lies in a directory and is not the directory itself.
func inside(name, dir string) bool {
	rel, err := filepath.Rel(realPath(dir), realPath(name))
	return err == nil && rel != "." && filepath.IsLocal(rel)
}

// realPath is the absolute path without symbolic links, of a file that need not
// exist.
func realPath(name string) string {
	if a, err := filepath.Abs(name); err == nil {
		name = a
	}
	if r, err := filepath.EvalSymlinks(name); err == nil || filepath.Dir(name) == name {
		return cmp.Or(r, name)
	}
	return filepath.Join(realPath(filepath.Dir(name)), filepath.Base(name))
}

// cause is what went wrong without the file, which the message names itself.
func cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
