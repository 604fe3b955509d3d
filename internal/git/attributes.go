package git

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// InfoAttributes is the file of the attributes of this repository alone, which count
// before all others.
func (r Repository) InfoAttributes() (string, error) {
	name, err := r.Line("rev-parse", "--git-path", "info/attributes")
	return r.path(name), err
}

// SharedAttributes is the file of the attributes that are committed, at the top of the
// work tree.
func (r Repository) SharedAttributes() (string, error) {
	top, err := r.Line("rev-parse", "--show-toplevel")
	return filepath.Join(top, ".gitattributes"), err
}

// GlobalAttributes is the file of the user's attributes, which count after all others.
func (r Repository) GlobalAttributes() (string, error) {
	name, err := r.Line("config", "--global", "--type=path", "--get", "core.attributesFile")
	if Code(err) > 1 || Code(err) < 0 || name != "" {
		return name, err
	}
	dir := os.Getenv("XDG_CONFIG_HOME")
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(home, ".config")
	}
	return filepath.Join(dir, "git", "attributes"), nil
}

// Attribute gives the value of an attribute of a path.
func (r Repository) Attribute(name, path string) (string, error) {
	out, err := r.Run("check-attr", "-z", name, "--", path)
	fields := strings.Split(out, "\x00")
	if err != nil || len(fields) < 3 {
		return "", err
	}
	return fields[2], nil
}

// AddLines puts those of some lines into a file that it lacks, at its start, so that what
// it says itself of the same paths counts. It gives the lines that were put there.
func AddLines(file string, lines []string) (added []string, err error) {
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	has := strings.Split(string(text), "\n")
	for _, line := range lines {
		if !slices.Contains(has, line) {
			added = append(added, line)
		}
	}
	if len(added) == 0 {
		return nil, nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, err
	}
	return added, replace(file, strings.Join(added, "\n")+"\n"+string(text))
}

// RemoveLines takes some lines out of a file, and the file away if nothing is left. It
// gives the lines that were there.
func RemoveLines(file string, lines []string) (removed []string, err error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var kept strings.Builder
	for line := range strings.Lines(string(text)) {
		if bare := strings.TrimSuffix(line, "\n"); slices.Contains(lines, bare) {
			removed = append(removed, bare)
		} else {
			kept.WriteString(line)
		}
	}
	switch {
	case len(removed) == 0:
		return nil, nil
	case kept.Len() == 0:
		return removed, os.Remove(file)
	}
	return removed, replace(file, kept.String())
}

// replace gives a file another content at once. A link stays one.
func replace(file, text string) error {
	mode := fs.FileMode(0o644)
	if to, err := filepath.EvalSymlinks(file); err == nil {
		file = to
	}
	if info, err := os.Stat(file); err == nil {
		mode = info.Mode().Perm()
	}
	return WriteFile(file, []byte(text), mode)
}

// WriteFile gives a file its content at once: at no time there is a part of it.
func WriteFile(file string, data []byte, mode fs.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".krm-merge-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = cmp.Or(err, f.Chmod(mode))
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
