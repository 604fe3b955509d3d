package similar

import (
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// Distance is about how many letters have to change to make one name of another; case does
// not count.
func Distance(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return max(len(a), len(b)) - len(diff.Match([]byte(a), []byte(b)))
}

// Nearest is the name of several that a mistaken one may have meant, "" if none is near.
func Nearest(name string, names []string) (best string) {
	least := len(name)/3 + 1
	for _, n := range slices.Sorted(slices.Values(names)) {
		if d := Distance(name, n); d < least {
			best, least = n, d
		}
	}
	return best
}
