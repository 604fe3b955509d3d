package packages_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/upstream"
)

// TestUpstream reads the packages whose repositories are at hand as an upgrade does:
// their files are those of an archive, and their newest versions are no older than those
// of the table.
func TestUpstream(t *testing.T) {
	dir := os.Getenv(repositories)
	if dir == "" {
		t.Skipf("%s is not set: it names a directory with git repositories OWNER/NAME, such as those of upgrades", repositories)
	}
	cache, err := upstream.Open(upstream.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range upgrades {
		at := upstream.Location{Repo: filepath.Join(dir, filepath.FromSlash(u.repository)), Directory: u.directory, Ref: u.tags[len(u.tags)-1]}
		if _, err := os.Stat(at.Repo); err != nil {
			t.Logf("%s is not at hand", u.repository)
			continue
		}
		t.Run(u.repository+"/"+u.directory, func(t *testing.T) {
			want, err := release(at.Repo, at.Ref, u.directory)
			if err != nil {
				t.Fatal(err)
			}
			v, err := cache.Resolve(context.Background(), at)
			if err != nil {
				t.Fatal(err)
			}
			files, err := cache.Tree(context.Background(), upstream.Location{Repo: at.Repo, Directory: at.Directory}, v.Commit)
			if err != nil {
				t.Fatal(err)
			}
			got := fstest.MapFS{}
			for _, f := range files.All {
				got[f.Path] = &fstest.MapFile{Data: f.Data, Mode: f.Mode}
			}
			if diff := cmp.Diff(contents(t, want), contents(t, got)); diff != "" {
				t.Errorf("-archive +tree:\n%s", diff)
			}
			all, err := cache.Versions(context.Background(), at)
			newest, found := all.Newest(upstream.Pre, "")
			if err != nil || !found || upstream.Older(newest.Tag, at.Ref) {
				t.Errorf("the newest version is %q of %d releases, %v", newest.Tag, len(all.Releases), err)
			}
		})
	}
}

// contents are the files of a tree, with their modes.
func contents(t *testing.T, files fs.FS) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if entry.Type() == fs.ModeSymlink {
			all[name], err = fs.ReadLink(files, name)
			all[name] = "-> " + all[name]
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		data, err := fs.ReadFile(files, name)
		all[name] = string(data)
		if info.Mode()&0o111 != 0 {
			all[name] = "executable " + all[name]
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
