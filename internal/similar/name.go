package similar

import (
	"strings"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// Distance is about how many letters have to change to make one name of another; case does
// not count.
func Distance(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return max(len(a), len(b)) - len(diff.Match([]byte(a), []byte(b)))
}
