package write_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

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
			original, updated := fstest.MapFS{}, fstest.MapFS{"c.yaml": {Data: []byte("c: 1\n")}}
			for file, text := range old {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				original[file] = &fstest.MapFile{Data: []byte(text)}
				updated[file] = &fstest.MapFile{Data: []byte(strings.Replace(text, "1", "2", 1))}
			}
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
				if err = os.WriteFile(filepath.Join(dir, "b.yaml"), []byte(old["b.yaml"]), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if err = write.Result(ctx, dir, result); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("gave %v, want %s", err, want)
			}
			for file, text := range old {
				if is, err := os.ReadFile(filepath.Join(dir, file)); err != nil || string(is) != text {
					t.Errorf("%s: %q, %v", file, is, err)
				}
			}
			if _, err := os.Stat(filepath.Join(dir, "c.yaml")); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("c.yaml: %v", err)
			}
		})
	}
}
