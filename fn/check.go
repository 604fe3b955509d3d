package fn

import (
	"errors"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// checked merges three versions of a resource and does not believe the result:
// one that breaks a law of merging is an error, so that nobody writes it.
func checked(original, updated, dest *yaml.Node, opts merge.Options) (merge.Result, error) {
	r, err := merge.ThreeWay(original, updated, dest, opts)
	if err == nil {
		err = merge.Verify(original, updated, dest, r, opts)
	}
	return r, err
}

// violation names the resource whose merge broke a law; other errors stay as
// they are.
func violation(err error, versions [3]*Resource) error {
	var v *merge.Violation
	if !errors.As(err, &v) {
		return err
	}
	e := &Error{
		Path:    v.Path.String(),
		Problem: v.Problem + " (found by the check of the result, so nothing was written; if no version is at fault, please report it)",
	}
	for _, side := range []merge.Side{merge.Dest, merge.Updated, merge.Original} {
		if r := versions[side]; r != nil {
			e.Resources = []*Resource{r}
			break
		}
	}
	return e
}
