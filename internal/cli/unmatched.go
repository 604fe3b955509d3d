package cli

import (
	"fmt"
	"maps"
	"slices"

	"github.com/krm-merge/krm-merge/merge/resource"
)

// unmatched gives what is to be said of the rules of a krm-merge.yaml that several packages
// share: one that matched nothing in any of them. Nothing is said where a package was not
// merged, nor of a file above the directories that were looked into: what its rules are for
// may be elsewhere.
func unmatched(done []upgraded, directories []string) []string {
	shared := map[string]map[int]resource.Unmatched{}
	for i := range done {
		r := done[i].result
		switch {
		case r == nil || r.Merge == nil:
			return nil
		case !r.Config.SharedRules || !slices.ContainsFunc(directories, func(dir string) bool { return inside(r.Settings, dir) }):
			continue
		}
		now := map[int]resource.Unmatched{}
		for _, u := range r.Merge.Unmatched {
			now[u.Rule] = u
		}
		before, others := shared[r.Settings]
		if !others {
			shared[r.Settings] = now
			continue
		}
		maps.DeleteFunc(before, func(rule int, _ resource.Unmatched) bool {
			other, still := now[rule]
			if still && other.Named {
				before[rule] = other
			}
			return !still
		})
	}
	var all []string
	for _, file := range slices.Sorted(maps.Keys(shared)) {
		for _, rule := range slices.Sorted(maps.Keys(shared[file])) {
			all = append(all, fmt.Sprintf("%s, for all packages: %s", file, shared[file][rule].Message))
		}
	}
	return all
}
