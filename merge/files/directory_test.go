package files_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestFollowDirectories: what upstream renamed as a directory is merged there, with what
// dest added; a directory that is not alike, or that dest has already, is not followed.
func TestFollowDirectories(t *testing.T) {
	const values, edited, newer, both = "a: 1\nb: 1\nc: 1\nd: 1\n", "a: 1\nb: 1\nc: 1\nd: 3\n", "a: 2\nb: 1\nc: 1\nd: 1\n", "a: 2\nb: 1\nc: 1\nd: 3\n"
	for name, c := range map[string]struct{ original, updated, dest, want map[string]string }{
		"renamed": {
			map[string]string{"old/values.yaml": values, "old/deep/t.txt": "1\n", "x.txt": "x\n"},
			map[string]string{"new/values.yaml": newer, "new/deep/t.txt": "1\n", "x.txt": "x\n"},
			map[string]string{"old/values.yaml": edited, "old/deep/t.txt": "1\n", "old/ours.txt": "o\n", "x.txt": "x\n"},
			map[string]string{"new/values.yaml": both, "new/deep/t.txt": "1\n", "new/ours.txt": "o\n", "x.txt": "x\n"},
		},
		"inside of a directory": {
			map[string]string{"p/old/values.yaml": values, "p/y.txt": "y\n"},
			map[string]string{"p/new/values.yaml": newer, "p/y.txt": "y\n"},
			map[string]string{"p/old/values.yaml": edited, "p/y.txt": "y\n"},
			map[string]string{"p/new/values.yaml": both, "p/y.txt": "y\n"},
		},
		"deleted upstream from what was renamed": {
			map[string]string{"old/values.yaml": values, "old/t.txt": "1\n"},
			map[string]string{"new/values.yaml": newer},
			map[string]string{"old/values.yaml": edited, "old/t.txt": "1\n"},
			map[string]string{"new/values.yaml": both},
		},
		"there already": {
			map[string]string{"old/t.txt": values},
			map[string]string{"new/t.txt": values},
			map[string]string{"old/t.txt": values, "new/u.txt": "u\n"},
			map[string]string{"new/t.txt": values, "new/u.txt": "u\n"},
		},
		"something else": {
			map[string]string{"old/t.txt": "1\n", "k.txt": "k\n"},
			map[string]string{"new/t.txt": "2\n", "k.txt": "k\n"},
			map[string]string{"old/t.txt": "1\n", "old/ours.txt": "o\n", "k.txt": "k\n"},
			map[string]string{"new/t.txt": "2\n", "old/ours.txt": "o\n", "k.txt": "k\n"},
		},
		"two that are alike": {
			map[string]string{"old/t.txt": "1\n"},
			map[string]string{"a/t.txt": "1\n", "b/t.txt": "1\n"},
			map[string]string{"old/t.txt": "1\n", "old/ours.txt": "o\n"},
			map[string]string{"a/t.txt": "1\n", "b/t.txt": "1\n", "old/ours.txt": "o\n"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			dest := treeOf(c.dest)
			r, err := files.Merge(files.Versions{Original: treeOf(c.original), Updated: treeOf(c.updated), Dest: dest}, files.Options{Options: resource.Careful(), FollowDirectories: true})
			if err != nil {
				t.Fatal(err)
			}
			// What is written, and what stays of dest.
			got := map[string]string{}
			for path, f := range dest {
				got[path] = string(f.Data)
			}
			for _, f := range r.Files {
				_, was := dest[f.Path]
				if was == (f.Status == files.Added) || was != (len(f.Versions[r.Dest]) > 0) {
					t.Errorf("%s is %s", f.Path, f.Status)
				}
				if got[f.Path] = string(f.Data); f.Status == files.Deleted {
					delete(got, f.Path)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			noted := strings.Contains(fmt.Sprint(r.Notes), "upstream renamed the directory")
			if want := strings.Contains(name, "renamed") || strings.Contains(name, "inside"); noted != want {
				t.Errorf("it is noted: %v", noted)
			}
		})
	}
}

func treeOf(contents map[string]string) fstest.MapFS {
	tree := fstest.MapFS{}
	for path, text := range contents {
		tree[path] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
	}
	return tree
}
