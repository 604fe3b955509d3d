package upstream

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// Location is where a package is, as a Kptfile says it.
type Location kptfile.Upstream

func (l Location) String() string {
	s := withoutCredentials(l.Repo)
	if dir := relative(l.Directory); dir != "." {
		s += "/" + dir
	}
	if l.Ref != "" {
		s += "@" + l.Ref
	}
	return printable.Line(s)
}

// From is the location that a file in a directory writes down: a relative path of a
// repository counts from there, or from what the directory is a link to.
func (l Location) From(dir string) Location {
	if isPath(l.Repo) && !strings.Contains(l.Repo, "://") && l.Repo != "" && !filepath.IsAbs(l.Repo) {
		if linked, err := filepath.EvalSymlinks(dir); err == nil {
			dir = linked
		}
		l.Repo = filepath.Join(dir, filepath.FromSlash(l.Repo))
	}
	return l
}

// Locate is Parse, which also knows ALIAS/CHART[@VERSION] for a repository of `helm repo list`,
// unless a directory here is called so.
func (c *Cache) Locate(text string) (Location, error) {
	name, version, _ := strings.Cut(text, "@")
	alias, chart, found := strings.Cut(name, "/")
	if _, missing := os.Lstat(name); missing != nil && found && regexp.MustCompile(`^\w[\w-]*$`).MatchString(alias) && !strings.ContainsAny(chart, `/\`) && !strings.HasSuffix(chart, ".git") {
		for _, added := range c.added() {
			if added.Name == alias {
				return Location{Repo: kptfile.OverHTTP + added.URL, Directory: "/" + chart, Ref: version}, nil
			}
		}
	}
	return Parse(text)
}

// Parse reads oci://REGISTRY/PATH/CHART[@VERSION] and helm+https://HOST/PATH/CHART[@VERSION], and
// REPO[/DIR][@REF] as kpt does: REPO ends in .git, which is not part of the
// address, or is a repository on GitHub, or a directory on this machine. A relative path
// becomes an absolute one. An error says how to write it.
func Parse(text string) (Location, error) {
	if kptfile.IsChart(text) {
		return chartAt(text), nil
	}
	if !mayBeGit(text) {
		return Location{}, unclear(text)
	}
	// A repository where a directory or a ref follows ends so.
	if at := regexp.MustCompile(`\.git($|/|@)`).FindStringIndex(text); at != nil && at[0] > 0 && text[at[0]-1] != '/' {
		return split(text[:at[0]], text[at[0]+len(".git"):])
	}
	scheme, rest, remote := strings.Cut(text, "://")
	switch {
	case remote && scheme != "file":
		return onGitHub(text, scheme, rest)
	case remote:
		text = rest
	case scpLike(text):
		return Location{}, unclear(text)
	}
	return onDisk(text, remote)
}

// chartAt reads the address of a chart.
func chartAt(text string) Location {
	name, version := text, ""
	if i := strings.LastIndex(text, "@"); i > strings.LastIndex(text, "/") {
		name, version = text[:i], text[i+1:]
	}
	slash := strings.LastIndex(name, "/")
	if slash < 0 {
		slash = len(name)
	}
	return Location{Repo: name[:slash], Directory: name[slash:], Ref: version}
}

// split takes directory and ref apart, which follow the address of a repository.
func split(repo, rest string) (Location, error) {
	dir, ref, at := strings.Cut(rest, "@")
	ref = strings.TrimSuffix(ref, "/")
	switch {
	case at && ref == "":
		return Location{}, fmt.Errorf("%s: no ref behind the @", printable.Line(repo+rest))
	case strings.HasPrefix(ref, "-"):
		return Location{}, fmt.Errorf("%s: a ref does not begin with a -", printable.Line(ref))
	case strings.HasPrefix(repo, "-"):
		return Location{}, fmt.Errorf("%s: the address of a repository does not begin with a -", printable.Line(repo))
	}
	if isPath(repo) && !strings.Contains(repo, "://") {
		repo = absolute(repo)
	}
	// Of two that differ in the ending git would take the one without.
	if isPath(repo) && isRepository(strings.TrimPrefix(repo, "file://")+".git") {
		repo += ".git"
	}
	return Location{Repo: repo, Directory: path.Clean("/" + dir), Ref: ref}, nil
}

// onGitHub reads the address of a page on GitHub: OWNER/REPO, with DIR, or tree/REF/DIR.
func onGitHub(text, scheme, rest string) (Location, error) {
	rest, ref, _ := strings.Cut(rest, "@")
	parts := strings.Split(strings.TrimSuffix(rest, "/"), "/")
	if parts[0] != "github.com" || len(parts) < 3 {
		return Location{}, unclear(text)
	}
	repo, parts := scheme+"://"+strings.Join(parts[:3], "/"), parts[3:]
	if len(parts) > 1 && parts[0] == "tree" && ref == "" {
		ref, parts = parts[1], parts[2:]
	}
	return Location{Repo: repo, Directory: path.Clean("/" + strings.Join(parts, "/")), Ref: ref}, nil
}

// onDisk reads the path of a directory: the repository is the one that it is in.
func onDisk(text string, asURL bool) (Location, error) {
	name, ref, _ := strings.Cut(text, "@")
	name = absolute(name)
	for dir := name; ; dir = filepath.Dir(dir) {
		if isRepository(dir) {
			below, err := filepath.Rel(dir, name)
			if asURL {
				dir = "file://" + filepath.ToSlash(dir)
			}
			return Location{Repo: dir, Directory: path.Clean("/" + filepath.ToSlash(below)), Ref: ref}, err
		}
		if dir == filepath.Dir(dir) {
			return Location{}, fmt.Errorf("%w; and no directory of it is a git repository here", unclear(text))
		}
	}
}

// isRepository reports whether a directory is a work tree or a bare repository.
func isRepository(dir string) bool {
	if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
		return true
	}
	head, headErr := os.Stat(filepath.Join(dir, "HEAD"))
	objects, err := os.Stat(filepath.Join(dir, "objects"))
	return err == nil && headErr == nil && head.Mode().IsRegular() && objects.IsDir()
}

// scpLike reports whether an address is like that of scp: host:path.
func scpLike(text string) bool {
	host, _, found := strings.Cut(text, ":")
	return found && len(host) > 1 && !strings.ContainsAny(host, `/\`)
}

// isPath reports whether a repository is a directory on this machine.
func isPath(repo string) bool {
	return strings.HasPrefix(repo, "file://") || !strings.Contains(repo, "://") && !scpLike(repo)
}

func unclear(text string) error {
	return fmt.Errorf("%s: is not clearly the address of a git repository or chart; write .git behind the repository, as in https://example.com/team/repo.git/dir@v1, or for a chart helm+https://HOST/PATH/CHART@VERSION or oci://HOST/PATH/CHART@VERSION",
		printable.Line(withoutCredentials(text)))
}

// mayBeGit reports whether git would take an address for one of a repository, and runs no other program for it.
func mayBeGit(text string) bool {
	scheme, _, remote := strings.Cut(text, "://")
	return !regexp.MustCompile(`^[\w+.-]+::`).MatchString(text) &&
		(!remote || slices.Contains([]string{"https", "http", "ssh", "git", "git+ssh", "ssh+git", "file"}, scheme))
}

// relative is the directory of a package as Go's file systems name it, "." for the root.
func relative(directory string) string {
	if dir := path.Clean("/" + directory)[1:]; dir != "" {
		return dir
	}
	return "."
}
