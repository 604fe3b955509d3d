package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// upgrading is a package in a repository, taken at v1, of an upstream that has v2.
type upgrading struct {
	*testing.T
	// local is the repository with the package in the directory pkg.
	local, cache string
}

// manyFiles is how many files the package has.
const manyFiles = 40

// newUpgrading publishes a package and takes it.
func newUpgrading(t *testing.T) *upgrading {
	if _, err := have("git", ""); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	u := &upgrading{T: t, local: filepath.Join(dir, "local"), cache: filepath.Join(dir, "cache")}
	up := filepath.Join(dir, "up")
	for _, repo := range []string{up, u.local} {
		u.must("", "git", "init", "--quiet", "-b", "main", repo)
		u.must(repo, "git", "config", "user.name", "a")
		u.must(repo, "git", "config", "user.email", "a@example.com")
	}
	for version := 1; version <= 2; version++ {
		for i := range manyFiles {
			// Some are gone in v2, some are new, some are in directories of their own.
			name := filepath.Join(up, "pkg", fmt.Sprintf("d%d", i%5), fmt.Sprintf("f%d.yaml", i))
			if i%7 == version {
				_ = os.Remove(name)
				continue
			}
			text := fmt.Sprintf("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c%d}\ndata: {version: %q}\n", i, fmt.Sprint(version))
			if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		u.commit(up)
		u.must(up, "git", "tag", fmt.Sprintf("v%d", version))
	}
	u.must(u.local, program(), "get", up+".git/pkg@v1")
	u.commit(u.local)
	return u
}

func (u *upgrading) commit(repo string) {
	u.Helper()
	u.must(repo, "git", "add", "-A")
	u.must(repo, "git", "commit", "--quiet", "-m", "c")
}

// command is a program in a directory, with a cache of its own.
func (u *upgrading) command(dir, name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "XDG_CACHE_HOME="+u.cache, "GIT_CONFIG_GLOBAL="+os.DevNull)
	return c
}

// must runs a program that has to succeed, and gives what it says.
func (u *upgrading) must(dir, name string, args ...string) string {
	u.Helper()
	out, err := u.command(dir, name, args...).CombinedOutput()
	if err != nil {
		u.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// run runs krm-merge in the local repository, and gives what it says and its exit code.
func (u *upgrading) run(args ...string) (string, int) {
	u.Helper()
	c := u.command(u.local, program(), args...)
	out, err := c.CombinedOutput()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		u.Fatal(err)
	}
	return string(out), c.ProcessState.ExitCode()
}

// status is what git says of the package.
func (u *upgrading) status() string {
	u.Helper()
	return u.must(u.local, "git", "--no-optional-locks", "status", "--porcelain", "--ignored")
}

// writing waits until an upgrade begins to write.
func (u *upgrading) writing() {
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(200 * time.Microsecond) {
		if at, _ := filepath.Glob(filepath.Join(u.local, ".git", "krm-merge", "writes", "*", "pending.json")); len(at) > 0 {
			return
		}
	}
	u.Fatal("it writes nothing")
}

// TestUpgradeKilled ends an upgrade at any time, by Ctrl-C and by SIGKILL: what the next
// run finds is the package as it was, or upgraded, and nothing between.
func TestUpgradeKilled(t *testing.T) {
	u := newUpgrading(t)
	u.must(u.local, program(), "upgrade", "pkg", "--to", "v2")
	upgraded := u.status()
	u.must(u.local, program(), "upgrade", "pkg", "--abort")
	if s := u.status(); s != "" {
		t.Fatalf("taken back, git says\n%s", s)
	}
	rounds := 40
	if testing.Short() {
		rounds = 10
	}
	random, longest := rand.New(rand.NewPCG(1, 2)), 500*time.Millisecond
	ended := map[string]int{}
	for round := range rounds {
		signal := []syscall.Signal{syscall.SIGKILL, syscall.SIGINT}[round%2]
		c := u.command(u.local, program(), "upgrade", "pkg", "--to", "v2")
		begun := time.Now()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		wait := time.Duration(random.Int64N(int64(longest)))
		if round%4 == 0 {
			// Where it writes, which it does for a short time only.
			u.writing()
			wait /= 8
		}
		kill := time.AfterFunc(wait, func() { _ = c.Process.Signal(signal) })
		if c.Wait() == nil {
			longest = time.Since(begun) + 10*time.Millisecond
		}
		kill.Stop()
		after := u.status()
		switch {
		case after == upgraded:
			ended["done"]++
		case after == "":
			ended["as before"]++
		case signal == syscall.SIGINT:
			t.Fatalf("interrupted, it leaves\n%s", after)
		default:
			ended["between"]++
			// Half of the time the same upgrade again, else its way back.
			if random.IntN(2) == 0 {
				out, code := u.run("upgrade", "pkg", "--to", "v2")
				if now := u.status(); code != 0 || now != upgraded || !strings.Contains(out, "that is taken back") {
					t.Fatalf("again: exit code %d, git says\n%s\n%s", code, now, out)
				}
			}
		}
		out, code := u.run("upgrade", "pkg", "--abort")
		if now := u.status(); now != "" || code != 0 && !strings.Contains(out, "no upgrade to take back") {
			t.Fatalf("taken back: exit code %d, git says\n%s\n%s", code, now, out)
		}
	}
	t.Log(ended)
	if ended["between"] == 0 {
		t.Error("no upgrade was killed while it wrote")
	}
}

// TestUpgradeFullDisk: on a disk without room nothing is written.
func TestUpgradeFullDisk(t *testing.T) {
	u := newUpgrading(t)
	disk := filepath.Join(t.TempDir(), "disk")
	if err := os.Mkdir(disk, 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be made (%v: %s); only root may mount one", err, bytes.TrimSpace(out))
	}
	defer func() { _ = exec.Command("umount", disk).Run() }()
	moved := filepath.Join(disk, "local")
	u.must("", "git", "clone", "--quiet", u.local, moved)
	u.local = moved
	fill := filepath.Join(disk, "fill")
	for _, free := range []int{0, 20 << 10, 100 << 10, 200 << 10} {
		_ = os.Remove(fill)
		var at syscall.Statfs_t
		if err := syscall.Statfs(disk, &at); err != nil {
			t.Fatal(err)
		}
		room := int64(at.Bavail)*at.Bsize - int64(free)
		if err := os.WriteFile(fill, make([]byte, max(0, room)), 0o644); err != nil {
			t.Fatal(err)
		}
		out, code := u.run("upgrade", "pkg", "--to", "v2")
		if code == 0 {
			u.must(u.local, program(), "upgrade", "pkg", "--abort")
			continue
		}
		if s := u.status(); code != 3 || s != "" || !strings.Contains(out, "no space left on device") {
			t.Errorf("with %d bytes free: exit code %d, git says\n%s\n%s", free, code, s, out)
		}
	}
	_ = os.Remove(fill)
	u.must(u.local, program(), "upgrade", "pkg", "--to", "v2")
}
