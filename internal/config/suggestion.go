package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/similar"
)

// suggestion names the nearest of the names, known here or elsewhere, that a mistaken
// one could have been; if none is near, those that are known here.
func suggestion(name string, known []string, elsewhere ...string) string {
	best, least := "", len(name[strings.LastIndex(name, ".")+1:])/3+2
	for _, k := range slices.Concat(known, elsewhere) {
		d := similar.Distance(name, k)
		if last := k[strings.LastIndex(k, ".")+1:]; !strings.Contains(name, ".") {
			d = min(d, 1+similar.Distance(name, last))
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
