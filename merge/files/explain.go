package files

import (
	"fmt"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Explain gives the reasons why places of a resource are in the result of MergeTrees as
// they are; a selector names the resource, a path with wildcards the places. The cost is that of the merge.
func Explain(trees []*Tree, opts Options, of resource.Selector, path string) ([]resource.Explanation, error) {
	at, err := merge.ParsePattern(path)
	if err != nil {
		return nil, err
	}
	m, err := parse(trees, opts)
	if err != nil {
		return nil, err
	}
	found, err := resource.Explain(m.given, opts.Options, of, at)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("no version of %s has a place %s; spell it as the report does, or use * and [*]", of, path)
	}
	return found, err
}
