package git

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
)

// Versions are what a file holds that both sides changed.
type Versions struct {
	// Original is nil where both sides added the file; its driver git gives an empty one there, too. Of several
	// merge bases it is what git merges them to. Ours or Theirs is nil where that side deleted it: git does not
	// ask its driver then.
	Original, Ours, Theirs []byte
	// Lines is what git makes of it by lines, nil where that is not known. Torn: that has a conflict.
	Lines []byte
	Torn  bool
}

// All are original, ours and theirs.
func (v *Versions) All() [3]*[]byte { return [3]*[]byte{&v.Original, &v.Ours, &v.Theirs} }

// Names are what the marks of a conflict call the versions.
type Names struct{ Ours, Original, Theirs string }

// BadUsage is the exit code of git for an option that it does not know.
const BadUsage = 129

// Histogram is how git merge aligns lines.
const Histogram = "histogram"

// MergeFile merges three versions by lines, as git merge-file does, by one of git's ways to
// align lines. The marks have a size and names; their style is that of merge.conflictStyle,
// unless one is given. Unlike other commands it sees the environment as it is: inside a merge
// driver it is what the user's git was told on its command line. Clean is a text without
// conflicts. What cannot be merged by lines, such as binary files, is an *Error.
func MergeFile(algorithm string, v Versions, names Names, size int, style string) (text []byte, clean bool, err error) {
	dir, err := os.MkdirTemp("", "krm-merge-")
	if err != nil {
		return nil, false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	var args []string
	if style != "" {
		args = append(args, "-c", "merge.conflictStyle="+style)
	}
	args = append(args, "merge-file", "-p", "-q", "--marker-size="+strconv.Itoa(size), "-L", names.Ours, "-L", names.Original, "-L", names.Theirs)
	if algorithm != "" {
		args = append(args, "--diff-algorithm="+algorithm)
	}
	for i, version := range [][]byte{v.Ours, v.Original, v.Theirs} {
		at := filepath.Join(dir, []string{"ours", "original", "theirs"}[i])
		if err = os.WriteFile(at, version, 0o600); err != nil {
			return nil, false, err
		}
		args = append(args, at)
	}
	out, err := Repository{env: os.Environ()}.Run(args...)
	switch code := Code(err); {
	case code >= 0 && code <= 127:
		// It counts the conflicts.
		return []byte(out), code == 0, nil
	case code == BadUsage && algorithm != "":
		// Before 2.44 git knows no algorithm here.
		return MergeFile("", v, names, size, style)
	}
	return nil, false, err
}
