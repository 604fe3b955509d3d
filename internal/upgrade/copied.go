package upgrade

import (
	"iter"
	"maps"
	"path"
	"slices"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// holdCopied holds values of the tree, and those for charts that lie in it: was and is are the files
// of two versions of these, with what messages call them, dest those of the tree.
func (r *References) holdCopied(held []Held, was, is, dest map[string][]byte, names [2]string, opts files.Options) (*files.Result, error) {
	copied, notes := resource.Charts(was, is, dest, names)
	result, err := r.HoldAll(held, copied, nil, opts)
	if result != nil {
		result.Notes = append(result.Notes, notes...)
	}
	return result, err
}

// chartsAround are the directories of charts around some files, by which each lies in them.
func chartsAround(changed iter.Seq[string], isChart func(dir string) bool) map[string]bool {
	found := map[string]bool{}
	for name := range changed {
		for dir := name; dir != "."; {
			if dir = path.Dir(dir); isChart(dir) {
				found[dir] = true
			}
		}
	}
	return found
}

// HoldMerged holds the values for charts that lie in a repository against these as they are in the base
// of a merge, and as the merge has them. texts are the files that it puts together by lines; of others
// that both sides changed those of the head count. The cost is linear in the charts that change.
func HoldMerged(repository git.Repository, of *git.Range, texts map[string][]byte, opts files.Options) (*files.Result, error) {
	var trees [3]map[string]string
	for i, commit := range []string{of.Bases[0], of.BaseCommit, of.HeadCommit} {
		var err error
		if trees[i], err = repository.Tree(commit); err != nil {
			return nil, err
		}
	}
	merged, changed := mergedTree(trees)
	names := func(name string) bool {
		return slices.Contains([]string{chart.File, kptfile.ChartName, decisions.FileName}, path.Base(name))
	}
	known, err := repository.Contents(merged, names)
	if err != nil {
		return nil, err
	}
	isChart := func(dir string) bool { return known[path.Join(dir, chart.File)] != nil }
	dirs := chartsAround(maps.Keys(changed), isChart)
	listed := map[string][]byte{}
	for name := range merged {
		listed[name] = known[name]
	}
	values := chart.ValuesFiles(listed, slices.Collect(maps.Keys(dirs)))
	wanted := func(name string) bool {
		return names(name) || values[name] != "" || len(chartsAround(slices.Values([]string{name}), func(dir string) bool { return dirs[dir] })) > 0
	}
	was, err := repository.Contents(trees[0], wanted)
	if err != nil {
		return nil, err
	}
	is, err := repository.Contents(merged, wanted)
	if err != nil {
		return nil, err
	}
	for name := range is {
		if text := texts[name]; text != nil {
			is[name] = text
		}
	}
	r := &References{Files: is}
	return r.holdCopied(nil, was, is, is, [2]string{"the base of the merge", "the merge"}, opts)
}

// mergedTree is what a merge makes of trees of objects, base, base commit and head, by path, and
// what differs in it from the base. Of what both sides changed it has the head's.
func mergedTree(trees [3]map[string]string) (merged map[string]string, changed map[string]bool) {
	merged, changed = map[string]string{}, map[string]bool{}
	for _, tree := range trees {
		for name := range tree {
			object := trees[2][name]
			if object == trees[0][name] {
				object = trees[1][name]
			}
			if object != "" {
				merged[name] = object
			}
			if object != trees[0][name] {
				changed[name] = true
			}
		}
	}
	return merged, changed
}
