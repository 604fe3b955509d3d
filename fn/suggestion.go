package fn

import (
	"fmt"
	"slices"
	"strings"
)

// suggestion names the nearest of the names, known here or elsewhere, that a mistaken
// one could have been; if none is near, those that are known here.
func suggestion(name string, known []string, elsewhere ...string) string {
	best, least := "", len(name[strings.LastIndex(name, ".")+1:])/3+2
	for _, k := range slices.Concat(known, elsewhere) {
		d := distance(strings.ToLower(name), strings.ToLower(k))
		if last := k[strings.LastIndex(k, ".")+1:]; !strings.Contains(name, ".") {
			d = min(d, 1+distance(strings.ToLower(name), strings.ToLower(last)))
		}
		if d < least {
			best, least = k, d
		}
	}
	if best == "" {
		return "; known are " + strings.Join(known, ", ")
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// distance is how many letters are to be changed to make b from a.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
