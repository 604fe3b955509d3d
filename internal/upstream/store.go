package upstream

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/program"
)

// commits is where the refs for commits are.
const commits = "refs/commits/"

// run runs git, with the arguments and the rest of a command.
func (r *repository) run(ctx context.Context, c program.Command) (string, error) {
	c.Dir, c.Terminal, c.Timeout = cmp.Or(c.Dir, r.dir), r.Terminal, r.Timeout
	return git.Talk(ctx, c)
}

// git runs git on what the cache has, which a fetch with a filter makes a partial clone. There is no address in its configuration, so that nothing
// is fetched but by fetch.
func (r *repository) git(ctx context.Context, stdin string, args ...string) (string, error) {
	return r.run(ctx, program.Command{Stdin: stdin, Args: append([]string{"--git-dir=.", "--literal-pathspecs"}, args...)})
}

// has reports whether the cache has a file of its own repository.
func (r *repository) has(file string) bool {
	_, err := os.Stat(filepath.Join(r.dir, file))
	return err == nil
}

// whole is the file that says that all of the repository was fetched, with all files.
const whole = "whole"

// cachedCommit gives the commit of a full name if the cache has it, else "".
func (r *repository) cachedCommit(ctx context.Context, name string) string {
	if r.commits[name] == "" {
		out, _ := r.git(ctx, "", "rev-parse", "--verify", "--quiet", commits+name)
		r.commits[name] = strings.TrimSpace(out)
	}
	return r.commits[name]
}

// make makes the repository in the cache, if there is none, or only a part that a run made which was killed.
// Nobody else may write to it. id is a commit, which tells the hash.
func (r *repository) make(ctx context.Context, id string) error {
	if err := os.MkdirAll(r.dir, 0o700); err != nil || r.has("objects/info") { // The last that git init makes.
		return err
	}
	format := "--object-format=sha1"
	if len(id) == 64 {
		format = "--object-format=sha256"
	}
	_, err := r.run(ctx, program.Command{Args: []string{"init", "--quiet", "--bare", "--template=", format, "."}})
	return err
}

// unlock takes away git's own locks: whoever had them was killed. One that stays stops git, which says so.
func (r *repository) unlock() {
	for _, depth := range []string{"", "refs/*/", "refs/*/*/"} {
		left, _ := filepath.Glob(filepath.Join(r.dir, depth, "*.lock"))
		for _, name := range left {
			_ = os.Remove(name)
		}
	}
}

// noFiles has git leave out what is in files.
const noFiles = "--filter=blob:none"

// fetched makes sure that the cache has commits of full names, which may be those of tags, and gives
// the first. Those that are not there are fetched together, without files.
func (r *repository) fetched(ctx context.Context, names ...string) (commit string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	missing := func() ([]string, error) {
		absent := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return r.cachedCommit(ctx, name) != "" })
		if len(absent) > 0 && !isFull(absent[0]) {
			return nil, r.noRef(absent[0])
		}
		return absent, nil
	}
	err = r.complete(ctx, names[0], missing, func(names []string) error { return r.fetch(ctx, names) })
	return r.cachedCommit(ctx, names[0]), err
}

// complete fetches what is missing of a commit, while no other process fetches from the repository.
func (r *repository) complete(ctx context.Context, commit string, missing func() ([]string, error), fetch func(names []string) error) error {
	names, err := missing()
	switch {
	case err != nil || len(names) == 0:
		return err
	case r.Offline:
		return r.offline("commit " + commit)
	}
	return r.locked(ctx, r.name+".lock", func() error {
		r.unlock()
		// Somebody else may have fetched it meanwhile.
		if names, err = missing(); err != nil || len(names) == 0 {
			return err
		}
		return fetch(names)
	})
}

// fetch fetches commits: alone, else with all that the repository has.
func (r *repository) fetch(ctx context.Context, names []string) error {
	err := r.make(ctx, names[0])
	switch {
	case git.Code(err) == git.BadUsage:
		return r.unreachable(err)
	case err != nil:
		return r.unwritable(err)
	}
	if !r.has(whole) {
		r.progress("fetching " + names[0][:12] + " from " + r.shown)
		err = r.fetchFrom(ctx, "", append([]string{"--depth=1", noFiles, "origin"}, names...)...)
		switch {
		case git.Code(err) < 0:
			return r.unreachable(err)
		case err != nil && says(err.Error(), "not our ref"):
			return r.gone(names[0])
		}
	}
	if err == nil && r.record(ctx, names) == nil {
		return nil
	}
	if err = r.fetchAll(ctx); err == nil && r.record(ctx, names) != nil {
		err = r.gone(names[0])
	}
	return err
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
			_, _ = r.git(ctx, "", "config", "--unset-all", set) // It fails where nothing is set.
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

// part is a directory of a commit.
type part struct{ commit, dir string }

// Fetch fetches versions of packages that are going to be read, whose refs are commits: what is needed of
// one repository together. What goes wrong is told where a version is read.
func (c *Cache) Fetch(ctx context.Context, all []Location) {
	parts := map[*repository][]part{}
	for _, at := range all {
		s, err := c.source(at)
		if r, is := s.(*repository); is && err == nil { // Each chart is fetched by itself.
			parts[r] = append(parts[r], part{at.Ref, relative(at.Directory)})
		}
	}
	repositories := slices.Collect(maps.Keys(parts))
	parallel.Each(len(repositories), func(i int) {
		r, names := repositories[i], map[string]bool{}
		for _, p := range parts[r] {
			names[p.commit] = true
		}
		if _, err := r.fetched(ctx, slices.Collect(maps.Keys(names))...); err == nil {
			_ = r.fetchFiles(ctx, parts[r]...)
		}
	})
}

// fetchFiles fetches the files of directories of commits that are not there yet.
func (r *repository) fetchFiles(ctx context.Context, parts ...part) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	parts = slices.DeleteFunc(slices.Clone(parts), func(p part) bool { return r.here[p] })
	if len(parts) == 0 {
		return nil
	}
	missing := func() ([]string, error) { return r.missing(ctx, parts) }
	err := r.complete(ctx, parts[0].commit, missing, func(ids []string) error { return r.fetchMissing(ctx, ids) })
	for _, p := range parts {
		r.here[p] = err == nil
	}
	return r.unreadable(err)
}

// fetchMissing fetches files, or all that the repository has, where the server gives no single ones.
func (r *repository) fetchMissing(ctx context.Context, ids []string) error {
	err := r.fetchFrom(ctx, strings.Join(ids, "\n"), noFiles, "--stdin", "origin")
	switch code := git.Code(err); {
	case code > 0:
		return r.fetchAll(ctx)
	case code < 0:
		return r.unreachable(err)
	}
	return nil
}

// missing are the names of files that the cache does not have.
func (r *repository) missing(ctx context.Context, parts []part) ([]string, error) {
	dirs := map[string]string{}
	for _, p := range parts {
		dirs[p.commit] += p.dir + "\n"
	}
	ids := map[string]bool{}
	for commit, of := range dirs {
		out, err := r.git(ctx, commit+"\n--\n"+of, "rev-list", "--objects", "--no-walk", "--missing=print", "--no-object-names", "--stdin")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(out) {
			if id, is := strings.CutPrefix(line, "?"); is {
				ids[strings.TrimSpace(id)] = true
			}
		}
	}
	return slices.Collect(maps.Keys(ids)), nil
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

// record says that the cache has commits, by the names that were asked for.
func (r *repository) record(ctx context.Context, names []string) error {
	var refs strings.Builder
	for _, name := range names {
		fmt.Fprintf(&refs, "update %s%s %s^{commit}\n", commits, name, name)
	}
	_, err := r.git(ctx, refs.String(), "update-ref", "--stdin")
	return err
}
