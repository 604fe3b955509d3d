package files_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

var update = flag.Bool("update", false, "rewrite what the merges shall give")

// TestTrees merges the versions of every file in testdata: the directories original,
// updated and dest, or source and dest, or 1, 2 and 3; single files as original.yaml and
// so on. It compares what comes out.
func TestTrees(t *testing.T) {
	golden.Each(t, "testdata/*.txtar", func(t *testing.T, name string, archive *txtar.Archive) {
		c, before := readCase(t, archive), readCase(t, archive)
		result, err := files.MergeTrees(c.trees, c.opts)
		got := sections(result, err)
		if diff := cmp.Diff(before.trees, c.trees); diff != "" {
			t.Errorf("a version was modified (-before +after):\n%s", diff)
		}
		if *update {
			archive.Files = append(archive.Files[:c.given:c.given], txtar.Parse(got).Files...)
			if err = os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		want := txtar.Format(&txtar.Archive{Files: archive.Files[c.given:]})
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if err == nil && len(c.trees) == 3 && c.opts.Strategy != resource.Layers {
			c.again(t, result)
		}
	})
}

// mergeCase is the input of a case.
type mergeCase struct {
	trees []*files.Tree
	opts  files.Options
	// given is how many sections of the archive they are.
	given int
}

// again merges the result again, and dest with itself, which changes nothing.
func (c *mergeCase) again(t *testing.T, r *files.Result) {
	t.Helper()
	merged := files.Tree{Single: c.trees[2].Single}
	for _, f := range r.Files {
		if f.Blocks > 0 {
			return // What is between marks is answered first.
		}
		if f.Status != files.Deleted {
			merged.Files = append(merged.Files, f.File)
		}
	}
	updated, dest := c.trees[1], c.trees[2]
	for _, trees := range [][]*files.Tree{{updated, updated, &merged}, {dest, dest, dest}} {
		r, err := files.MergeTrees(trees, c.opts)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range r.Files {
			if f.Status != files.Unchanged {
				t.Errorf("merged again, %s is %s:\n%s", f.Path, f.Status, f.Data)
			}
		}
		if len(r.Conflicts) > 0 {
			t.Errorf("merged again, there are %d conflicts", len(r.Conflicts))
		}
	}
}

func readCase(t *testing.T, archive *txtar.Archive) *mergeCase {
	t.Helper()
	c := &mergeCase{}
	dirs, singles := map[string]fstest.MapFS{}, map[string]files.File{}
	for _, f := range archive.Files {
		dir, path, ok := strings.Cut(f.Name, "/")
		single := strings.TrimSuffix(f.Name, ".yaml")
		switch {
		case slices.Contains([]string{"original", "updated", "source", "dest", "1", "2", "3"}, single):
			singles[single] = files.File{Path: f.Name, Mode: 0o644, Data: f.Data}
		case f.Name == "config.yaml":
			c.opts = configOf(t, string(f.Data))
		case ok && dir != "want":
			if dirs[dir] == nil {
				dirs[dir] = fstest.MapFS{}
			}
			if path != "" {
				maps.Copy(dirs[dir], golden.Files(map[string]string{path: string(f.Data)}))
			}
		default:
			continue
		}
		c.given++
	}
	names := []string{"original", "updated", "dest"}
	switch c.opts.Strategy {
	case resource.TwoWay:
		names = []string{"source", "dest"}
	case resource.Layers:
		names = []string{"1", "2", "3"}
	case resource.StrategyDefault, resource.ThreeWay, resource.Check:
	}
	for _, name := range names {
		if f, ok := singles[name]; ok {
			c.trees = append(c.trees, &files.Tree{Single: true, Files: []files.File{f}})
			continue
		}
		tree, err := files.Read(dirs[name])
		if err != nil {
			t.Fatal(err)
		}
		c.trees = append(c.trees, tree)
	}
	return c
}

// sectionOf is how the result has a file.
func sectionOf(f files.Merged) (name, text string) {
	switch {
	case f.Mode.Type() == fs.ModeSymlink:
		return "want/" + f.Path + " -> " + string(f.Data), "\n"
	case f.Mode&0o111 != 0:
		return "want/" + f.Path + " (x)", string(f.Data)
	}
	return "want/" + f.Path, string(f.Data)
}

// sections are what a merge gave.
func sections(r *files.Result, err error) []byte {
	var archive txtar.Archive
	section := func(name, text string) {
		if text != "" {
			archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
		}
	}
	var refused *files.ConflictsError
	if err != nil {
		section("error", err.Error()+"\n")
		if !errors.As(err, &refused) {
			return txtar.Format(&archive)
		}
	}
	var status, conflicts, notes strings.Builder
	for _, f := range r.Files {
		fmt.Fprintf(&status, "%s %s\n", f.Path, f.Status)
	}
	for _, c := range r.Conflicts {
		of := c.DestResource
		if of == nil {
			of = c.UpdatedResource
		}
		fmt.Fprintf(&conflicts, "%s: %s: %s: took %s\n", strings.TrimSpace(of.Path+" "+c.Path.String()), c.Kind, c.OnConflict, c.Taken)
	}
	for _, n := range r.Notes {
		if n.Resource != nil {
			fmt.Fprintf(&notes, "%s: ", n.Resource.Path)
		}
		fmt.Fprintln(&notes, n.Message)
	}
	section("files", status.String())
	section("conflicts", conflicts.String())
	section("notes", notes.String())
	for _, f := range r.Files {
		if f.Status == files.Changed || f.Status == files.Added {
			section(sectionOf(f))
		}
	}
	return txtar.Format(&archive)
}

// TestRead: .git is left out, links are not followed, and an error names the file. Of dest
// what is ignored is left out, but where original ignores it, too.
func TestRead(t *testing.T) {
	dir := fstest.MapFS{
		"b/a.yaml":       {Data: []byte("b"), Mode: 0o600},
		"a.yaml":         {Data: []byte("a"), Mode: 0o644},
		".git/a.yaml":    {Data: []byte("hidden")},
		"b/.git":         {Data: []byte("hidden")},
		"b/.a.yaml":      {Data: []byte("dot"), Mode: 0o644},
		"b/c/d.yaml":     {Data: []byte("ignored")},
		"b/e/f.yaml":     {Data: []byte("upstream's"), Mode: 0o644},
		".krmignore":     {Data: []byte("!\nc/\n e/ \n"), Mode: 0o644},
		".krm-merge-1/0": {Data: []byte("not finished")},
		"link.yaml":      {Data: []byte("a.yaml"), Mode: fs.ModeSymlink},
		"pipe":           {Mode: fs.ModeNamedPipe},
	}
	original := &files.Tree{Files: []files.File{{Path: ".krmignore", Data: []byte("e/\n")}}}
	got, err := files.ReadDest(dir, original)
	if err != nil {
		t.Fatal(err)
	}
	want := &files.Tree{
		Files: []files.File{
			{Path: ".krmignore", Mode: 0o644, Data: []byte("!\nc/\n e/ \n")},
			{Path: "a.yaml", Mode: 0o644, Data: []byte("a")},
			{Path: "b/.a.yaml", Mode: 0o644, Data: []byte("dot")}, {Path: "b/a.yaml", Mode: 0o600, Data: []byte("b")},
			{Path: "b/e/f.yaml", Mode: 0o644, Data: []byte("upstream's")},
			{Path: "link.yaml", Mode: fs.ModeSymlink, Data: []byte("a.yaml")},
		},
		Skipped: []string{"pipe"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, c := range []struct {
		read func(fs.FS) (*files.Tree, error)
		want int
	}{{files.Read, 7}, {func(dir fs.FS) (*files.Tree, error) { return files.ReadDest(dir, nil) }, 5}} {
		if got, err = c.read(dir); err != nil || len(got.Files) != c.want {
			t.Errorf("read %d files, not %d, %v", len(got.Files), c.want, err)
		}
	}
	withoutLinks := struct{ fs.FS }{dir}
	if got, err = files.Read(withoutLinks); err != nil || len(got.Files) != 6 || !slices.Equal(got.Skipped, []string{"link.yaml", "pipe"}) {
		t.Errorf("without links: %v, %v", got, err)
	}
	var failed *fs.PathError
	if _, err = files.Read(unreadable{dir}); !errors.As(err, &failed) || failed.Path != "b/a.yaml" || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("the error is %v", err)
	}
}

// unreadable refuses to open one file.
type unreadable struct{ fs.FS }

func (u unreadable) Open(name string) (fs.File, error) {
	if name == "b/a.yaml" {
		return nil, fs.ErrPermission
	}
	return u.FS.Open(name)
}

// TestVersions: what is not a tree, or not the versions of a strategy, is an error.
func TestVersions(t *testing.T) {
	tree := func(paths ...string) *files.Tree {
		t := &files.Tree{}
		for _, p := range paths {
			t.Files = append(t.Files, files.File{Path: p})
		}
		return t
	}
	single := func(paths ...string) *files.Tree {
		t := tree(paths...)
		t.Single = true
		return t
	}
	for _, c := range []struct {
		name     string
		strategy resource.Strategy
		trees    []*files.Tree
		want     string
	}{
		{"too few", resource.ThreeWay, []*files.Tree{tree(), tree()}, "strategy ThreeWay merges 3 versions, not 2"},
		{"too many", resource.TwoWay, []*files.Tree{tree(), tree(), tree()}, "strategy TwoWay merges 2 versions, not 3"},
		{"no layer", resource.Layers, nil, "layers are missing"},
		{"none", resource.TwoWay, []*files.Tree{tree(), nil}, "dest is missing"},
		{"twice", resource.TwoWay, []*files.Tree{tree("a.yaml", "a.yaml"), tree()}, "source: a.yaml: there are two files of this path"},
		{"outside", resource.TwoWay, []*files.Tree{tree(), tree("../a.yaml")}, `dest: "../a.yaml": a path must be relative`},
		{"root", resource.Layers, []*files.Tree{tree(), tree(".")}, `layer 2: ".": a path must be relative`},
		{"single", resource.TwoWay, []*files.Tree{single("a.yaml", "b.yaml"), tree()}, "source: a single file, but there are 2"},
		{"a file for directories", resource.TwoWay, []*files.Tree{tree("a.yaml"), single("a.yaml")}, "source is a directory and dest a file"},
		{"of two sorts", resource.ThreeWay, []*files.Tree{single("a.yaml"), tree("a.yaml"), tree()}, "original and updated must be two files or two directories"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := files.MergeTrees(c.trees, files.Options{Options: resource.Options{Strategy: c.strategy}})
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("the error is %v, want %s", err, c.want)
			}
		})
	}
}

// TestMissing: an error names the version that cannot be read.
func TestMissing(t *testing.T) {
	dir := fstest.MapFS{"b/a.yaml": {}}
	for want, v := range map[string][3]fs.FS{
		"dest is missing": {dir, dir, nil},
		"updated: read b/a.yaml: permission denied": {dir, unreadable{dir}, dir},
	} {
		if _, err := files.Merge(v[0], v[1], v[2], files.Options{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}

// TestSecret: a file with a Secret in any version is secret.
func TestSecret(t *testing.T) {
	text := func(kind string) []byte { return []byte("apiVersion: v1\nkind: " + kind + "\nmetadata: {name: a}\n") }
	for _, c := range []struct {
		original, updated, dest string
		want                    bool
	}{
		{"ConfigMap", "ConfigMap", "ConfigMap", false},
		{"Secret", "ConfigMap", "ConfigMap", true},
		{"ConfigMap", "Secret", "ConfigMap", true},
		{"ConfigMap", "ConfigMap", "Secret", true},
	} {
		_, r, err := files.Bytes(text(c.original), text(c.updated), text(c.dest), "a.yaml", files.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Files[0].Secret(); got != c.want {
			t.Errorf("%s, %s, %s: secret is %v", c.original, c.updated, c.dest, got)
		}
	}
}
