//go:build !race

package merge_test

// underRace says that the race detector looks on.
const underRace = false
