package packages_test

import (
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	update = flag.Bool("update", false, "write docs/packages.md")
	seeds  = flag.Uint64("seeds", 3, "how many dests are made from each package by edits")
)

// profiles are settings under which a merge with conflicts has a result, and under which no
// null of upstream deletes.
var profiles = []string{"nulls: Changed\n", "profile: Careful\nonConflict: Dest\n"}

// repositories names the directory in which OWNER/NAME are git repositories, bare ones.
const repositories = "KRM_MERGE_REPOSITORIES"

// figures are counts of what became of a package.
type figures struct {
	files, unlike, edits, conflicts, lost, refused, differ int
}

// TestPackages upgrades the packages whose repositories are at hand.
func TestPackages(t *testing.T) {
	dir := os.Getenv(repositories)
	if dir == "" {
		t.Skipf("%s is not set: it names a directory with git repositories OWNER/NAME, such as those of upgrades", repositories)
	}
	var table strings.Builder
	for _, u := range upgrades {
		repository := filepath.Join(dir, filepath.FromSlash(u.repository))
		for i, tag := range u.tags[1:] {
			name := fmt.Sprintf("| %s `%s` | %s → %s |", u.repository, u.directory, u.tags[i], tag)
			if _, err := os.Stat(repository); err != nil {
				t.Logf("%s is not at hand", u.repository)
				continue
			}
			t.Run(u.repository+"/"+u.directory+"/"+tag, func(t *testing.T) {
				original, err := release(repository, u.tags[i], u.directory)
				if err != nil {
					t.Fatal(err)
				}
				updated, err := release(repository, tag, u.directory)
				if err != nil {
					t.Fatal(err)
				}
				f := check(t, name, original, updated)
				fmt.Fprintf(&table, "%s %d | %d | %d | %d | %d | %d | %d |\n", name, f.files, f.files-f.unlike, f.edits, f.conflicts, f.lost, f.refused, f.differ)
			})
		}
	}
	fmt.Print(table.String())
}

// check merges a package with a dest that is as original, and with some that people
// edited, under all profiles.
func check(t *testing.T, name string, original, updated tree) figures {
	f := figures{files: len(updated)}
	hash := fnv.New64a()
	fmt.Fprint(hash, name)
	for _, settings := range profiles {
		opts, err := options(settings)
		if err != nil {
			t.Fatal(err)
		}
		v := versions{original, updated, original}
		r, err := v.merge(opts)
		switch {
		case err != nil:
			t.Errorf("%s%v", settings, err)
			f.refused++
		default:
			for _, at := range unlike(r, updated) {
				t.Errorf("%snobody edited %s, and it is not upstream's", settings, at)
				f.unlike++
			}
			for i := range r.Conflicts {
				t.Errorf("%snobody edited it, but there is a conflict: %s %s %s", settings, r.Conflicts[i].Kind, r.Conflicts[i].Subject().Describe(), r.Conflicts[i].Place())
			}
		}
		f.doors(t, v, settings)
		for seed := range *seeds {
			dest, edits := edited(original, rand.New(rand.NewPCG(hash.Sum64(), seed)))
			v := versions{original, updated, dest}
			f.edits += len(edits)
			r, err := v.merge(opts)
			if err != nil {
				t.Errorf("%sseed %d: %v", settings, seed, err)
				f.refused++
				continue
			}
			for _, e := range edits {
				switch e.fate(r, dest) {
				case isLost:
					t.Errorf("%sseed %d: lost: %s", settings, seed, e)
					f.lost++
				case inConflict:
					f.conflicts++
				}
			}
			f.doors(t, v, settings)
		}
	}
	return f
}

// doors compares what a merge of files gives with what the function gives.
func (f *figures) doors(t *testing.T, v versions, settings string) {
	rest, list, err := v.listed()
	if err != nil {
		t.Error(err)
		return
	}
	if len(rest[0]) == 0 || len(rest[1]) == 0 || len(rest[2]) == 0 {
		return
	}
	opts, err := options(settings)
	if err != nil {
		t.Fatal(err)
	}
	want, got := rest.throughFiles(opts), throughFunction(list, settings)
	if want.failure != "" && got.failure != "" {
		t.Errorf("%sboth doors refuse: %s", settings, got.failure)
		f.refused++
		return
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(told{})); diff != "" {
		f.differ++
		lines := bytes.SplitAfterN([]byte(diff), []byte("\n"), 40)
		t.Errorf("%sthe doors differ (-files.Merge +function):\n%s", settings, bytes.Join(lines[:min(len(lines), 39)], nil))
	}
}
