package git

import (
	"os"
	"strings"
)

// Scope is one of the files that git reads its configuration from.
type Scope string

const (
	// AnyScope is all of them; the last one that has a value wins.
	AnyScope Scope = ""
	// Local is that of a repository, with all its work trees.
	Local Scope = "--local"
	// Global is that of a user.
	Global Scope = "--global"
)

// Config gives the value of a setting, "" if there is none.
func (r Repository) Config(from Scope, key string) (string, error) {
	value, err := r.Line(from.args("--get", key)...)
	if Code(err) == 1 {
		return "", nil
	}
	return value, err
}

// Origin gives the value of a setting with the file that it is from, "" if there is none.
func (r Repository) Origin(key string) (value, file string, err error) {
	out, err := r.Run("config", "--show-origin", "--null", "--get", key)
	if Code(err) == 1 {
		return "", "", nil
	}
	file, value, _ = strings.Cut(strings.TrimSuffix(out, "\x00"), "\x00")
	return value, strings.TrimPrefix(file, "file:"), err
}

// SetConfig gives a setting one value.
func (r Repository) SetConfig(to Scope, key, value string) error {
	_, err := r.Run(to.args("--replace-all", key, value)...)
	return err
}

// RemoveSection takes a section out of a file; it reports whether it was there.
func (r Repository) RemoveSection(from Scope, section string) (bool, error) {
	_, err := r.Run(from.args("--get-regexp", "^"+strings.ReplaceAll(section, ".", `\.`)+`\.`)...)
	if Code(err) == 1 {
		return false, nil
	}
	if err == nil {
		_, err = r.Run(from.args("--remove-section", section)...)
	}
	return err == nil, err
}

func (s Scope) args(args ...string) []string {
	if s == AnyScope {
		return append([]string{"config"}, args...)
	}
	return append([]string{"config", string(s)}, args...)
}

// ConflictStyle is what stands between conflict marks, "" if nothing is set. Like
// MergeFile it sees the environment as it is.
func (r Repository) ConflictStyle() string {
	style, _ := r.in(os.Environ()).Run("config", "--get", "merge.conflictStyle")
	return strings.TrimSpace(style)
}
