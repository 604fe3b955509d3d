package upstream

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/krm-merge/krm-merge/internal/git"
)

// commits is where the refs for commits are.
const commits = "refs/commits/"

// git runs git on what the cache has, which a fetch with a filter makes a partial clone. There is no address in its configuration, so that nothing
// is fetched but by fetch.
func (r *repository) git(ctx context.Context, stdin string, args ...string) (string, error) {
	return r.Run(ctx, stdin, append([]string{"--git-dir=.", "--literal-pathspecs"}, args...)...)
}

func (r *repository) line(ctx context.Context, args ...string) (string, error) {
	out, err := r.git(ctx, "", args...)
	return strings.TrimSuffix(out, "\n"), err
}

// has reports whether the cache has a file of its own repository.
func (r *repository) has(file string) bool {
	_, err := os.Stat(filepath.Join(r.Session.Dir, file))
	return err == nil
}

// whole is the file that says that all of the repository was fetched, with all files.
const whole = "whole"

// known gives the commit of a full name if the cache has it, else "".
func (r *repository) known(ctx context.Context, name string) string {
	if !r.has("config") {
		return ""
	}
	commit, err := r.line(ctx, "rev-parse", "--verify", "--quiet", commits+name)
	if err != nil {
		return ""
	}
	return commit
}

// make makes the repository in the cache if it is not there yet, and takes away what a run that
// was killed may have left in it. Nobody else may write to it. id is a commit, which tells the
// hash.
func (r *repository) make(ctx context.Context, id string) error {
	if r.has("config") {
		return r.unlock()
	}
	dir, err := os.MkdirTemp(filepath.Dir(r.Session.Dir), ".new-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	format := "--object-format=sha1"
	if len(id) == 64 {
		format = "--object-format=sha256"
	}
	made := r.Session
	made.Dir = dir
	if _, err = made.Run(ctx, "", "init", "--quiet", "--bare", "--template=", format, "."); err != nil {
		return err
	}
	return os.Rename(dir, r.Session.Dir)
}

// unlock takes away git's own locks: whoever had them was killed.
func (r *repository) unlock() (err error) {
	for _, depth := range []string{"", "refs/*/", "refs/*/*/"} {
		left, _ := filepath.Glob(filepath.Join(r.Session.Dir, depth, "*.lock"))
		for _, name := range left {
			err = errors.Join(err, os.Remove(name))
		}
	}
	return err
}

// fetched makes sure that the cache has a commit of a full name, and gives it: the name may be
// that of a tag. The commit is fetched if it is not there.
func (r *repository) fetched(ctx context.Context, name string) (commit string, err error) {
	if !isFull(name) {
		return "", r.noRef(name)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if commit = r.known(ctx, name); commit != "" {
		return commit, nil
	}
	if r.Offline {
		return "", r.offline("commit " + name)
	}
	err = r.locked(ctx, func() (err error) {
		if commit = r.known(ctx, name); commit == "" {
			commit, err = r.fetch(ctx, name)
		}
		return err
	})
	return commit, err
}

// fetch fetches a commit: alone, else as the tip of a branch or tag, else with all that the
// repository has.
func (r *repository) fetch(ctx context.Context, name string) (commit string, err error) {
	if err = r.make(ctx, name); err != nil {
		return "", r.unwritable(err)
	}
	if !r.has(whole) {
		if commit, err = r.fetchAlone(ctx, name); commit != "" || err != nil {
			return commit, err
		}
	}
	if err = r.fetchAll(ctx); err != nil {
		return "", err
	}
	if commit, err = r.record(ctx, name); err != nil {
		err = r.gone(name)
	}
	return commit, err
}

// fetchAlone fetches a commit without what is before it; "" if the server does not give it.
func (r *repository) fetchAlone(ctx context.Context, name string) (string, error) {
	r.progress("fetching " + name[:12] + " from " + redacted(r.url))
	l, err := r.listed(ctx, false)
	if err != nil {
		return "", err
	}
	for _, want := range []string{name, l.tip(name)} {
		if want == "" {
			continue
		}
		err := r.fetchFrom(ctx, "", "--depth=1", "--filter=blob:none", "origin", want)
		var refused *git.Error
		switch {
		case err == nil:
			if commit, missing := r.record(ctx, name); missing == nil {
				return commit, nil
			}
		case !errors.As(err, &refused):
			return "", r.unreachable(err)
		case strings.Contains(refused.Said, "not our ref"):
			return "", r.gone(name)
		}
	}
	return "", nil
}

// fetchAll fetches all that the repository has, with all files; what is here in part is fetched
// again the first time.
func (r *repository) fetchAll(ctx context.Context) error {
	r.progress("fetching all of " + redacted(r.url))
	args := []string{"--no-filter", "--prune", "--update-shallow"}
	if !r.has(whole) {
		args = append(args, "--refetch")
		// No object is fetched by itself from now on, for which git would run git for each.
		for _, set := range []string{"extensions.partialClone", "remote.origin.promisor", "remote.origin.partialCloneFilter"} {
			if _, err := r.git(ctx, "", "config", "--unset-all", set); git.Code(err) != 0 && git.Code(err) != notSet {
				return r.unwritable(err)
			}
		}
	}
	if r.has("shallow") {
		args = append(args, "--unshallow")
	}
	if err := r.fetchFrom(ctx, "", append(args, "origin", "+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")...); err != nil {
		return r.unreachable(err)
	}
	if err := os.WriteFile(filepath.Join(r.Session.Dir, whole), nil, 0o600); err != nil {
		return r.unwritable(err)
	}
	return nil
}

// notSet is the exit code of git for a setting that it should take away, and that there is not.
const notSet = 5

// ahead is how many files may be fetched that nobody has asked for yet, for each time that files
// of the commit were fetched before.
const ahead = 500

// fetchFiles fetches the files of a commit below a directory that are not there yet; those of the
// whole commit where it is for several packages and they are few; all that the repository has,
// where the server gives no single files.
func (r *repository) fetchFiles(ctx context.Context, commit, dir string) error {
	missing, err := r.missing(ctx, commit, dir)
	if err != nil || missing == "" {
		return r.unreadable(err)
	}
	if r.Offline {
		return r.offline("commit " + commit)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.locked(ctx, func() error {
		if err = r.unlock(); err != nil {
			return r.unwritable(err)
		}
		// Somebody else may have fetched them meanwhile.
		if missing, err = r.missing(ctx, commit, dir); err != nil || missing == "" {
			return r.unreadable(err)
		}
		if before := r.parts[commit]; before > 0 {
			if all, failed := r.missing(ctx, commit, "."); failed == nil && strings.Count(all, "\n") <= before*ahead {
				missing = all
			}
		}
		r.parts[commit]++
		err = r.fetchFrom(ctx, missing, "--filter=blob:none", "--stdin", "origin")
		switch refused := (*git.Error)(nil); {
		case errors.As(err, &refused):
			return r.fetchAll(ctx)
		case err != nil:
			return r.unreachable(err)
		}
		return nil
	})
}

// missing are the names of the files below a directory that the cache does not have, a line each.
func (r *repository) missing(ctx context.Context, commit, dir string) (string, error) {
	out, err := r.git(ctx, "", "rev-list", "--objects", "--no-walk", "--missing=print", "--no-object-names", commit, "--", dir)
	var ids strings.Builder
	for line := range strings.Lines(out) {
		if id, is := strings.CutPrefix(line, "?"); is {
			ids.WriteString(id)
		}
	}
	return ids.String(), err
}

// fetchFrom fetches from upstream. It is the only one that talks to it.
func (r *repository) fetchFrom(ctx context.Context, stdin string, args ...string) error {
	// Where single files are asked for, a commit that is there must not stand for its files.
	negotiation := "fetch.negotiationAlgorithm=default"
	if stdin != "" {
		negotiation = "fetch.negotiationAlgorithm=noop"
	}
	config := []string{"-c", "remote.origin.url=" + r.url, "-c", negotiation, "-c", "gc.auto=0", "-c", "maintenance.auto=false"}
	if isPath(r.url) {
		// The server is ours, so it can do all.
		config = append(config, "-c", "remote.origin.uploadPack=git -c uploadpack.allowFilter=true -c uploadpack.allowAnySHA1InWant=true upload-pack")
	}
	_, err := r.git(ctx, stdin, append(append(config, "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"), args...)...)
	return err
}

// record says that the cache has a commit, by the name that was asked for.
func (r *repository) record(ctx context.Context, name string) (string, error) {
	commit, err := r.line(ctx, "rev-parse", "--verify", "--quiet", name+"^{commit}")
	if err == nil {
		_, err = r.git(ctx, "", "update-ref", commits+name, commit)
	}
	return commit, err
}
