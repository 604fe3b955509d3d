//go:build !race

package merge_test

// underRace reports whether the race detector looks on.
const underRace = false
