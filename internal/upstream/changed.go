package upstream

import (
	"context"
	"maps"
	"slices"
)

// Changed lists the files of a directory that differ between two commits, sorted, without
// fetching what they hold where the server can leave it out.
func (c *Cache) Changed(ctx context.Context, repo, directory, from, to string) ([]string, error) {
	r, err := c.repository(repo)
	if err != nil {
		return nil, err
	}
	var versions [2]map[string]entry
	for i, name := range []string{from, to} {
		s, commit, err := r.fetched(ctx, name)
		if err != nil {
			return nil, err
		}
		tree, err := r.tree(ctx, s, commit, relative(directory))
		if err != nil {
			return nil, err
		}
		entries, err := r.entries(ctx, s, commit, tree, false)
		if err != nil {
			return nil, err
		}
		versions[i] = map[string]entry{}
		for _, e := range entries {
			versions[i][e.path] = e
		}
	}
	changed := map[string]bool{}
	for name, e := range versions[0] {
		changed[name] = versions[1][name] != e
	}
	for name := range versions[1] {
		if _, there := versions[0][name]; !there {
			changed[name] = true
		}
	}
	maps.DeleteFunc(changed, func(_ string, is bool) bool { return !is })
	return slices.Sorted(maps.Keys(changed)), nil
}
