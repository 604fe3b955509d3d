package git

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
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

// GlobalAttributes is the file of the user's attributes, which count after all others.
func (r Repository) GlobalAttributes() (string, error) {
	name, _, err := r.Config("core.attributesFile", "--global", "--type=path")
	if err != nil || name != "" {
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

// Attributes gives the values of an attribute of paths.
func (r Repository) Attributes(name string, paths []string) (map[string]string, error) {
	out, err := r.runWith(strings.Join(paths, "\x00"), "check-attr", "-z", "--stdin", name)
	values := map[string]string{}
	// PATH, the attribute, its value
	for fields := strings.Split(out, "\x00"); len(fields) > 3; fields = fields[3:] {
		values[fields[0]] = fields[2]
	}
	return values, err
}

// Our lines in a file of attributes stand between these.
const (
	linesBegin = "# krm-merge git install begins\n"
	linesEnd   = "# krm-merge git install ends\n"
)

// setLines has a file begin with some lines of ours and no others, so that what it says itself of
// the same paths counts. It gives what was added and taken out. A file with nothing else goes.
func setLines(file string, lines []string) (added, removed []string, err error) {
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	now := string(text)
	var old []string
	before, rest, begun := strings.Cut(now, linesBegin)
	if ours, after, ended := strings.Cut(rest, linesEnd); begun && ended {
		now, old = before+after, strings.FieldsFunc(ours, func(c rune) bool { return c == '\n' })
	}
	if len(lines) > 0 {
		now = linesBegin + strings.Join(lines, "\n") + "\n" + linesEnd + now
	}
	without := func(all, others []string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(line string) bool { return slices.Contains(others, line) })
	}
	added, removed = without(lines, old), without(old, lines)
	switch {
	case now == string(text):
		return nil, nil, nil
	case now == "":
		return added, removed, os.Remove(file)
	}
	if err = os.MkdirAll(filepath.Dir(file), 0o755); err == nil {
		err = replace(file, now)
	}
	return added, removed, err
}

// committedMerges are lines of attributes for what the committed files of attributes say of merges:
// which files have another driver, or none, or a filter that keeps their content elsewhere. In a
// file that counts more than these they keep what is said.
func (r Repository) committedMerges() (lines []string, err error) {
	out, err := r.Run("ls-files", "-z", "--full-name", "--", ":(top,glob)**/.gitattributes")
	names := strings.FieldsFunc(out, func(c rune) bool { return c == 0 })
	// Of two that speak of a file the deeper one counts.
	slices.SortStableFunc(names, func(a, b string) int { return strings.Count(a, "/") - strings.Count(b, "/") })
	macros := map[string]string{"binary": "-merge"}
	for _, name := range names {
		text, missing := os.ReadFile(filepath.Join(Root(r.Dir), filepath.FromSlash(name)))
		if missing != nil {
			continue
		}
		for line := range strings.Lines(string(text)) {
			pattern, attributes, _ := strings.Cut(strings.TrimSpace(strings.ReplaceAll(line, "\t", " ")), " ")
			if end := strings.LastIndex(line, `"`); end > 0 && line[0] == '"' {
				pattern, attributes = line[1:end], line[end+1:]
			}
			merge := mergeOf(attributes, macros)
			if macro, is := strings.CutPrefix(pattern, "[attr]"); is {
				macros[macro] = merge
			} else if merge != "" && !strings.HasPrefix(pattern, "#") {
				lines = append(lines, fmt.Sprintf("%q %s", below(path.Dir(name), pattern), merge))
			}
		}
	}
	return lines, err
}

// mergeOf is what a list of attributes says of merges, "" for nothing.
func mergeOf(attributes string, macros map[string]string) (said string) {
	for _, a := range strings.Fields(attributes) {
		name, _, _ := strings.Cut(strings.TrimLeft(a, "-!"), "=")
		switch {
		case name == "merge" && a != "merge=krm-merge":
			said = a
		case macros[a] != "":
			said = macros[a]
		case a == "filter=lfs" && said == "":
			// What is merged is the pointer.
			said = "!merge"
		}
	}
	return said
}

// below is a pattern of a file of attributes in a directory as one at the top says it.
func below(dir, pattern string) string {
	switch {
	case dir == ".":
		return pattern
	case strings.Contains(strings.TrimSuffix(pattern, "/"), "/"):
		return path.Join(dir, pattern)
	}
	return dir + "/**/" + pattern
}

// replace gives a file another content at once. A link stays one.
func replace(file, text string) error {
	file, mode := RealPath(file), fs.FileMode(0o644)
	if info, err := os.Stat(file); err == nil {
		mode = info.Mode().Perm()
	}
	return WriteFile(file, []byte(text), mode)
}

// WriteFile gives a file its content at once: at no time there is a part of it, and it is on the disk
// before it has the name.
func WriteFile(file string, data []byte, mode fs.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".krm-merge-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = cmp.Or(err, f.Chmod(mode), f.Sync())
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
