// Adversary looks for wrong merges in silence: it makes two edits of each real file that do not
// stand in each other's way, merges them in the profile Careful, and knows what must come out.
//
// Each edit is bound to a node of the file, so that both scripts commute: the wanted result is
// the file with both applied. Beside it are looked for: an edit that is neither in the result
// nor in a question, a scalar that is in no version, and a result that changes when the sides
// are exchanged. A question is no fault, but counted. With -collide two edits stand in each other's
// way, so that a question is wanted, or one can go along with the other.
//
//	go run -C tools ./adversary [-collide] [-n CASES] [-seed SEED] [-max BYTES] [-keep DIR] FILE-OR-DIRECTORY...
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	n := flag.Int("n", 3, "cases of each file")
	seed := flag.Uint64("seed", 1, "which cases")
	most := flag.Int("max", 60_000, "leave out files of more bytes")
	name := flag.String("name", "original.yaml", "the files of directories that are taken")
	collide := flag.Bool("collide", false, "make two edits of one place")
	keep := flag.String("keep", "", "write the versions of every exception below this directory")
	flag.Parse()
	counts := map[verdict]int{}
	seen := map[[32]byte]bool{}
	for _, root := range flag.Args() {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || path != root && entry.Name() != *name {
				return err
			}
			text, err := os.ReadFile(path) //nolint:gosec // The files that somebody names.
			sum := sha256.Sum256(text)
			if err != nil || len(text) > *most || seen[sum] {
				return err
			}
			seen[sum] = true
			for i := range *n {
				c := newCase(text, *seed+uint64(i), *collide)
				if c == nil {
					counts["not tried"]++
					continue
				}
				v, why := c.judge()
				counts[v]++
				if v == right || v == asked {
					continue
				}
				fmt.Printf("%s: %s, seed %d: %s\n  %s\n", v, path, *seed+uint64(i), why, strings.Join(c.told, "\n  "))
				if err := c.write(*keep, fmt.Sprintf("%s-%d", strings.ReplaceAll(filepath.Dir(path), "/", "_"), i)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, "adversary:", err)
			os.Exit(2)
		}
	}
	fmt.Printf("%d files: %v\n", len(seen), counts)
}

// write keeps the versions of a case, if somebody wants them.
func (c *testCase) write(below, name string) error {
	if below == "" {
		return nil
	}
	dir := filepath.Join(below, name)
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	for version, text := range map[string][]byte{"o": c.original, "u": c.updated, "d": c.dest, "want": c.want, "got": c.got} {
		if err := os.WriteFile(filepath.Join(dir, version+".yaml"), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}
