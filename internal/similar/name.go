package similar

import (
	"strings"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// Name gives the one of the names that another, which is none of them, most likely was meant
// to be, "" if none is near: a letter of three may differ, and case does not count. The
// first of several as near is it. The cost is linear in the names.
func Name(mistaken string, names []string) string {
	best, least := "", max(1, len(mistaken)/3)+1
	for _, name := range names {
		if name == mistaken || name == "" || len(name)-len(mistaken) >= least || len(mistaken)-len(name) >= least {
			continue
		}
		if d := Distance(mistaken, name); d < least {
			best, least = name, d
		}
	}
	return best
}

// Distance is about how many letters have to change to make one name of another; case does
// not count.
func Distance(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return max(len(a), len(b)) - len(diff.Match([]byte(a), []byte(b)))
}
