package upstream

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/krm-merge/krm-merge/internal/filelock"
	"github.com/krm-merge/krm-merge/internal/git"
)

// Options say how repositories are read.
type Options struct {
	// Dir is the directory of the cache, "" for that of the user.
	Dir string
	// Offline: only what is in the cache.
	Offline bool
	// Timeout is how long one run of git may take, 0 for any time.
	Timeout time.Duration
	// Terminal: git may ask people for credentials.
	Terminal bool
	// Progress is told in a few words what takes its time, nil for nothing. It may be
	// called by several goroutines at once.
	Progress func(string)
}

// Cache reads repositories, and keeps what it has fetched. It is safe for concurrent use,
// and so is its directory by several processes at once. What a repository has is asked
// once in its life.
type Cache struct {
	options Options
	mu      sync.Mutex
	repos   map[string]*repository
}

// Open gives a cache. It writes nothing yet.
func Open(options Options) (*Cache, error) {
	if options.Dir == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return nil, &Error{Reason: NoCache, Problem: "no directory for what is fetched: " + err.Error(), Advice: "set HOME or XDG_CACHE_HOME", Err: err}
		}
		options.Dir = filepath.Join(dir, "krm-merge", "git")
	}
	dir, err := filepath.Abs(options.Dir)
	options.Dir = dir
	return &Cache{options: options, repos: map[string]*repository{}}, err
}

func (c *Cache) progress(said string) {
	if c.options.Progress != nil {
		c.options.Progress(said)
	}
}

// repository is one upstream.
type repository struct {
	cache *Cache
	// url is what git knows it by.
	url string
	// mu is held while it is asked or fetched from.
	mu   sync.Mutex
	refs *listing
}

// repository gives one upstream, the same for the same address.
func (c *Cache) repository(repo string) (*repository, error) {
	var err error
	switch {
	case repo == "" || repo[0] == '-':
		return nil, &Error{Reason: Unreachable, Repo: repo, Problem: "not the address of a git repository"}
	case notGit(repo) != "":
		return nil, &Error{Reason: Unreachable, Repo: redacted(repo), Problem: "is " + notGit(repo) + ", not a git repository"}
	case !strings.Contains(repo, "://") && !scpLike(repo):
		if repo, err = filepath.Abs(repo); err != nil {
			return nil, err
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.repos[repo]
	if r == nil {
		r = &repository{cache: c, url: repo}
		c.repos[repo] = r
	}
	return r, nil
}

// key is what the files of the repository in the cache are called: by its name for people
// who look, by a hash of its address for us.
func (r *repository) key() string {
	name := strings.Map(func(c rune) rune {
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' {
			return c
		}
		return '-'
	}, path.Base(filepath.ToSlash(redacted(r.url))))
	sum := sha256.Sum256([]byte(r.url))
	return filepath.Join(r.cache.options.Dir, name[:min(len(name), 40)]+"-"+hex.EncodeToString(sum[:8]))
}

// session runs git in a directory.
func (r *repository) session(dir string) git.Session {
	o := r.cache.options
	return git.Session{Repository: git.Repository{Dir: dir}, Terminal: o.Terminal, Timeout: o.Timeout}
}

// unwritable is the error for a cache that cannot be written.
func (r *repository) unwritable(err error) error {
	if git.Code(err) == git.BadUsage {
		return failed(r.url, err)
	}
	var known *fs.PathError
	problem := err.Error()
	if errors.As(err, &known) {
		problem = known.Path + ": " + known.Err.Error()
	}
	return &Error{Reason: NoCache, Repo: redacted(r.url), Problem: "the cache cannot be written: " + problem,
		Advice: "set XDG_CACHE_HOME to a directory that can be written", Err: err}
}

// offline is the error for what is not in the cache.
func (r *repository) offline(what string) error {
	return &Error{Reason: Offline, Repo: redacted(r.url), Problem: what + " is not in the cache", Advice: "run once without --offline"}
}

// locked does something while no other process fetches from the repository.
func (r *repository) locked(ctx context.Context, do func() error) error {
	if err := os.MkdirAll(r.cache.options.Dir, 0o700); err != nil {
		return r.unwritable(err)
	}
	if t := r.cache.options.Timeout; t > 0 {
		// What is waited for is bounded by as much; what is done then counts anew.
		var cancel context.CancelFunc
		waiting, cancel := context.WithTimeout(ctx, t)
		defer cancel()
		ctx = waiting
	}
	told := time.AfterFunc(50*time.Millisecond, func() { r.cache.progress("waiting for another krm-merge that reads " + redacted(r.url)) })
	release, err := filelock.Take(ctx, r.key()+".lock")
	told.Stop()
	switch {
	case ctx.Err() != nil && err != nil:
		return &Error{Reason: NoCache, Repo: redacted(r.url), Problem: "another krm-merge reads it: " + ctx.Err().Error(), Advice: "try again, or give it more time with KRM_MERGE_TIMEOUT=30m", Err: ctx.Err()}
	case err != nil:
		return r.unwritable(err)
	}
	defer release()
	return do()
}
