package git

import (
	"os"
	"slices"
	"strings"
)

// Config gives the value of a setting with the file that it is from, "" if there is none; of all files of the
// configuration the last that has one wins, unless a scope names one.
func (r Repository) Config(key string, scope ...string) (value, file string, err error) {
	out, err := r.Run(slices.Concat([]string{"config", "--show-origin", "--null"}, scope, []string{"--get", key})...)
	if Code(err) == 1 {
		return "", "", nil
	}
	file, value, _ = strings.Cut(strings.TrimSuffix(out, "\x00"), "\x00")
	return value, strings.TrimPrefix(file, "file:"), err
}

// ConflictStyle is what stands between conflict marks, "" if nothing is set. Like
// MergeFile it sees the environment as it is.
func (r Repository) ConflictStyle() string {
	style, _, _ := r.in(os.Environ()).Config("merge.conflictStyle")
	return strings.TrimSpace(style)
}
