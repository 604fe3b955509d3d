package git

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Both is a file that both sides of a merge changed, renamed files among them.
type Both struct {
	Unmerged
	// Original, Ours and Theirs are what the versions hold, nil for one that there is not.
	// Of several merge bases the original is what git merges them to.
	Original, Ours, Theirs []byte
	// Conflict: git's own merge by lines has a conflict in the file. Else Merged is what
	// it holds after it.
	Conflict bool
	Merged   []byte
}

// MergeCommits merges two commits, which have a merge base, as a host does that runs no
// merge drivers and has no attributes: by lines, as git merge does by itself. It gives the
// files that the driver of krm-merge is for and both sides changed, by path. Several merge
// bases are merged first, by this driver of a program. Neither the repository nor its work
// tree nor its index is written to. Errors are *UnfitError.
func (r Repository) MergeCommits(ours, theirs, program string) ([]Both, error) {
	a, err := r.aside()
	if err != nil {
		return nil, &UnfitError{err}
	}
	all, err := a.mergeCommits(ours, theirs, program)
	if err = errors.Join(err, os.RemoveAll(a.Dir)); err != nil {
		return nil, &UnfitError{err}
	}
	return all, nil
}

func (a aside) mergeCommits(ours, theirs, program string) (all []Both, err error) {
	tree, stopped, err := a.mergeTree(ours, theirs)
	if err != nil {
		return nil, err
	}
	// The same with a driver that fails for each file that it is asked about: that leaves
	// the versions of all of them.
	to := filepath.Join(a.Dir, "info", "attributes")
	if err = os.WriteFile(to, []byte(strings.Join(attributes(), "\n")+"\n"), 0o600); err != nil {
		return nil, err
	}
	_, asked, err := a.mergeTree(ours, theirs, "-c", driverSection+".driver="+failing(program))
	if err != nil {
		return nil, err
	}
	out, err := a.run(a.env, "ls-tree", "-r", "-z", tree)
	if err != nil {
		return nil, err
	}
	merged := map[string]string{}
	for e, err := range Listed(out, 3) {
		if err != nil {
			return nil, err
		}
		merged[e.Path] = e.Words[2]
	}
	for _, u := range stopped {
		delete(merged, u.Path)
	}
	for _, u := range asked {
		if forDriver(u.Path) {
			all = append(all, Both{Unmerged: u, Conflict: merged[u.Path] == ""})
		}
	}
	return all, a.read(all, merged)
}

// read reads what the files hold; merged are the objects of git's merge, by path.
func (a aside) read(all []Both, merged map[string]string) error {
	var names []string
	var into []*[]byte
	for i := range all {
		b := &all[i]
		if !b.Regular() {
			continue
		}
		for _, v := range []struct {
			stage *Stage
			text  *[]byte
		}{{b.Unmerged.Original, &b.Original}, {b.Unmerged.Ours, &b.Ours}, {b.Unmerged.Theirs, &b.Theirs}} {
			if v.stage != nil {
				names, into = append(names, v.stage.Object), append(into, v.text)
			}
		}
		if !b.Conflict {
			names, into = append(names, merged[b.Path]), append(into, &b.Merged)
		}
	}
	contents, err := a.blobs(a.env, names)
	for i := range contents {
		*into[i] = contents[i]
	}
	return err
}

// forDriver reports whether a file is one of those that Install gives to the driver.
func forDriver(name string) bool {
	return slices.ContainsFunc(patterns(), func(pattern string) bool {
		is, _ := path.Match(pattern, path.Base(name))
		return is
	})
}

// failing is the line of a driver that fails for each file of a merge. Those of the merge
// bases, whose marks are longer, are merged by the program.
func failing(program string) string {
	return "[ %L -lt 9 ] && exit 1; " + DriverCommand(program)
}

// aside is an empty repository with the objects of another one, which is written to in its
// stead. It has neither its attributes nor its merge drivers.
type aside struct {
	Repository
	env []string
}

// aside makes an empty repository beside this one.
func (r Repository) aside() (a aside, err error) {
	out, err := r.Run("rev-parse", "--path-format=absolute", "--git-path", "objects", "--git-path", "shallow", "--git-path", "config", "--show-object-format")
	at := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if strings.HasPrefix(out, "--path-format") {
		// Before 2.31 git gives back what it does not know.
		return a, errTooOld
	}
	if err == nil && len(at) != 4 {
		err = fmt.Errorf("git rev-parse: %q", out)
	}
	if err != nil {
		return a, err
	}
	dir, err := os.MkdirTemp("", "krm-merge-")
	if err != nil {
		return a, err
	}
	a.Dir = dir
	a.env = append(unbound(), "GIT_DIR="+dir, "GIT_ATTR_NOSYSTEM=1")
	if err = a.furnish(r, at[0], at[1], at[2], at[3]); err != nil {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return a, err
}

// furnish makes the repository, with the objects and the end of history of another one. Of
// a partial clone it has the configuration, too: git fetches by that what it lacks.
func (a aside) furnish(r Repository, objects, shallow, config, format string) error {
	if _, err := a.run(a.env, "-c", "init.defaultBranch=main", "init", "--quiet", "--bare", "--template=", "--object-format="+format); err != nil {
		return err
	}
	info := filepath.Join(a.Dir, "objects", "info")
	if err := errors.Join(os.MkdirAll(info, 0o700), os.MkdirAll(filepath.Join(a.Dir, "info"), 0o700)); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(info, "alternates"), []byte(objects+"\n"), 0o600); err != nil {
		return err
	}
	ends, err := os.ReadFile(shallow)
	if err == nil {
		err = os.WriteFile(filepath.Join(a.Dir, "shallow"), ends, 0o600)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err = r.Run("config", "--get-regexp", `^remote\..*\.promisor$`); err == nil {
		_, err = a.run(a.env, "config", "include.path", config)
	} else if Code(err) == 1 {
		err = nil
	}
	return err
}

// mergeTree merges two commits. It gives the tree, and the files with conflicts.
func (a aside) mergeTree(ours, theirs string, options ...string) (tree string, conflicts []Unmerged, err error) {
	args := append([]string{"-c", "core.attributesFile=/dev/null", "-c", "merge.default=text", "-c", "merge.renames=true", "-c", "merge.directoryRenames=conflict"}, options...)
	out, err := a.run(a.env, append(args, "merge-tree", "--write-tree", "-z", "--no-messages", ours, theirs)...)
	switch Code(err) {
	case 0, 1:
	case BadUsage:
		return "", nil, errTooOld
	default:
		return "", nil, err
	}
	tree, list, _ := strings.Cut(out, "\x00")
	conflicts, err = unmerged(list)
	return tree, conflicts, err
}
