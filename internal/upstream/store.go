package upstream

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/git"
)

// store is a bare repository in the cache. Its refs say which commits are whole in it, but
// for files in a partial one; they stay for ever, so that nothing that was read is lost.
type store struct {
	git.Session
	url string
	// partial: single commits without those before them, and only the files that
	// somebody asked for.
	partial bool
	sha256  bool
}

// commits is where the refs for commits are.
const commits = "refs/commits/"

// stores are where the repository is kept: by commit, and whole for what servers do not
// give by commit. id is a commit, which tells the hash, as far as branches do not.
func (r *repository) stores(id string) []*store {
	sha256 := len(id) == 64
	if r.refs != nil {
		for _, commit := range r.refs.heads {
			sha256 = len(commit) == 64
		}
	}
	dir := r.key()
	if sha256 {
		dir += "-sha256"
	}
	return []*store{
		{Session: r.session(dir + ".git"), url: r.url, partial: true, sha256: sha256},
		{Session: r.session(dir + "-whole.git"), url: r.url, sha256: sha256},
	}
}

// git runs git on the store. There is no address in its configuration, so that nothing is
// fetched but by fetch.
func (s *store) git(ctx context.Context, stdin string, args ...string) (string, error) {
	return s.Run(ctx, stdin, append([]string{"--git-dir=.", "--literal-pathspecs"}, args...)...)
}

func (s *store) line(ctx context.Context, args ...string) (string, error) {
	out, err := s.git(ctx, "", args...)
	return strings.TrimSuffix(out, "\n"), err
}

// exists reports whether the store was made.
func (s *store) exists() bool {
	_, err := os.Stat(filepath.Join(s.Dir, "config"))
	return err == nil
}

// has gives the commit of a full name if the store has it, else "".
func (s *store) has(ctx context.Context, name string) string {
	if !s.exists() {
		return ""
	}
	commit, err := s.line(ctx, "rev-parse", "--verify", "--quiet", commits+name)
	if err != nil {
		return ""
	}
	return commit
}

// commits are the names of those that the store has.
func (s *store) commits(ctx context.Context) []string {
	if !s.exists() {
		return nil
	}
	out, _ := s.line(ctx, "for-each-ref", "--format=%(objectname)", commits)
	return strings.Fields(out)
}

// make makes the store if it is not there yet, and takes away what a run that was killed
// may have left in it. Nobody else may write to it.
func (s *store) make(ctx context.Context) error {
	if s.exists() {
		return s.unlock()
	}
	parent := filepath.Dir(s.Dir)
	dir, err := os.MkdirTemp(parent, ".new-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	format := "--object-format=sha1"
	if s.sha256 {
		format = "--object-format=sha256"
	}
	made := &store{Session: s.Session}
	made.Dir = dir
	config := [][2]string{{"gc.auto", "0"}, {"maintenance.auto", "false"}, {"core.hooksPath", os.DevNull}}
	if s.partial {
		config = append(config, [][2]string{{"core.repositoryFormatVersion", "1"}, {"extensions.partialClone", "origin"},
			{"remote.origin.promisor", "true"}, {"remote.origin.partialCloneFilter", "blob:none"}}...)
	}
	_, err = made.Run(ctx, "", "init", "--quiet", "--bare", "--template=", format, ".")
	for _, set := range config {
		if err == nil {
			_, err = made.git(ctx, "", "config", set[0], set[1])
		}
	}
	if err == nil {
		err = os.Rename(dir, s.Dir)
	}
	return err
}

// unlock takes away git's own locks: whoever had them was killed.
func (s *store) unlock() error {
	left, err := filepath.Glob(filepath.Join(s.Dir, "*.lock"))
	for _, depth := range []string{"*", "*/*"} {
		more, _ := filepath.Glob(filepath.Join(s.Dir, "refs", depth+".lock"))
		left = append(left, more...)
	}
	for _, name := range left {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}

// fetch fetches from upstream. It is the only one that talks to it.
func (s *store) fetch(ctx context.Context, stdin string, args ...string) error {
	// Where single files are asked for, a commit that is there must not stand for its files.
	negotiation := "fetch.negotiationAlgorithm=default"
	if stdin != "" {
		negotiation = "fetch.negotiationAlgorithm=noop"
	}
	config := []string{"-c", "remote.origin.url=" + s.url, "-c", negotiation}
	if isPath(s.url) {
		// The server is ours, so it can do all.
		config = append(config, "-c", "remote.origin.uploadPack=git -c uploadpack.allowFilter=true -c uploadpack.allowAnySHA1InWant=true upload-pack")
	}
	_, err := s.git(ctx, stdin, append(append(config, "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"), args...)...)
	return err
}

// record says that the store has a commit, also by the name of a tag that was asked for.
func (s *store) record(ctx context.Context, name string) (string, error) {
	commit, err := s.line(ctx, "rev-parse", "--verify", "--quiet", name+"^{commit}")
	for _, known := range slices.Compact([]string{commit, name}) {
		if err == nil && isFull(known) {
			_, err = s.git(ctx, "", "update-ref", commits+known, commit)
		}
	}
	return commit, err
}

// fetched gives the store that has a commit, and its full name. The commit is fetched if
// none has it.
func (r *repository) fetched(ctx context.Context, name string) (s *store, commit string, err error) {
	if strings.HasPrefix(name, "-") {
		return nil, "", r.noRef(name)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	has := func() bool {
		for _, s = range r.stores(name) {
			if commit = s.has(ctx, name); commit != "" {
				return true
			}
		}
		return false
	}
	if has() {
		return s, commit, nil
	}
	if r.cache.options.Offline {
		return nil, "", r.offline("commit " + name)
	}
	err = r.locked(ctx, func() (err error) {
		if !has() {
			s, commit, err = r.fetch(ctx, name)
		}
		return err
	})
	return s, commit, err
}

// fetch fetches a commit: alone, else as the tip of a branch or tag, else with all that
// the repository has.
func (r *repository) fetch(ctx context.Context, name string) (*store, string, error) {
	stores := r.stores(name)
	alone, whole := stores[0], stores[1]
	if isFull(name) {
		r.cache.progress("fetching " + name[:12] + " from " + redacted(r.url))
		commit, err := r.fetchAlone(ctx, alone, name)
		if err != nil || commit != "" {
			return alone, commit, err
		}
	}
	return r.fetchAll(ctx, whole, name)
}

// fetchAll fetches all that the repository has.
func (r *repository) fetchAll(ctx context.Context, s *store, name string) (*store, string, error) {
	r.cache.progress("fetching all of " + redacted(r.url))
	if err := s.make(ctx); err != nil {
		return nil, "", r.unwritable(err)
	}
	if err := s.fetch(ctx, "", "--prune", "--update-shallow", "origin", "+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"); err != nil {
		return nil, "", failed(r.url, err)
	}
	commit, err := s.record(ctx, name)
	switch {
	case err == nil:
		return s, commit, nil
	case isFull(name):
		return nil, "", r.gone(name)
	}
	return nil, "", r.noRef(name)
}

// fetchAlone fetches a commit without what is before it; "" if the server does not give
// it.
func (r *repository) fetchAlone(ctx context.Context, s *store, name string) (string, error) {
	if err := s.make(ctx); err != nil {
		return "", r.unwritable(err)
	}
	wanted := []string{name}
	if l, err := r.listed(ctx, false); err != nil {
		return "", err
	} else if ref := l.tip(name); ref != "" {
		wanted = append(wanted, ref)
	}
	for _, want := range wanted {
		err := s.fetch(ctx, "", "--depth=1", "--filter=blob:none", "origin", want)
		var refused *git.Error
		switch {
		case err == nil:
			if commit, missing := s.record(ctx, name); missing == nil {
				return commit, nil
			}
		case !errors.As(err, &refused):
			return "", failed(r.url, err)
		case strings.Contains(refused.Said, "not our ref"):
			return "", r.gone(name)
		}
	}
	return "", nil
}

// tip is a branch or tag that is a commit now, "" for none.
func (l *listing) tip(commit string) string {
	for _, at := range []struct {
		prefix string
		refs   map[string]string
	}{{"refs/heads/", l.heads}, {"refs/tags/", l.tags}} {
		for name, is := range at.refs {
			if is == commit {
				return at.prefix + name
			}
		}
	}
	return ""
}

func (r *repository) gone(commit string) error {
	return &Error{Reason: Gone, Repo: redacted(r.url), Problem: "does not have commit " + commit + " any more",
		Advice: "its history was rewritten; name a directory that has this version with --original DIR"}
}

// files fetches the files of a commit below some paths that are not there yet. It gives
// the store that has them: the one with the whole repository, where the server gives no
// single files.
func (r *repository) files(ctx context.Context, s *store, commit string, paths []string) (*store, error) {
	if !s.partial {
		return s, nil
	}
	missing, err := s.missing(ctx, commit, paths)
	if err != nil || missing == "" {
		return s, err
	}
	whole := r.stores(commit)[1]
	if whole.has(ctx, commit) != "" {
		return whole, nil
	}
	if r.cache.options.Offline {
		return nil, r.offline("commit " + commit)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	err = r.locked(ctx, func() error {
		if err = s.unlock(); err != nil {
			return r.unwritable(err)
		}
		if missing, err = s.missing(ctx, commit, paths); err != nil || missing == "" {
			return err
		}
		err = s.fetch(ctx, missing, "--filter=blob:none", "--stdin", "origin")
		var refused *git.Error
		switch {
		case errors.As(err, &refused):
			s, _, err = r.fetchAll(ctx, whole, commit)
		case err != nil:
			err = failed(r.url, err)
		}
		return err
	})
	return s, err
}

// missing are the names of the files below some paths that a partial store does not have,
// a line each.
func (s *store) missing(ctx context.Context, commit string, paths []string) (string, error) {
	out, err := s.git(ctx, "", append([]string{"rev-list", "--objects", "--no-walk", "--missing=print", "--no-object-names", commit, "--"}, paths...)...)
	var ids strings.Builder
	for line := range strings.Lines(out) {
		if id, is := strings.CutPrefix(line, "?"); is {
			ids.WriteString(id)
		}
	}
	return ids.String(), err
}
