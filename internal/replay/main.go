// Replay measures merging on history: it takes the merge commits of a local
// git repository, merges every YAML file that both sides changed again, and
// compares with what was committed: in the profile Careful, with git
// merge-file, and with kyaml's 3-way merge.
//
// Ours, the first parent, is dest; theirs, the second, is updated; their merge base is
// the original. A person may have done more in a merge commit than merging, so that not
// even a perfect merge is always equal. Templates, which are not YAML, are merged by
// lines, as on the command line.
//
// It says where what was committed comes from: whether it follows from the versions, which
// a merge could know, or somebody chose or made it.
//
// With -split it instead deals the lines that differ between two versions of files out
// to two sides at random, so that merging the sides must give the newer version. Four
// deals are made of each file: runs of changed lines go to either side; they are cut
// where entries begin, so that changes are adjacent; both sides make some of the
// changes; one side has made all of them. What was moved goes to one side.
//
//	go run ./internal/replay [-n MERGES] [-one-sided] [-v] [-keep DIR] REPOSITORY
//	go run ./internal/replay -split [-seed N] [-v] [-keep DIR] OLD NEW
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	var o options
	flag.IntVar(&o.most, "n", 0, "look at so many merge commits, the newest first; 0 is all")
	flag.BoolVar(&o.oneSided, "one-sided", false, "also files that only one side changed")
	flag.BoolVar(&o.verbose, "v", false, "name every file that is not equal to what was committed")
	flag.StringVar(&o.revision, "revision", "HEAD", "whose history")
	flag.StringVar(&o.keep, "keep", "", "write the versions of every such file below this directory")
	flag.BoolVar(&o.split, "split", false, "deal the changes between two versions of files or directories to two sides instead")
	flag.Uint64Var(&o.seed, "seed", 1, "with -split, another number deals otherwise")
	flag.Parse()
	t, err := run(flag.Args(), o, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "replay:", err)
		os.Exit(1)
	}
	t.print(os.Stdout)
	if t.careful.broken > 0 {
		os.Exit(1)
	}
}

type options struct {
	most              int
	oneSided, verbose bool
	revision          string
	keep              string
	split             bool
	seed              uint64
}

// run replays a repository, or the difference of two versions.
func run(args []string, o options, w io.Writer) (*tally, error) {
	switch {
	case o.split && len(args) == 2:
		t := &tally{split: true}
		return t, split(args[0], args[1], o, t, w)
	case o.split:
		return nil, errors.New("name an old and a new version, files or directories; -help lists the flags")
	case len(args) == 1:
		return replay(args[0], o, w)
	}
	return nil, errors.New("name one repository; -help lists the flags")
}

// replay merges the history of a repository again. Details go to w.
func replay(repository string, o options, w io.Writer) (*tally, error) {
	r, err := open(repository)
	if err != nil {
		return nil, err
	}
	defer r.close()
	t := &tally{}
	return t, r.merges(o, t, func(c *file) error { return again(c, o, t, w) })
}

// again merges a file again in every way and counts what became of it.
func again(c *file, o options, t *tally, w io.Writer) error {
	git, err := gitMerge(c)
	if err != nil {
		return err
	}
	careful, byLine := judge(c, carefulMerge(c)), judge(c, git)
	from := originOf(c, byLine)
	t.add(from, careful, byLine, judge(c, kyamlMerge(c)))
	if careful.verdict == equalBytes {
		return nil
	}
	if o.verbose {
		fmt.Fprintf(w, "%-15s %-9s %.12s %s%s\n", careful.verdict, from, c.commit, c.path, careful.detail())
	}
	if o.keep == "" {
		return nil
	}
	return c.keep(o.keep, &careful, &byLine)
}
