package helm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/filelock"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/program"
)

// Options say how charts are had.
type Options struct {
	// Dir is the directory of the cache, "" for that of the user.
	Dir string
	// Offline: only what is in the cache.
	Offline bool
	// Timeout is how long one run of helm may take, 0 for any time.
	Timeout time.Duration
	// Progress is told in a few words what takes its time, nil for nothing. It may be
	// called by several goroutines at once.
	Progress func(string)
}

// Cache has charts, and keeps what it has fetched. It is safe for concurrent use, and so is its
// directory by several processes at once. What a repository lists, and what a version is in a
// registry, is asked once in its life.
type Cache struct {
	options      Options
	mu           sync.Mutex
	repositories map[string]*repository
	references   map[Chart]*reference
	known        []listed
	listed       bool
}

// Open gives a cache. It writes nothing yet.
func Open(options Options) (*Cache, error) {
	if options.Dir == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("no directory for charts that are fetched: %w; set HOME or XDG_CACHE_HOME", err)
		}
		options.Dir = filepath.Join(dir, "krm-merge", "helm")
	}
	dir, err := filepath.Abs(options.Dir)
	options.Dir = dir
	return &Cache{options: options, repositories: map[string]*repository{}, references: map[Chart]*reference{}}, err
}

// Versions are the versions of a chart, in no order: of a repository all that its index lists.
// helm lists none of a registry but finds the newest of a range: then they are the newest
// release, the newest of all, and the newest with the major and with the minor version of near,
// a version or "". Tags that begin with a v it does not find: none are no error if near does so.
func (c *Cache) Versions(ctx context.Context, repo, name, near string) ([]Version, error) {
	chart := Chart{Repo: repo, Name: name}
	if err := chart.Check(); err != nil {
		return nil, err
	}
	if IsOCI(repo) {
		return c.found(ctx, chart, near)
	}
	r, err := c.index(ctx, chart)
	if err != nil {
		return nil, err
	}
	if len(r.entries[name]) == 0 {
		return nil, r.noChart(chart)
	}
	return r.entries[name], nil
}

// Resolve gives a chart with its version as the repository writes it, and its digest, "" where
// an index has none. In a registry the chart is pulled for that. A range is an error: nobody
// chooses from it here.
func (c *Cache) Resolve(ctx context.Context, chart Chart) (Chart, error) {
	err := chart.Check()
	switch {
	case err != nil:
		return chart, err
	case IsOCI(chart.Repo):
		return c.resolved(ctx, chart)
	}
	r, err := c.index(ctx, chart)
	if err != nil {
		return chart, err
	}
	return r.find(chart)
}

// Pull gives the files of a chart: those of its digest out of the cache, if they are there.
func (c *Cache) Pull(ctx context.Context, chart Chart) (*Archive, error) {
	if err := chart.Check(); err != nil {
		return nil, err
	}
	data, ok := c.archive(chart.Digest)
	if !ok {
		var err error
		digest := chart.Digest
		if chart, err = c.Resolve(ctx, chart); err != nil {
			return nil, err
		}
		if digest != "" && chart.Digest != "" && digest != chart.Digest {
			return nil, changed(chart, digest, chart.Digest)
		}
		if data, ok = c.archive(chart.Digest); !ok {
			if data, err = c.download(ctx, chart); err != nil {
				return nil, err
			}
		}
		if chart.Digest = digestOf(data); digest != "" && digest != chart.Digest {
			return nil, changed(chart, digest, chart.Digest)
		}
	}
	a, err := unpacked(data)
	if err != nil {
		return nil, failed(BadChart, chart, "its archive "+err.Error(), "")
	}
	a.Digest = digestOf(data)
	return a, nil
}

// changed is the error for an archive that is not the one that it must be.
func changed(c Chart, want, got string) error {
	return failed(Changed, c, fmt.Sprintf("is not what it must be: its archive has the digest sha256:%.12s…, not sha256:%.12s…", got, want),
		"the version was published again, or somebody else answers for the repository; if you trust what is there now, take it anew with krm-merge get")
}

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// archive gives the archive of a digest, if the cache has it.
func (c *Cache) archive(digest string) ([]byte, bool) {
	if len(digest) != 2*sha256.Size || strings.Trim(digest, "0123456789abcdef") != "" {
		return nil, false
	}
	data, err := bounded.ReadFile(os.OpenFile, c.path("charts", digest+".tgz"))
	return data, err == nil && digestOf(data) == digest
}

// keep writes a file of the cache.
func (c *Cache) keep(chart Chart, file string, data []byte) error {
	err := os.MkdirAll(filepath.Dir(file), 0o700)
	if err == nil {
		err = git.WriteFile(file, data, 0o600)
	}
	if err != nil {
		return c.unwritable(chart, err)
	}
	return nil
}

func (c *Cache) unwritable(chart Chart, err error) error {
	return &Error{NoCache, chart, "the cache cannot be written: " + err.Error(), "set XDG_CACHE_HOME to a directory that can be written", err}
}

func (c *Cache) path(names ...string) string {
	return filepath.Join(append([]string{c.options.Dir}, names...)...)
}

// nameOf is what something is called in the cache.
func nameOf(address string) string { return digestOf([]byte(address))[:32] }

func (c *Cache) progress(said string) {
	if c.options.Progress != nil {
		c.options.Progress(said)
	}
}

func offline(c Chart, what string) error {
	return failed(Offline, c, what+" is not in the cache", "run once without --offline")
}

// run runs helm with variables besides those of this process.
func (c *Cache) run(ctx context.Context, env []string, args ...string) (out, said string, err error) {
	of := make([]string, 0, len(env))
	for _, entry := range os.Environ() {
		// What it writes besides would be taken for the reason of a failure.
		if !strings.HasPrefix(entry, "HELM_DEBUG=") {
			of = append(of, entry)
		}
	}
	const most = 16 << 20
	return program.Command{Name: "helm", Args: args, Dir: os.TempDir(), Env: append(of, env...), Timeout: c.options.Timeout, Most: most}.Run(ctx)
}

// pull has helm fetch the archive of a chart, which it knows by a reference and a version.
func (c *Cache) pull(ctx context.Context, chart Chart, env []string, ref, version string, flags ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "krm-merge-helm-*")
	if err != nil {
		return nil, &Error{NoCache, chart, "no directory for what helm fetches: " + err.Error(), "", err}
	}
	defer func() { _ = os.RemoveAll(dir) }()
	c.progress("fetching " + chart.String())
	_, said, err := c.run(ctx, env, append([]string{"pull", ref, "--version=" + version, "--destination=" + dir}, flags...)...)
	if err != nil {
		if contains(said, "not found", "no chart version found", "could not locate a version", "unable to locate any tags") && !contains(said, "no such host") {
			advice := ""
			if contains(said, "unable to locate any tags") {
				advice = "if its tags begin with a v, which helm does not list, name the version"
			}
			return nil, &Error{NoChart, chart, "is not there: helm pull: " + shortened(said), advice, err}
		}
		return nil, unreachable(chart, "helm pull", said, err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(names) != 1 {
		return nil, failed(Unreachable, chart, fmt.Sprintf("helm pull gave %d files", len(names)), "")
	}
	data, err := bounded.ReadFile(os.OpenFile, names[0])
	if err != nil {
		return nil, &Error{BadChart, chart, "its archive cannot be read: " + err.Error(), "", err}
	}
	return data, c.keep(chart, c.path("charts", digestOf(data)+".tgz"), data)
}

// locked does something while no other process uses the directory that helm has for a
// repository. What is waited for is bounded by as much time as a run of helm.
func (c *Cache) locked(ctx context.Context, chart Chart, dir string, do func() error) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return c.unwritable(chart, err)
	}
	waiting := ctx
	if c.options.Timeout > 0 {
		var cancel context.CancelFunc
		waiting, cancel = context.WithTimeout(ctx, c.options.Timeout)
		defer cancel()
	}
	release, err := filelock.Take(waiting, dir+".lock")
	switch {
	case err != nil && waiting.Err() != nil:
		return &Error{NoCache, chart, "another krm-merge reads the repository: " + err.Error(), "try again, or give it more time with KRM_MERGE_TIMEOUT=30m", err}
	case err != nil:
		return c.unwritable(chart, err)
	}
	defer release()
	return do()
}

// remembered reads a file of the cache that holds JSON. It reports whether it is there.
func remembered(file string, into any) bool {
	data, err := bounded.ReadFile(os.OpenFile, file)
	return err == nil && json.Unmarshal(data, into) == nil
}

// isMissing reports whether an error is that there is no such chart or version.
func isMissing(err error) bool {
	var known *Error
	return errors.As(err, &known) && known.Reason == NoChart
}
