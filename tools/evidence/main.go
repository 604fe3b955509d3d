// Evidence measures merging on history: it takes the merge commits of a local
// git repository, merges every YAML file that both sides changed again, and
// compares with what was committed: in the profile Careful, with git
// merge-file, with kyaml's 3-way merge of documents, and with its merge of packages, which
// kpt pkg update runs.
//
// Ours, the first parent, is dest; theirs, the second, is updated; their merge base is
// the original. A person may have done more in a merge commit than merging, so that not
// even a perfect merge is always equal. Templates, which are not YAML, are merged by
// lines, as on the command line.
//
// It says where what was committed comes from: whether it follows from the versions, which
// a merge could know, or somebody chose or made it.
//
// With -days it takes two edits of a file instead that followed each other within so many days, as if
// they had been made in parallel: the second one without the first is theirs, and both is what was
// committed.
//
//	go run -C tools ./evidence [-n MERGES] [-days DAYS] [-newest] [-v] [-keep DIR] REPOSITORY
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	var o options
	flag.IntVar(&o.most, "n", 0, "look at so many merge commits, the newest first; 0 is all")
	flag.IntVar(&o.days, "days", 0, "two edits of a file within so many days, in place of merge commits")
	flag.BoolVar(&o.newest, "newest", false, "in the profile Newest")
	flag.BoolVar(&o.verbose, "v", false, "name every file that is not equal to what was committed")
	flag.StringVar(&o.revision, "revision", "HEAD", "whose history")
	flag.StringVar(&o.keep, "keep", "", "write the versions of every such file below this directory")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "evidence: name one repository; -help lists the flags")
		os.Exit(2)
	}
	t, err := replay(repository(flag.Arg(0)), o, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "evidence:", err)
		os.Exit(1)
	}
	t.print(os.Stdout)
	if t.broken > 0 {
		os.Exit(1)
	}
}

type options struct {
	most, days      int
	newest, verbose bool
	revision, keep  string
}

// replay merges the history of a repository again. Details go to w.
func replay(r repository, o options, w io.Writer) (*tally, error) {
	t := &tally{}
	if o.days > 0 {
		return t, r.edits(o, func(c *file) error { return again(c, o, t, w) })
	}
	return t, r.merges(o, t, func(c *file) error { return again(c, o, t, w) })
}

// again merges a file again in every way and counts what became of it.
func again(c *file, o options, t *tally, w io.Writer) error {
	git, err := gitMerge(c)
	if err != nil {
		return err
	}
	careful, byLine := judge(c, carefulMerge(c, o.newest)), judge(c, git)
	from := originOf(c, byLine)
	t.add(from, [4]judgement{careful, byLine, judge(c, kyamlMerge(c)), judge(c, kptMerge(c))})
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
