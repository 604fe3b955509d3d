package merge

import (
	"slices"
	"strconv"
	"strings"
)

// nthMark stands in an id behind which the element of a key that comes again is counted.
const nthMark = "\x00#"

// comeAgain reports whether a version has elements of one key, where the schema lets keys
// repeat.
func (l *listing) comeAgain() bool {
	return l.repeats && slices.ContainsFunc(l.children[:], func(c children) bool {
		return slices.ContainsFunc(c.ids, func(id string) bool { return strings.Contains(id, nthMark) })
	})
}

// inOrderOfKeys numbers elements that have the same id, in order, except for the ids in
// kept.
func inOrderOfKeys(ids []string, kept map[string]bool) {
	if repeated(ids) < 0 {
		return
	}
	times := make(map[string]int, len(ids))
	for i, id := range ids {
		if times[id]++; times[id] > 1 && !kept[id] {
			ids[i] = id + nthMark + strconv.Itoa(times[id])
		}
	}
}
