package e2e

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/krm-merge/krm-merge/internal/gittest"
	"github.com/krm-merge/krm-merge/internal/golden"
)

// upgrading is a package in a repository, taken at v1 into the directory pkg, of an upstream that has v2.
type upgrading struct{ gittest.Repository }

// manyFiles is how many files the package has.
const manyFiles = 40

// newUpgrading publishes a package and takes it.
func newUpgrading(t *testing.T) *upgrading {
	up := gittest.New(t)
	for version := 1; version <= 2; version++ {
		for i := range manyFiles {
			// Some are gone in v2, some are new, some are in directories of their own.
			name := fmt.Sprintf("pkg/d%d/f%d.yaml", i%5, i)
			if i%7 == version {
				_ = os.Remove(filepath.Join(up.Dir, name))
				continue
			}
			golden.Write(t, up.Dir, map[string]string{name: fmt.Sprintf("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c%d}\ndata: {version: %q}\n", i, fmt.Sprint(version))})
		}
		up.Commit(fmt.Sprintf("v%d", version))
	}
	u := &upgrading{gittest.New(t)}
	u.must("get", up.Dir+".git/pkg@v1")
	u.Commit()
	return u
}

// command is krm-merge in the repository of the package.
func (u *upgrading) command(args ...string) *exec.Cmd {
	c := exec.Command(program(), args...)
	c.Dir = u.Dir
	return c
}

// must runs krm-merge, which has to succeed.
func (u *upgrading) must(args ...string) {
	u.T.Helper()
	if out, code := ran(u.T, u.command(args...)); code != 0 {
		u.T.Fatalf("krm-merge %q: exit code %d\n%s", args, code, out)
	}
}

// status is what git says of the package.
func (u *upgrading) status() string {
	u.T.Helper()
	return u.Git("--no-optional-locks", "status", "--porcelain", "--ignored")
}

// writing waits until an upgrade begins to write, or has ended before that was seen.
func (u *upgrading) writing(c *exec.Cmd) {
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(200 * time.Microsecond) {
		if at, _ := filepath.Glob(filepath.Join(u.Dir, ".git", "krm-merge", "writes", "*", "pending.json")); len(at) > 0 {
			return
		}
		if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.Process.Pid)); err == nil && strings.Contains(string(stat), ") Z ") {
			return
		}
	}
	u.T.Fatal("it writes nothing")
}

// TestUpgradeKilled ends an upgrade at any time, by Ctrl-C and by SIGKILL: what the next
// run finds is the package as it was, or upgraded, and nothing between.
func TestUpgradeKilled(t *testing.T) {
	u := newUpgrading(t)
	u.must("upgrade", "pkg", "--to", "v2")
	upgraded := u.status()
	u.must("upgrade", "pkg", "--abort")
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
		c := u.command("upgrade", "pkg", "--to", "v2")
		begun := time.Now()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		wait := time.Duration(random.Int64N(int64(longest)))
		if round%4 == 0 {
			// Where it writes, which it does for a short time only.
			u.writing(c)
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
				out, code := ran(t, u.command("upgrade", "pkg", "--to", "v2"))
				if now := u.status(); code != 0 || now != upgraded || !strings.Contains(out, "that is taken back") {
					t.Fatalf("again: exit code %d, git says\n%s\n%s", code, now, out)
				}
			}
		}
		out, code := ran(t, u.command("upgrade", "pkg", "--abort"))
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
	u.Git("clone", "--quiet", u.Dir, moved)
	u.Dir = moved
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
		out, code := ran(t, u.command("upgrade", "pkg", "--to", "v2"))
		if code == 0 {
			u.must("upgrade", "pkg", "--abort")
			continue
		}
		if s := u.status(); code != 3 || s != "" || !strings.Contains(out, "no space left on device") {
			t.Errorf("with %d bytes free: exit code %d, git says\n%s\n%s", free, code, s, out)
		}
	}
	_ = os.Remove(fill)
	u.must("upgrade", "pkg", "--to", "v2")
}
