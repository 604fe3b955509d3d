package bounded

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"
)

// What may be read goes by what merging it takes: of small documents less than of
// text.
func TestMemory(t *testing.T) {
	for _, c := range []struct {
		name, text string
		mebibytes  int
		tooMuch    string
	}{
		{"documents", "a: 1\n---\n", 100, "fields and documents"},
		{"manifests", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a-name-of-one\n  labels:\n    app.kubernetes.io/name: name\n", 150, ""},
		{"text", "Some words of a text without anything else in it.\n", 250, ""},
		{"text", "Some words of a text without anything else in it.\n", 260, "256 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			piece := strings.Repeat(c.text, 1<<20/len(c.text))
			in := new(Input)
			var err error
			for range c.mebibytes {
				if _, err = io.Copy(io.Discard, struct{ io.Reader }{in.Reader(strings.NewReader(piece))}); err != nil {
					break
				}
			}
			switch {
			case c.tooMuch == "" && err != nil, c.tooMuch != "" && (!errors.As(err, new(Error)) || !strings.Contains(err.Error(), c.tooMuch)):
				t.Errorf("the error is %v, want %q", err, c.tooMuch)
			}
		})
	}
}

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

// TestFS: what is read of a file counts, and what is too much is an error.
func TestFS(t *testing.T) {
	var in Input
	files := in.FS(fstest.MapFS{"d/a": {Data: make([]byte, 100)}})
	if data, err := fs.ReadFile(files, "d/a"); err != nil || len(data) != 100 {
		t.Fatalf("read %d bytes, %v", len(data), err)
	}
	if entries, err := fs.ReadDir(files, "d"); err != nil || len(entries) != 1 {
		t.Errorf("the directory has %d entries, %v", len(entries), err)
	}
	if n := in.read.Load(); n != 100 {
		t.Errorf("%d bytes were counted", n)
	}
	in.read.Store(Most - 50)
	if _, err := fs.ReadFile(files, "d/a"); !errors.As(err, new(Error)) {
		t.Errorf("the error is %v", err)
	}
}
