//go:build unix

package upgrade_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/krm-merge/krm-merge/internal/upgrade"
)

// TestPipes: nothing waits for a pipe in the place of a file that configures, here or above.
func TestPipes(t *testing.T) {
	up := newRepository(t)
	one := up.commit(map[string]string{"p/x.txt": "1\n"}, "v1")
	up.commit(map[string]string{"p/x.txt": "2\n"}, "v2")
	for name, says := range map[string]string{
		"p/krm-merge.yaml": "is not a regular file", "krm-merge.yaml": "is not a regular file", "p/Kptfile": "is not a regular file",
		"p/.krmignore": "", "p/merge-decisions.yaml": "", "p/x.yaml": "", "Kptfile": "",
	} {
		t.Run(name, func(t *testing.T) {
			local := newRepository(t)
			local.commit(map[string]string{"p/Kptfile": kptfileOf(up, "p", "v1", "v1", one), "p/x.txt": "1\n"})
			file := filepath.Join(local.Dir, name)
			_ = os.Remove(file)
			if err := syscall.Mkfifo(file, 0o600); err != nil {
				t.Skip(err)
			}
			done := make(chan error, 1)
			go func() {
				u := configured(t)
				_, err := u.Upgrade(context.Background(), filepath.Join(local.Dir, "p"), upgrade.Request{To: "v2", Force: true})
				_, _ = upgrade.Find(local.Dir)
				_, _ = upgrade.StatusOf(context.Background(), u.Cache, filepath.Join(local.Dir, "p"))
				_, _ = upgrade.Compare(context.Background(), u.Cache, filepath.Join(local.Dir, "p"), "")
				done <- err
			}()
			select {
			case err := <-done:
				if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
					t.Errorf("it says %v, not %q", err, says)
				}
			case <-time.After(time.Minute):
				t.Fatal("it waits")
			}
		})
	}
}
