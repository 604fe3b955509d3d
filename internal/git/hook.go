package git

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// hookHead is how the hook begins that Install makes: what is below is one line.
const hookHead = "#!/bin/sh\n# Made by krm-merge git install hook: nothing is committed while questions of a merge are open in it.\n"

// HookCommand is what a pre-commit hook runs.
func HookCommand(program string) string { return program + " check --staged" }

// hook is the file of the pre-commit hook, wherever core.hooksPath says, and what it holds, nil if
// there is none.
func (r Repository) hook() (file string, text []byte, err error) {
	r.hooked = true
	if file, err = r.Line("rev-parse", "--git-path", "hooks/pre-commit"); err != nil {
		return "", nil, err
	}
	file = r.path(file)
	text, err = os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return file, text, err
}

// isOurs reports whether a hook is one that Install made and nobody changed since.
func isOurs(hook []byte) bool {
	rest, is := bytes.CutPrefix(hook, []byte(hookHead))
	return is && bytes.HasPrefix(rest, []byte("exec ")) && bytes.HasSuffix(rest, []byte(HookCommand("")+"\n")) && bytes.Count(rest, []byte("\n")) == 1
}

// changeHook makes the pre-commit hook, if there is none, or removes it.
func (s *Setup) changeHook(remove bool) error {
	file, old, err := s.hook()
	text := hookHead + "exec " + HookCommand(s.Program) + "\n"
	switch {
	case err != nil:
		return err
	case remove && isOurs(old):
		s.changed("%s: removed", file)
		return os.Remove(file)
	case remove && bytes.Contains(old, []byte(HookCommand(""))):
		return fmt.Errorf("%s: it has other lines, too, and stays as it is; take the line with %s out", file, HookCommand(driverName))
	case remove || string(old) == text:
		return nil
	case old != nil && !isOurs(old):
		return fmt.Errorf("%s: there is a hook already, which stays as it is; to have it check what is committed, add the line\n  %s || exit 1", file, HookCommand(s.Program))
	}
	s.changed("%s: made, it runs %s", file, HookCommand(s.Program))
	return errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), WriteFile(file, []byte(text), 0o755))
}

// Staged gives the files that the next commit adds or changes, by path, as the index has
// them. It sees the environment as it is: git tells a hook which index that is.
func (r Repository) Staged() (map[string][]byte, error) {
	r.env = os.Environ()
	// Outside of a repository git diff is another command.
	if _, err := r.Run("rev-parse", "--git-dir"); err != nil {
		return nil, err
	}
	out, err := r.Run("-c", "diff.relative=false", "diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--diff-filter=AMT")
	if err != nil {
		return nil, err
	}
	staged := map[string]string{}
	// :100644 100755 OLD NEW M and a path: modes, objects, and what became of the file.
	for fields := strings.Split(out, "\x00"); len(fields) > 1; fields = fields[2:] {
		if words := strings.Fields(fields[0]); len(words) > 3 && strings.HasPrefix(words[1], "100") {
			staged[fields[1]] = words[3]
		}
	}
	return r.Contents(staged, nil)
}
