package merge

import "strconv"

// inOrderOfKeys numbers elements that have the same id, in order, except for the ids in
// kept. It reports whether there are such.
func inOrderOfKeys(ids []string, kept map[string]bool) (again bool) {
	if repeated(ids) < 0 {
		return false
	}
	times := make(map[string]int, len(ids))
	for i, id := range ids {
		if times[id]++; times[id] > 1 && !kept[id] {
			ids[i] = id + "\x00#" + strconv.Itoa(times[id])
		}
	}
	return true
}
