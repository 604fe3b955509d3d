package files

import (
	"fmt"
	"strings"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Explain gives the reasons why places of a resource are in the result of MergeTrees as
// they are; a selector names the resource, a path with wildcards the places. If no
// version has such a place, the error names the places that exist. The cost is that of
// the merge.
func Explain(trees []*Tree, opts Options, of resource.Selector, path string) ([]resource.Explanation, error) {
	at, err := merge.ParsePattern(path)
	if err != nil {
		return nil, err
	}
	all, err := versionsOf(trees, opts.Strategy)
	if err != nil {
		return nil, err
	}
	m, err := parse(all, opts, true)
	if err != nil {
		return nil, err
	}
	explain := func(at merge.Pattern) ([]resource.Explanation, error) {
		return resource.Explain(m.given, opts.Options, of, at)
	}
	found, err := explain(at)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("no version of %s has a place %s; spell it as the report does, or use * and [*]%s", of, path, thereIs(path, explain))
	}
	return found, err
}

// thereIs names what is at the innermost place on the way to one that is not there.
func thereIs(path string, explain func(merge.Pattern) ([]resource.Explanation, error)) string {
	for end := len(path); end > 0; {
		end = max(0, strings.LastIndexAny(path[:end], ".["))
		inside := []string{path[:end] + ".*", path[:end] + "[*]"}
		if end == 0 {
			inside = []string{"*", "[*]"}
		}
		for _, pattern := range inside {
			at, err := merge.ParsePattern(pattern)
			if err != nil {
				continue
			}
			found, err := explain(at)
			if err != nil || len(found) == 0 {
				continue
			}
			var places []string
			for i := range found {
				places = append(places, found[i].Shown(found[i].Place.Path))
			}
			const most = 20
			if len(places) > most {
				places = append(places[:most], "…")
			}
			return "; there is " + strings.Join(places, ", ")
		}
	}
	return ""
}
