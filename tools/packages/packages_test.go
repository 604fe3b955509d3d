package packages_test

import (
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
)

var (
	update = flag.Bool("update", false, "write docs/packages.md")
	seeds  = flag.Uint64("seeds", 1, "how many dests are made from each package by edits")
)

// profiles are settings under which no null of upstream deletes: conflicts are settled, by
// either side, marked in the files, or the reason to write nothing.
var profiles = []string{"nulls: Changed\n", "profile: Careful\nonConflict: Dest\n", "profile: Careful\n", "profile: Careful\nonConflict: Fail\n"}

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
				f := check(t, name, original, updated, *seeds)
				table.WriteString(f.row(name))
				t.Log(f.row(name))
			})
		}
	}
	if page := head + table.String(); *update {
		if err := os.WriteFile(filepath.Join("..", "..", "docs", "packages.md"), []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// head is the page in front of its table.
const head = `# Upgrading published packages

What becomes of published packages when they go from one release to another? ` + "`make packages`" + ` upgrades those of this table
whose repositories are at hand: ` + "`KRM_MERGE_REPOSITORIES`" + ` names a directory with clones ` + "`OWNER/NAME`" + `, bare ones or others.

Each is upgraded as it is, and with edits from a fixed seed: an image from a mirror, replicas, limits, a variable, a label,
comments, an entry of a Kustomization, a resource deleted, a file added. It happens four times: under the defaults but for
` + "`nulls: Changed`" + `, as by default a null of upstream deletes, and under the profile Careful, as it is (` + "`onConflict: Ask`" + `) and with
` + "`onConflict: Dest` and `Fail`" + `. All goes through ` + "`files.Merge`" + `, and what a list of resources can hold through the function as well.

- *files* of the new release, and how many are *its own*, byte for byte, where nobody edited anything
- *edits*, of all four: all those that are not in a *conflict* (or in a note about a comment) or *lost* are in the result
- merges that were *refused*, and those of which the two doors made something *different*

| package | releases | files | its own | edits | conflict | lost | refused | different |
|---|---|--:|--:|--:|--:|--:|--:|--:|
`

// row counts what became of a package.
func (f *figures) row(name string) string {
	return fmt.Sprintf("%s %d | %d | %d | %d | %d | %d | %d |\n", name, f.files, f.files-f.unlike, f.edits, f.conflicts, f.lost, f.refused, f.differ)
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
		f.doors(t, v, settings)
		for seed := range seeds {
			dest, edits := edited(original, rand.New(rand.NewPCG(hash.Sum64(), seed)))
			v := versions{original, updated, dest}
			f.edits += len(edits)
			r, err := v.merge(opts)
			if errors.As(err, new(*files.ConflictsError)) && opts.Policy.Decides() == merge.Fail {
				// Nothing is written, so that all edits stay.
				f.conflicts += len(edits)
				f.doors(t, v, settings)
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
	if want.failure != "" && got.failure != "" && want.failure != conflicts {
		t.Errorf("%sboth doors refuse: %s", settings, got.failure)
		f.refused++
		return
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(told{})); diff != "" {
		f.differ++
		t.Errorf("%sthe doors differ (-files.Merge +function):\n%s", settings, short(diff))
	}
}

// short is the beginning of a text with long lines.
func short(text string) string {
	const lines, letters = 40, 200
	var b strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		if n++; n > lines {
			break
		}
		b.WriteString(strings.TrimSuffix(line, "\n")[:min(letters, len(line)-1)] + "\n")
	}
	return b.String()
}
