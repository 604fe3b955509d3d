package write_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/files/write"
)

// A program that keeps a directory up to date with its upstream.
func Example() {
	dir, err := os.MkdirTemp("", "package-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	values := filepath.Join(dir, "values.yaml")
	if err = os.WriteFile(values, []byte("image: web:1\nreplicas: 3 # ours\n"), 0o644); err != nil {
		panic(err)
	}

	result, err := files.Merge(
		fstest.MapFS{"values.yaml": {Data: []byte("image: web:1\nreplicas: 1\n")}},
		fstest.MapFS{"values.yaml": {Data: []byte("image: web:2\nreplicas: 1\n")}},
		os.DirFS(dir),
		files.Options{},
	)
	if err == nil {
		err = write.Result(context.Background(), dir, result)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := os.ReadFile(values)
	fmt.Printf("%s", text)
	// Output:
	// image: web:2
	// replicas: 3 # ours
}

// TestResultAllOrNone: where one file was changed meanwhile, or the context is done, no
// file is written; new ones are not either.
func TestResultAllOrNone(t *testing.T) {
	for name, want := range map[string]string{"edited": "b.yaml: was changed by somebody else", "done": "interrupted"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			old := map[string]string{"a.yaml": "a: 1\n", "b.yaml": "b: 1\n"}
			golden.Write(t, dir, old)
			original, updated := golden.Files(old), golden.Files(map[string]string{"a.yaml": "a: 2\n", "b.yaml": "b: 2\n", "c.yaml": "c: 1\n"})
			result, err := files.Merge(original, updated, os.DirFS(dir), files.Options{})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			if name == "done" {
				cancel()
			} else {
				old["b.yaml"] = "b: 3\n"
				golden.Write(t, dir, map[string]string{"b.yaml": old["b.yaml"]})
			}
			if err = write.Result(ctx, dir, result); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("gave %v, want %s", err, want)
			}
			if diff := cmp.Diff(old, golden.Read(t, dir)); diff != "" {
				t.Errorf("-was +is:\n%s", diff)
			}
		})
	}
}
