package bounded

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

// TestReadText: all of a list is read, however it arrives, and one of unknown size
// takes no more memory than twice its size.
func TestReadText(t *testing.T) {
	for _, size := range []int{0, 1, 1<<14 - 1, 1 << 14, 1<<14 + 1, 1 << 17, 11<<20 + 7} {
		text := strings.Repeat("0123456789abcde\n", size/16+1)[:size]
		name := filepath.Join(t.TempDir(), "list.yaml")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		got, err := ReadText(file)
		if got != text || err != nil {
			t.Errorf("%d of %d bytes of a file were read: %v", len(got), size, err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err = ReadText(iotest.HalfReader(strings.NewReader(text)))
		runtime.ReadMemStats(&after)
		if got != text || err != nil {
			t.Errorf("%d of %d bytes were read: %v", len(got), size, err)
		}
		if took := int(after.TotalAlloc - before.TotalAlloc); took > 2*size+5<<20 {
			t.Errorf("%d bytes were read into %d of memory", size, took)
		}
	}
}

func TestReadTextFails(t *testing.T) {
	broken := errors.New("broken")
	if _, err := ReadText(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
	if _, err := ReadText(endless{}); !errors.As(err, new(Error)) {
		t.Errorf("the error is %v", err)
	}
}

// endless is a reader that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }
