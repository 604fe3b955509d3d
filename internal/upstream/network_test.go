package upstream_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/krm-merge/krm-merge/internal/gittest"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/need"
	"github.com/krm-merge/krm-merge/internal/upstream"
)

// TestServers: servers that can do all, or little, give the same; how much is fetched
// differs.
func TestServers(t *testing.T) {
	for _, s := range []struct {
		name   string
		config []string
		wrap   func(http.Handler) http.Handler
		// daemon: over git's own protocol; path: of this machine.
		daemon, path bool
		// whole: the old commit comes with all others. absent: files that nobody needs
		// are left out.
		whole, absent bool
	}{
		{name: "protocol 2, partial", config: []string{"uploadpack.allowFilter"}, absent: true},
		{name: "protocol 2"},
		{name: "protocol 0, partial, by commit", config: []string{"uploadpack.allowFilter", "uploadpack.allowAnySHA1InWant"}, wrap: oldProtocol, absent: true},
		{name: "protocol 0, partial", config: []string{"uploadpack.allowFilter"}, wrap: oldProtocol, whole: true},
		{name: "protocol 0", wrap: oldProtocol, whole: true},
		{name: "a path", path: true, absent: true},
		{name: "git daemon", config: []string{"uploadpack.allowFilter"}, daemon: true, absent: true},
	} {
		t.Run(s.name, func(t *testing.T) {
			if testing.Short() && (s.wrap != nil || len(s.config) == 0) && !s.daemon && !s.path {
				t.Skip("much as others")
			}
			r := newRepo(t)
			old := r.commit(map[string]string{"p/x": "1", "q/x": "q"})
			tagged := r.commit(map[string]string{"p/x": "2"})
			r.Git("tag", "-a", "-m", "t", "v1")
			tip := r.commit(map[string]string{"p/x": "3"})
			for _, key := range s.config {
				r.Git("config", key, "true")
			}
			url := r.Dir
			switch {
			case s.daemon:
				url = newDaemon(r)
			case !s.path:
				url = newServer(r, s.wrap).url()
			}
			dir := t.TempDir()
			c := open(t, upstream.Options{Dir: dir})
			for ref, commit := range map[string]string{"main": tip, "v1": tagged, old: old} {
				if v := resolve(t, c, upstream.Location{Repo: url, Ref: ref}); v.Commit != commit {
					t.Errorf("%s: %+v", ref, v)
				}
			}
			for want, commit := range map[string]string{"x 1\n": old, "x 2\n": tagged, "x 3\n": tip} {
				if got := tree(t, c, url, commit, "p"); got != want {
					t.Errorf("%q, not %q", got, want)
				}
			}
			if changed, err := c.Changed(context.Background(), upstream.Location{Repo: url, Directory: "/"}, upstream.Revision{Commit: old}, upstream.Revision{Commit: tip}); len(changed) != 1 || err != nil {
				t.Errorf("%q, %v", changed, err)
			}
			whole, _ := filepath.Glob(filepath.Join(dir, "*.git", "whole"))
			if (len(whole) > 0) != s.whole {
				t.Errorf("the whole repository: %q", whole)
			}
			stores, _ := filepath.Glob(filepath.Join(dir, "*[0-9a-f].git"))
			missing := gittest.Repository{T: t, Dir: stores[0]}.Git("rev-list", "--objects", "--no-walk", "--missing=print", tip)
			if absent := strings.Contains(missing, "?"); absent != s.absent && !s.whole {
				t.Errorf("files are missing: %t", absent)
			}
		})
	}
}

// TestDumbServer: files over HTTP, without git.
func TestDumbServer(t *testing.T) {
	r := newRepo(t)
	old := r.commit(map[string]string{"p/x": "1"})
	r.commit(map[string]string{"p/x": "2"})
	r.Git("update-server-info")
	s := httptest.NewServer(http.FileServer(http.Dir(r.Dir)))
	defer s.Close()
	if got := tree(t, open(t, upstream.Options{}), s.URL+"/.git", old, "p"); got != "x 1\n" {
		t.Error(got)
	}
}

// TestShallowServer: a repository without its history has its tip.
func TestShallowServer(t *testing.T) {
	r := newRepo(t)
	old := r.commit(map[string]string{"p/x": "1"})
	tip := r.commit(map[string]string{"p/x": "2"})
	shallow := repo{gittest.Repository{T: t, Dir: filepath.Join(filepath.Dir(r.Dir), "shallow")}}
	r.Git("clone", "--quiet", "--bare", "--depth=1", "file://"+r.Dir, shallow.Dir)
	c, url := open(t, upstream.Options{}), newServer(shallow, nil).URL+"/shallow"
	if got := tree(t, c, url, resolve(t, c, upstream.Location{Repo: url}).Commit, "p"); got != "x 2\n" {
		t.Error(got, tip)
	}
	_, err := c.Tree(context.Background(), upstream.Location{Repo: url, Directory: "p"}, upstream.Revision{Commit: old})
	refused(t, err, upstream.Gone)
}

// TestCredentials: git asks nobody without a terminal; what it was given it uses, and it
// is shown nowhere.
func TestCredentials(t *testing.T) {
	r := newRepo(t)
	r.commit(map[string]string{"p/x": "1"})
	s := newServer(r, withPassword)
	at := upstream.Location{Repo: s.url()}
	_, err := open(t, upstream.Options{}).Resolve(context.Background(), at)
	refused(t, err, upstream.Unavailable, "give git credentials for it: ", "git ls-remote "+s.url())
	with := func(user string) upstream.Location {
		return upstream.Location{Repo: strings.Replace(s.url(), "http://", "http://"+user+"@", 1)}
	}
	_, err = open(t, upstream.Options{}).Resolve(context.Background(), with("u:wr0ng"))
	if refused(t, err, upstream.Unavailable, "Authentication failed"); strings.Contains(err.Error(), "wr0ng") {
		t.Error(err)
	}
	works := func(name string, at upstream.Location) {
		t.Helper()
		c := open(t, upstream.Options{Dir: t.TempDir()})
		if got := tree(t, c, at.Repo, resolve(t, c, at).Commit, "p"); got != "x 1\n" {
			t.Errorf("%s: %s", name, got)
		}
	}
	works("in the address", with("u:p4ss"))
	global(t, "[credential]\n\thelper = \"!f() { echo username=u; echo password=p4ss; }; f\"\n")
	works("a helper", at)
	if !need.Git(2, 31) {
		return
	}
	global(t, "")
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "http.extraHeader")
	t.Setenv("GIT_CONFIG_VALUE_0", "Authorization: Basic dTpwNHNz")
	works("a header", at)
}

// TestConfiguration: the user's settings of git count, those of a repository around the
// working directory do not.
func TestConfiguration(t *testing.T) {
	r := newRepo(t)
	commit := r.commit(map[string]string{"p/x": "1"})
	s := newServer(r, nil)
	global(t, "[url \""+s.URL+"/\"]\n\tinsteadOf = short:\n[http \"http://example.invalid\"]\n\tproxy = "+s.URL+"\n")
	t.Chdir(r.Dir)
	t.Setenv("GIT_DIR", filepath.Join(r.Dir, "none"))
	t.Setenv("GIT_INDEX_FILE", filepath.Join(r.Dir, "none"))
	for _, url := range []string{"short:up", "http://example.invalid/up", ".", "../up"} {
		if got := tree(t, open(t, upstream.Options{}), url, commit, "p"); got != "x 1\n" {
			t.Errorf("%s: %s", url, got)
		}
	}
}

// TestSSH: ssh asks nobody without a terminal.
func TestSSH(t *testing.T) {
	r := newRepo(t)
	r.commit(map[string]string{"p/x": "1"})
	bin := t.TempDir()
	log := filepath.Join(filepath.Dir(r.Dir), "ssh-log")
	script := "#!/bin/sh\necho asks by $SSH_ASKPASS $SSH_ASKPASS_REQUIRE >" + log + "\nfor last; do :; done\nexec sh -c \"$last\"\n"
	golden.Write(t, bin, map[string]string{"ssh (x)": script})
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("SSH_ASKPASS", "window")
	at := upstream.Location{Repo: "git@example.invalid:" + r.Dir}
	for _, terminal := range []bool{false, true} {
		if err := os.WriteFile(log, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		resolve(t, open(t, upstream.Options{Terminal: terminal}), at)
		said, err := os.ReadFile(log)
		if string(said) != map[bool]string{true: "asks by window\n", false: "asks by never\n"}[terminal] || err != nil {
			t.Errorf("terminal %t: %s, %v", terminal, said, err)
		}
	}
}

// TestRefused: who is not there, or does not want to, is an error in one line.
func TestRefused(t *testing.T) {
	r := newRepo(t)
	r.commit(nil)
	closed := newServer(r, nil)
	closed.Close()
	forbidden := newServer(r, func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "\x1b[31mno\nway", http.StatusForbidden)
		})
	})
	for url, want := range map[string]string{
		closed.url():                     "Failed to connect",
		forbidden.url():                  "403; give git credentials",
		newServer(r, nil).URL + "/none":  "not found",
		filepath.Join(r.Dir, "no where"): "does not appear to be a git repository; find out with: git ls-remote '",
		"--upload-pack=x":                "not the address of a git repository",
		"ext::sh -c 'touch x'":           "not the address of a git repository",
	} {
		_, err := open(t, upstream.Options{}).Resolve(context.Background(), upstream.Location{Repo: url})
		if refused(t, err, upstream.Unavailable, want); strings.ContainsAny(err.Error(), "\x1b\n") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// TestNoGit: git that is not there is an error that says what to do.
func TestNoGit(t *testing.T) {
	gittest.Isolate(t)
	t.Setenv("PATH", t.TempDir())
	_, err := open(t, upstream.Options{}).Resolve(context.Background(), upstream.Location{Repo: "https://example.invalid/r"})
	refused(t, err, upstream.Unavailable, "git is not installed, or not in the path; install it")
}

// TestOldGit: a git that does not know an option is an error that says which one is needed.
func TestOldGit(t *testing.T) {
	r := newRepo(t)
	commit := r.commit(map[string]string{"p/x": "1"})
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, option := range []string{"--object-format", "--no-write-fetch-head"} {
		script := "#!/bin/sh\nfor a; do case $a in " + option + "*) echo \"error: unknown option \\`$a'\" >&2; echo 'usage: git' >&2; exit 129;; esac; done\nexec " + git + " \"$@\"\n"
		golden.Write(t, bin, map[string]string{"git (x)": script})
		_, err = open(t, upstream.Options{Dir: t.TempDir()}).Tree(context.Background(), upstream.Location{Repo: r.Dir, Directory: "p"}, upstream.Revision{Commit: commit})
		refused(t, err, upstream.Unavailable, "unknown option `"+option, "'; krm-merge needs git 2.30 or newer, and 2.36 for servers that give no single commits")
	}
}

// TestHanging: a server that says nothing is left when the time is over, or the user has
// enough; git and what it started are gone then.
func TestHanging(t *testing.T) {
	for _, where := range []string{"/info/refs", "/git-upload-pack"} {
		t.Run(where, func(t *testing.T) {
			r := newRepo(t)
			commit := r.commit(map[string]string{"x": "1"})
			asked, left := make(chan struct{}, 9), make(chan struct{}, 9)
			s := newServer(r, func(h http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
					if !strings.HasSuffix(req.URL.Path, where) {
						h.ServeHTTP(w, req)
						return
					}
					// Before the body is read nothing is known of the other side.
					_, _ = req.Body.Read(make([]byte, 1<<16))
					asked <- struct{}{}
					<-req.Context().Done()
					left <- struct{}{}
				})
			})
			c := open(t, upstream.Options{Timeout: time.Second})
			_, err := c.Tree(context.Background(), upstream.Location{Repo: s.url(), Directory: "/"}, upstream.Revision{Commit: commit})
			if refused(t, err, upstream.Unavailable, "took longer than 1s; try again, or give it more time with KRM_MERGE_TIMEOUT=30m"); !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
			select {
			case <-asked:
				<-left
			default:
				t.Log("the machine is so slow that git did not get to the server")
			}
			ctx, cancel := context.WithCancel(context.Background())
			go func() {
				<-asked
				cancel()
			}()
			_, err = open(t, upstream.Options{}).Tree(ctx, upstream.Location{Repo: s.url(), Directory: "/"}, upstream.Revision{Commit: commit})
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			<-left
		})
	}
}

// TestTogether: many at once, in one process and in several, fetch once and get all.
func TestTogether(t *testing.T) {
	r := newRepo(t)
	r.Git("config", "uploadpack.allowFilter", "true")
	files := map[string]string{}
	for _, dir := range strings.Split("abcdefghijkl", "") {
		files[dir+"/x"] = dir
	}
	r.commit(nil)
	commit := r.commit(files)
	s := newServer(r, nil)
	var parts []upstream.Location
	for dir := range files {
		parts = append(parts, upstream.Location{Repo: s.url(), Directory: filepath.Dir(dir), Ref: commit})
	}
	// Locks are held by open files: two caches are as two processes.
	caches := []*upstream.Cache{open(t, upstream.Options{}), open(t, upstream.Options{})}
	var all sync.WaitGroup
	for _, c := range caches {
		for dir := range files {
			all.Go(func() {
				c.Fetch(context.Background(), parts)
				v, err := c.Resolve(context.Background(), upstream.Location{Repo: s.url(), Ref: "main"})
				if v.Commit != commit || err != nil {
					t.Errorf("%+v, %v", v, err)
				}
				if got := tree(t, c, s.url(), commit, filepath.Dir(dir)); got != "x "+filepath.Dir(dir)+"\n" {
					t.Error(got)
				}
			})
		}
	}
	all.Wait()
	// One for each cache, one for the commit and one for its files.
	if n, most := s.count("GET /up/info/refs"), 2+2; n > most {
		t.Errorf("the server was asked %d times, not %d", n, most)
	}
}

// TestFetch: two versions of several packages are fetched together, the commits and then the files without the rest. A commit that is gone keeps no other from coming.
func TestFetch(t *testing.T) {
	for _, packages := range []int{6, 2} {
		r, dir := newRepo(t), t.TempDir()
		r.Git("config", "uploadpack.allowFilter", "true")
		files := map[string]string{"others/x": "other"}
		for i := range packages {
			files[fmt.Sprintf("p%d/x", i)] = "old"
		}
		old := r.commit(files)
		for i := range packages {
			files[fmt.Sprintf("p%d/x", i)] = "new"
		}
		tip := r.commit(files)
		s, c := newServer(r, nil), open(t, upstream.Options{Dir: dir})
		at := func(i int, commit string) upstream.Location {
			return upstream.Location{Repo: s.url(), Directory: fmt.Sprintf("p%d", i), Ref: commit}
		}
		var all []upstream.Location
		for i := range packages {
			all = append(all, at(i, old), at(i, tip))
		}
		c.Fetch(context.Background(), all)
		for i := range packages {
			if was, is := tree(t, c, s.url(), old, at(i, "").Directory), tree(t, c, s.url(), tip, at(i, "").Directory); was != "x old\n" || is != "x new\n" {
				t.Errorf("%q, %q", was, is)
			}
		}
		if n := s.count("GET /up/info/refs"); n != 2 {
			t.Errorf("%d packages: the server was asked %d times", packages, n)
		}
		stores, _ := filepath.Glob(filepath.Join(dir, "*[0-9a-f].git"))
		missing := gittest.Repository{T: t, Dir: stores[0]}.Git("rev-list", "--objects", "--no-walk", "--missing=print", tip)
		if !strings.Contains(missing, "?") {
			t.Errorf("%d packages: no files are missing: %q", packages, missing)
		}
		// The second time the tip is another, and of a repository whose history was rewritten.
		files["p0/x"] = "newest"
		newest := r.commit(files)
		c = open(t, upstream.Options{Dir: dir})
		c.Fetch(context.Background(), []upstream.Location{at(0, tip), at(0, newest), at(1, strings.Repeat("1", 40))})
		if got := tree(t, c, s.url(), newest, "p0"); got != "x newest\n" {
			t.Error(got)
		}
	}
}

// TestKilled: what a run that was killed leaves behind is in nobody's way.
func TestKilled(t *testing.T) {
	r := newRepo(t)
	dir := t.TempDir()
	c := open(t, upstream.Options{Dir: dir})
	tree(t, c, r.Dir, r.commit(map[string]string{"x": "1"}), "/")
	stores, _ := filepath.Glob(filepath.Join(dir, "*.git"))
	for _, name := range []string{"shallow.lock", "packed-refs.lock", "config.lock"} {
		golden.Write(t, stores[0], map[string]string{name: ""})
	}
	if got := tree(t, open(t, upstream.Options{Dir: dir}), r.Dir, r.commit(map[string]string{"x": "2"}), "/"); got != "x 2\n" {
		t.Error(got)
	}
	// It was killed while it made the repository.
	if err := os.RemoveAll(stores[0]); err != nil {
		t.Fatal(err)
	}
	golden.Write(t, stores[0], map[string]string{"HEAD": "ref: refs/heads/main\n", "config.lock": "", "config": "[core]\n"})
	if got := tree(t, open(t, upstream.Options{Dir: dir}), r.Dir, r.commit(map[string]string{"x": "3"}), "/"); got != "x 3\n" {
		t.Error(got)
	}
}

// TestPrune: a branch whose name became a directory is in nobody's way.
func TestPrune(t *testing.T) {
	r := newRepo(t)
	r.commit(map[string]string{"x": "1"})
	r.Git("branch", "a")
	s := newServer(r, oldProtocol)
	old := r.commit(map[string]string{"x": "2"})
	r.commit(nil)
	c := open(t, upstream.Options{})
	if got := tree(t, c, s.url(), old, "/"); got != "x 2\n" {
		t.Error(got)
	}
	r.Git("branch", "-D", "a")
	r.Git("branch", "a/b")
	old = r.commit(map[string]string{"x": "3"})
	r.commit(nil)
	if got := tree(t, open(t, upstream.Options{}), s.url(), old, "/"); got != "x 3\n" {
		t.Error(got)
	}
}
