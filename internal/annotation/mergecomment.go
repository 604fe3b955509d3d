package annotation

import "strings"

// MergeComment begins the comment of kpt that names the upstream identity of a resource,
// also of one that was renamed here: metadata: # kpt-merge: namespace/name
const MergeComment = "kpt-merge:"

// IsMergeComment reports whether a line of a comment is one that kpt writes.
func IsMergeComment(comment string) bool {
	return strings.HasPrefix(strings.TrimSpace(strings.TrimLeft(comment, "#")), MergeComment)
}
