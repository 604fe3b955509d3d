package packages_test

import (
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
)

var seeds = flag.Uint64("seeds", 1, "how many dests are made from each package by edits")

// profiles are settings under which no null of upstream deletes: conflicts are settled, by
// either side, marked in the files, or the reason to write nothing.
var profiles = []string{"nulls: Changed\n", "profile: Careful\nonConflict: Dest\n", "profile: Careful\n", "profile: Careful\nonConflict: Fail\n"}

// repositories names the directory in which OWNER/NAME are git repositories, bare ones.
const repositories = "KRM_MERGE_REPOSITORIES"

// figures are counts of what became of a package.
type figures struct {
	files, unlike, edits, conflicts, lost, refused int
}

// TestPackages upgrades the packages whose repositories are at hand.
func TestPackages(t *testing.T) {
	dir := os.Getenv(repositories)
	if dir == "" {
		t.Skipf("%s is not set: it names a directory with git repositories OWNER/NAME, such as those of upgrades", repositories)
	}
	var all figures
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
				f := check(t, name, original, updated, *seeds)
				t.Log(f.row(name))
				all.add(f)
			})
		}
	}
	t.Log(all.row("together"))
}

func (f *figures) add(g figures) {
	f.files += g.files
	f.unlike += g.unlike
	f.edits += g.edits
	f.conflicts += g.conflicts
	f.lost += g.lost
	f.refused += g.refused
}

// row counts what became of a package.
func (f *figures) row(name string) string {
	return fmt.Sprintf("%s %d files | %d its own | %d edits | %d in conflicts | %d lost | %d refused |", name, f.files, f.files-f.unlike, f.edits, f.conflicts, f.lost, f.refused)
}

// check merges a package with a dest that is as original, and with some that people
// edited, under all profiles.
func check(t *testing.T, name string, original, updated tree, seeds uint64) figures {
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
		for seed := range seeds {
			dest, edits := edited(original, rand.New(rand.NewPCG(hash.Sum64(), seed)))
			v := versions{original, updated, dest}
			f.edits += len(edits)
			r, err := v.merge(opts)
			if errors.As(err, new(*files.ConflictsError)) && opts.Policy.Decides() == merge.Fail {
				// Nothing is written, so that all edits stay.
				f.conflicts += len(edits)
				continue
			}
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
				case inResult:
				}
			}
		}
	}
	return f
}
