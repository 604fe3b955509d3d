package resource

import (
	"errors"

	"github.com/krm-merge/krm-merge/merge"
)

// checked merges three versions of a resource and does not believe the result:
// one that breaks a law of merging is an error, so that nobody writes it.
func checked(v merge.Versions, opts merge.Options) (merge.Result, error) {
	r, err := merge.ThreeWay(v, opts)
	if err != nil {
		return r, err
	}
	return r, merge.Verify(v, r, opts)
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
