package upstream

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/program"
)

// commits is where the refs for commits are.
const commits = "refs/commits/"

// run runs git, with the arguments and the rest of a command.
func (r *repository) run(ctx context.Context, c program.Command) (string, error) {
	c.Dir, c.Terminal, c.Timeout = cmp.Or(c.Dir, r.dir), r.Terminal, r.Timeout
	return git.Talk(ctx, c, r.ssh)
}

// git runs git on what the cache has, which a fetch with a filter makes a partial clone. There is no address in its configuration, so that nothing
// is fetched but by fetch.
func (r *repository) git(ctx context.Context, stdin string, args ...string) (string, error) {
	return r.run(ctx, program.Command{Stdin: stdin, Args: append([]string{"--git-dir=.", "--literal-pathspecs"}, args...)})
}

func (r *repository) line(ctx context.Context, args ...string) (string, error) {
	out, err := r.git(ctx, "", args...)
	return strings.TrimSuffix(out, "\n"), err
}

// has reports whether the cache has a file of its own repository.
func (r *repository) has(file string) bool {
	_, err := os.Stat(filepath.Join(r.dir, file))
	return err == nil
}

// made is the last that git init makes.
const made = "objects/info"

// whole is the file that says that all of the repository was fetched, with all files.
const whole = "whole"

// known gives the commit of a full name if the cache has it, else "".
func (r *repository) known(ctx context.Context, name string) string {
	if commit := r.commits[name]; commit != "" || !r.has(made) {
		return commit
	}
	commit, err := r.line(ctx, "rev-parse", "--verify", "--quiet", commits+name)
	if err != nil {
		return ""
	}
	r.commits[name] = commit
	return commit
}

// make makes the repository in the cache if it is not there yet, and takes away what a run that
// was killed may have left in it. Nobody else may write to it. id is a commit, which tells the
// hash.
func (r *repository) make(ctx context.Context, id string) error {
	err := errors.Join(os.MkdirAll(r.dir, 0o700), r.unlock())
	if err != nil || r.has(made) {
		return err
	}
	format := "--object-format=sha1"
	if len(id) == 64 {
		format = "--object-format=sha256"
	}
	_, err = r.run(ctx, program.Command{Args: []string{"init", "--quiet", "--bare", "--template=", format, "."}})
	return err
}

// unlock takes away git's own locks: whoever had them was killed.
func (r *repository) unlock() (err error) {
	for _, depth := range []string{"", "refs/*/", "refs/*/*/"} {
		left, _ := filepath.Glob(filepath.Join(r.dir, depth, "*.lock"))
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
	err = r.locked(ctx, r.name+".lock", func() (err error) {
		if commit = r.known(ctx, name); commit == "" {
			commit, err = r.fetch(ctx, name)
		}
		return err
	})
	return commit, err
}

// fetch fetches a commit: alone, else with all that the repository has.
func (r *repository) fetch(ctx context.Context, name string) (commit string, err error) {
	if err = r.make(ctx, name); err != nil {
		return "", r.unwritable(err)
	}
	if r.has(whole) {
		commit, err = r.record(ctx, name)
	} else {
		commit, err = r.fetchAlone(ctx, name)
	}
	if refused := (*Error)(nil); commit != "" || errors.As(err, &refused) {
		return commit, err
	}
	if err = r.fetchAll(ctx); err != nil {
		return "", err
	}
	if commit, err = r.record(ctx, name); err != nil {
		err = r.gone(name)
	}
	return commit, err
}

// several is for how many directories of commits their other files are fetched with the commits, too,
// but for large ones: two commits for each package.
const several = 10

// fetchAlone fetches a commit without what is before it, with those that are expected; "" if the
// server does not give it.
func (r *repository) fetchAlone(ctx context.Context, name string) (string, error) {
	r.progress("fetching " + name[:12] + " from " + r.shown)
	filter := "--filter=blob:none"
	if len(r.expected) >= several {
		filter = "--filter=blob:limit=1m"
	}
	wants := [][]string{append(r.others(ctx, name), name), {name}}
	if len(wants[0]) == 1 {
		wants = wants[1:]
	}
	for _, want := range wants {
		err := r.fetchFrom(ctx, "", append([]string{"--depth=1", filter, "origin"}, want...)...)
		var refused *git.Error
		switch {
		case err == nil:
			for _, other := range want[:len(want)-1] {
				_, _ = r.record(ctx, other) // Who needs it fetches it.
			}
			return r.record(ctx, name)
		case !errors.As(err, &refused):
			return "", r.unreachable(err)
		case strings.Contains(refused.Said, "not our ref") && len(want) == 1:
			return "", r.gone(name)
		}
	}
	return "", nil
}

// others are the commits that are expected and that the cache does not have, but for one.
func (r *repository) others(ctx context.Context, name string) (others []string) {
	for p := range r.expected {
		if p.commit != name && !slices.Contains(others, p.commit) && r.known(ctx, p.commit) == "" {
			others = append(others, p.commit)
		}
	}
	return others
}

// fetchAll fetches all that the repository has, with all files; what is here in part is fetched
// again the first time.
func (r *repository) fetchAll(ctx context.Context) error {
	r.progress("fetching all of " + r.shown)
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
	if err := os.WriteFile(filepath.Join(r.dir, whole), nil, 0o600); err != nil {
		return r.unwritable(err)
	}
	return nil
}

// notSet is the exit code of git for a setting that it should take away, and that there is not.
const notSet = 5

// part is a directory of a commit.
type part struct{ commit, dir string }

// Expect says that two versions of a package are going to be read, so that what is needed of a
// repository is fetched together. The ref of what was taken is a commit. What cannot be found is not
// expected.
func (c *Cache) Expect(ctx context.Context, at, taken Location) {
	for _, l := range []*Location{&at, &taken} {
		s, err := c.source(*l)
		r, is := s.(*repository)
		if err != nil || !is {
			return // Each chart is fetched by itself.
		}
		if !isFull(l.Ref) {
			v, _ := r.resolve(ctx, *l)
			l.Ref = v.Commit
		}
		if l.Ref == "" || l == &at && at.Ref == taken.Ref {
			return
		}
		r.mu.Lock()
		r.expected[part{l.Ref, relative(l.Directory)}] = true
		r.mu.Unlock()
	}
}

// fetchFiles fetches the files of a commit below a directory that are not there yet, with those
// that are expected; all that the repository has, where the server gives no single files.
func (r *repository) fetchFiles(ctx context.Context, commit, dir string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	own := part{commit, dir}
	if r.here[own] {
		return nil
	}
	parts := map[part]bool{own: true}
	for p := range r.expected {
		if other := r.known(ctx, p.commit); other != "" && !r.Offline {
			parts[part{other, p.dir}] = true
		}
	}
	missing, err := r.missing(ctx, parts)
	switch {
	case err != nil || missing == "":
	case r.Offline:
		return r.offline("commit " + commit)
	default:
		err = r.locked(ctx, r.name+".lock", func() error { return r.fetchMissing(ctx, parts) })
	}
	if err == nil {
		maps.Copy(r.here, parts)
	}
	return r.unreadable(err)
}

// fetchMissing fetches the files that are not there; nobody else fetches from the repository.
func (r *repository) fetchMissing(ctx context.Context, parts map[part]bool) error {
	if err := r.unlock(); err != nil {
		return r.unwritable(err)
	}
	// Somebody else may have fetched them meanwhile.
	missing, err := r.missing(ctx, parts)
	if err != nil || missing == "" {
		return r.unreadable(err)
	}
	err = r.fetchFrom(ctx, missing, "--filter=blob:none", "--stdin", "origin")
	switch refused := (*git.Error)(nil); {
	case errors.As(err, &refused):
		return r.fetchAll(ctx)
	case err != nil:
		return r.unreachable(err)
	}
	return nil
}

// missing are the names of files that the cache does not have, a line each.
func (r *repository) missing(ctx context.Context, parts map[part]bool) (string, error) {
	dirs := map[string]string{}
	for p := range parts {
		dirs[p.commit] += p.dir + "\n"
	}
	ids := map[string]bool{}
	for commit, of := range dirs {
		out, err := r.git(ctx, commit+"\n--\n"+of, "rev-list", "--objects", "--no-walk", "--missing=print", "--no-object-names", "--stdin")
		if err != nil {
			return "", err
		}
		for line := range strings.Lines(out) {
			if id, is := strings.CutPrefix(line, "?"); is {
				ids[id] = true
			}
		}
	}
	return strings.Join(slices.Collect(maps.Keys(ids)), ""), nil
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
	if err == nil {
		r.commits[name] = commit
	}
	return commit, err
}
