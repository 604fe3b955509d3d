package upstream

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/filelock"
	"github.com/krm-merge/krm-merge/internal/git"
)

// Options say how repositories are read.
type Options struct {
	// Dir is the directory of the cache, "" for that of the user.
	Dir string
	// Offline: only what is in the cache.
	Offline bool
	// Timeout is how long one run of git or helm may take, 0 for any time.
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
	Options
	// helm is the directory of what helm fetches: archives by their digests, and what repositories list.
	helm string
	// added are the repositories that the user has added to helm, which lists them once: name and address,
	// without credentials. Without helm there are none.
	added func() []struct{ Name, URL string }
	// answers are what repositories and registries said of what they have, by the files that keep it.
	answers sync.Map
	mu      sync.Mutex
	repos   map[string]*repository
}

// Open gives a cache. It writes nothing yet.
func Open(options Options) (*Cache, error) {
	if options.Dir == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return nil, &Error{Problem: "no directory for what is fetched: " + err.Error(), Advice: "set HOME or XDG_CACHE_HOME", Err: err}
		}
		options.Dir = filepath.Join(dir, "krm-merge", "git")
	}
	options.Dir = absolute(options.Dir)
	c := &Cache{Options: options, helm: filepath.Join(filepath.Dir(options.Dir), "helm"), repos: map[string]*repository{}}
	c.added = sync.OnceValue(c.askAdded)
	return c, nil
}

// origin is what packages are from, with the cache.
type origin struct {
	*Cache
	// shown is what errors call it, without credentials.
	shown string
}

// repository is one upstream, and what the cache has of it: a bare repository whose refs say
// which commits are whole in it, but for files that nobody asked for. They stay for ever, so
// that nothing that was read is lost.
type repository struct {
	origin
	// url is what git knows it by.
	url string
	// name is the path of its files in the cache, but for how they end; dir is the bare repository.
	name, dir string
	// mu is held while it is fetched from.
	mu sync.Mutex
	// commits are those that are known to be in the cache, by the names that were asked for.
	commits map[string]string
	// here has all its files in the cache.
	here map[part]bool
}

// repository gives one upstream, the same for the same address.
func (c *Cache) repository(repo string) (*repository, error) {
	switch {
	case repo == "" || repo[0] == '-' || !mayBeGit(repo):
		return nil, &Error{Repo: withoutCredentials(repo), Problem: "not the address of a git repository"}
	case !strings.Contains(repo, "://") && !scpLike(repo):
		repo = absolute(repo)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.repos[repo]
	if r == nil {
		name := filepath.Join(c.Dir, nameOf(repo))
		r = &repository{origin: origin{c, withoutCredentials(repo)}, url: repo, name: name, dir: name + ".git", commits: map[string]string{}, here: map[part]bool{}}
		c.repos[repo] = r
	}
	return r, nil
}

// absolute is an absolute path, the path itself where the working directory is gone, so that nothing lies there.
func absolute(name string) string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	return abs
}

// nameOf is what a repository is called in the cache: by its name for people who look, by a
// hash of its address for us.
func nameOf(url string) string {
	name := regexp.MustCompile(`[^\w-]`).ReplaceAllString(path.Base(filepath.ToSlash(withoutCredentials(url))), "-")
	return name[:min(len(name), 40)] + "-" + digestOf([]byte(url))[:16]
}

func digestOf(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// asked is what somebody says of what there is, who is asked for that once, also if that fails. A file of the cache
// keeps it, as what holds offline; one that cannot be written tells when something is fetched.
func asked[T any](o *origin, kept, what string, ask func() (T, error)) (T, error) {
	answer, _ := o.answers.LoadOrStore(kept, sync.OnceValues(func() (said T, err error) {
		if o.Offline {
			data, missing := bounded.ReadFile(os.OpenFile, kept)
			if missing != nil || json.Unmarshal(data, &said) != nil {
				err = o.offline(what)
			}
			return said, err
		}
		if said, err = ask(); err == nil {
			data, _ := json.Marshal(said) // They are texts.
			_ = o.keep(kept, data)
		}
		return said, err
	}))
	return answer.(func() (T, error))()
}

// keep writes a file of the cache.
func (o *origin) keep(file string, data []byte) error {
	err := os.MkdirAll(filepath.Dir(file), 0o700)
	if err == nil {
		err = git.WriteFile(file, data, 0o600)
	}
	if err != nil {
		return o.unwritable(err)
	}
	return nil
}

func (o *origin) progress(said string) {
	if o.Progress != nil {
		o.Progress(said)
	}
}

// locked does something while no other process has a lock, which is a file of the cache. What is waited for
// is bounded by as much time as a run of git or helm; what is done then counts anew.
func (o *origin) locked(ctx context.Context, lock string, do func() error) error {
	if err := os.MkdirAll(filepath.Dir(lock), 0o700); err != nil {
		return o.unwritable(err)
	}
	if o.Timeout > 0 {
		waiting, cancel := context.WithTimeout(ctx, o.Timeout)
		defer cancel()
		ctx = waiting
	}
	release, err := filelock.Take(ctx, lock)
	switch {
	case ctx.Err() != nil && err != nil:
		return o.failed(Unavailable, ctx.Err(), "another krm-merge reads it: "+ctx.Err().Error(), moreTime)
	case err != nil:
		return o.unwritable(err)
	}
	defer release()
	return do()
}
