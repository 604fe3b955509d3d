package git

import (
	"path"
	"strings"
	"unicode"
)

// Inside gives the first of some files, by their paths with slashes, with which a repository
// comes along: what git, on any file system, takes for its own directory or file, or for a part
// of a repository without a work tree. The configuration of such a repository would name
// commands. It is the path of the repository, "" if there is none.
func Inside(paths []string) string {
	has := map[string]bool{}
	for _, at := range paths {
		names := strings.Split(at, "/")
		for i, name := range names {
			dir := path.Join(names[:i]...)
			has[dir+"/"+strings.ToLower(name)] = true
			// The file commondir says where objects and refs are.
			if has[dir+"/head"] && (has[dir+"/commondir"] || has[dir+"/objects"] && has[dir+"/refs"]) {
				return path.Join(dir, ".")
			}
			if isDotGit(name) {
				return path.Join(dir, name)
			}
		}
	}
	return ""
}

// isDotGit reports whether a name is .git for some file system: in capitals, by its short
// name, with dots, spaces or a stream behind it, or with characters that are not seen.
func isDotGit(name string) bool {
	name, _, _ = strings.Cut(name, ":")
	name = strings.TrimRight(strings.ToLower(name), ". ")
	name = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, name)
	return name == ".git" || name == "git~1"
}
