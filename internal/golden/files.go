package golden

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// Files are files by their paths, as cases have them: "path (x)" is one that is executable, "path -> target" a
// symbolic link, which holds nothing.
func Files(texts map[string]string) fstest.MapFS {
	all := fstest.MapFS{}
	for name, text := range texts {
		link, target, is := strings.Cut(name, " -> ")
		path, executable := strings.CutSuffix(name, " (x)")
		switch {
		case is:
			all[link] = &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink}
		case executable:
			all[path] = &fstest.MapFile{Data: []byte(text), Mode: 0o755}
		default:
			all[path] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
		}
	}
	return all
}

// Write writes files below a directory, with the directories that they need.
func Write(t testing.TB, dir string, texts map[string]string) {
	t.Helper()
	for name, f := range Files(texts) {
		at := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(at), 0o755)
		if f.Mode.Type() == fs.ModeSymlink {
			err = errors.Join(err, os.Symlink(string(f.Data), at))
		} else {
			err = errors.Join(err, os.WriteFile(at, f.Data, f.Mode), os.Chmod(at, f.Mode))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Read reads the files below a directory, in the same form; links are not followed. Both a test and a script can fail.
func Read(t interface{ Fatalf(string, ...any) }, dir string) map[string]string {
	texts := map[string]string{}
	err := filepath.WalkDir(dir, func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, at)
		name = filepath.ToSlash(name)
		if entry.Type() == fs.ModeSymlink {
			target, unread := os.Readlink(at)
			texts[name+" -> "+target] = ""
			return errors.Join(err, unread)
		}
		text, unread := os.ReadFile(at)
		texts[name] = string(text)
		return errors.Join(err, unread)
	})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return texts
}
