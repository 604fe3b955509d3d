package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

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
	mode fs.FileMode
	data []byte
}

// input is one version as it was given: a directory or a single file.
type input struct {
	side merge.Side
	// name is the argument.
	name  string
	dir   bool
	files []*file
	// links are the symbolic links and special files that were left out.
	links []string
}

// flag is the flag the version is given with.
func flag(s merge.Side) string { return "--" + s.String() }

// readInput reads the version that an argument names.
func readInput(side merge.Side, name string, stdin io.Reader) (*input, error) {
	in := &input{side: side, name: name}
	if name == stdinName {
		data, err := io.ReadAll(stdin)
		if err != nil {
			return nil, fmt.Errorf("%s -: stdin cannot be read: %w", flag(side), err)
		}
		in.files = []*file{{path: "stdin.yaml", name: "stdin", mode: 0o644, data: data}}
		return in, nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w; name a file, a directory or - for stdin", flag(side), name, cause(err))
	}
	if info.IsDir() {
		in.dir = true
		return in, in.readDir()
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s %s: cannot be read: %w", flag(side), name, cause(err))
	}
	in.files = []*file{{path: filepath.Base(name), name: name, mode: info.Mode().Perm(), data: data}}
	return in, nil
}

// readDir reads the files of a directory, those of hidden names left out.
func (in *input) readDir() error {
	root, err := os.OpenRoot(in.name)
	if err != nil {
		return fmt.Errorf("%s %s: cannot be read: %w", flag(in.side), in.name, cause(err))
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(at string, entry fs.DirEntry, err error) error {
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
		data, err := root.ReadFile(filepath.FromSlash(at))
		if err != nil {
			return fmt.Errorf("%s: cannot be read: %w", name, cause(err))
		}
		in.files = append(in.files, &file{path: at, name: name, mode: info.Mode().Perm(), data: data})
		return nil
	})
}

// readInputs reads the three versions and gives their files the paths by which
// they are compared.
func readInputs(names [3]string, stdin io.Reader) (versions [3]*input, err error) {
	for side, name := range names {
		if versions[side], err = readInput(merge.Side(side), name, stdin); err != nil {
			return versions, err
		}
	}
	original, updated, dest := versions[merge.Original], versions[merge.Updated], versions[merge.Dest]
	if original.dir != updated.dir {
		return versions, fmt.Errorf("--original %s and --updated %s must be two files or two directories", original.name, updated.name)
	}
	for _, v := range []*input{original, updated} {
		if dest.dir && v.name != stdinName && inside(v.name, dest.name) {
			return versions, fmt.Errorf("%s %s lies inside --dest %s, whose files would be merged with themselves; move it out", flag(v.side), v.name, dest.name)
		}
	}
	switch {
	case !dest.dir:
		// All goes to one file.
		to := path.Base(filepath.ToSlash(dest.files[0].path))
		for _, v := range versions {
			v.gather(to)
		}
	case !updated.dir:
		original.files[0].path = updated.files[0].path
	}
	return versions, nil
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
