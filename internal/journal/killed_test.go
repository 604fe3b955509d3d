//go:build unix

package journal

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/merge/files"
)

// The environment of a process that writes, and is killed.
const (
	killedDir     = "KRM_MERGE_TEST_DIR"
	killedJournal = "KRM_MERGE_TEST_JOURNAL"
)

// many is how many files are written.
const many = 60

func name(i int) string { return fmt.Sprintf("d%d/f%d.yaml", i%7, i) }

// TestMain is the process that is killed, or the tests.
func TestMain(m *testing.M) {
	if dir := os.Getenv(killedDir); dir != "" {
		if err := writeMany(dir, os.Getenv(killedJournal)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func writeMany(dir, journal string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	j, err := Open(journal)
	if err != nil {
		return err
	}
	if _, err := j.Recover(root); err != nil {
		return err
	}
	w := &Writer{Root: root, Journal: j, Last: name(0)}
	for i := range many {
		f := files.Merged{File: files.File{Path: name(i), Data: []byte("after\n"), Mode: 0o644}, Status: files.Changed}
		switch i % 3 {
		case 1:
			f.Status = files.Added
		case 2:
			f.Status = files.Deleted
		}
		w.Results = append(w.Results, f)
	}
	return w.Write(context.Background())
}

// TestKilled kills a write at any time: when the next run has looked at it, all files are
// as before, or as after, and nothing else is there.
func TestKilled(t *testing.T) {
	rounds := 40
	if testing.Short() {
		rounds = 8
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	was, is := map[string]string{}, map[string]string{}
	for i := range many {
		if i%3 != 1 {
			was[name(i)] = "before\n"
		}
		if i%3 != 2 {
			is[name(i)] = "after\n"
		}
	}
	longest, random := 100*time.Millisecond, rand.New(rand.NewPCG(1, 2))
	counted := map[string]int{}
	for round := range rounds {
		dir, root := dirOf(t, was)
		journal := filepath.Join(t.TempDir(), "journal")
		c := exec.Command(exe)
		c.Env = append(os.Environ(), killedDir+"="+dir, killedJournal+"="+journal)
		begun := time.Now()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		// Every other one is killed when it has noted what it will change.
		wait := time.Duration(random.Int64N(int64(longest) + 1))
		if round%2 == 1 {
			wait /= 4
			for until := begun.Add(time.Minute); time.Now().Before(until); time.Sleep(100 * time.Microsecond) {
				_, pending := os.Stat(filepath.Join(journal, filePending))
				if _, done := os.Stat(filepath.Join(journal, fileDone)); pending == nil || done == nil {
					break
				}
			}
		}
		kill := time.AfterFunc(wait, func() { _ = c.Process.Kill() })
		if c.Wait() == nil {
			// So long it takes: the next ones are killed within.
			longest = time.Since(begun)
		}
		kill.Stop()
		j := openJournal(t, journal)
		recovered, err := j.Recover(root)
		if err != nil {
			t.Fatal(err)
		}
		got, want, state := golden.Read(t, dir), was, "before"
		if got[name(0)] == "after\n" {
			want, state = is, "after"
		}
		// What a run prepared that wrote down nothing is swept by the next write.
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("taken back: %v; neither as before nor as after (-%s +got):\n%s", recovered, state, diff)
		}
		if recovered {
			state = "taken back"
		}
		counted[state]++
		j.Close()
	}
	t.Log(counted)
	if counted["taken back"] == 0 {
		t.Error("no write was killed in its middle")
	}
}
