package resource

import "github.com/krm-merge/krm-merge/merge"

// Newer gives the side of a conflict whose value is the higher version, as
// merge.TakeNewest takes it; ok is false where the two are not versions of one thing.
func Newer(updated, dest string) (side merge.Side, ok bool) {
	order, versions := newer(updated, dest)
	if order < 0 {
		return merge.Dest, versions
	}
	return merge.Updated, versions
}
