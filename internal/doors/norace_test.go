//go:build !race

package doors_test

// underRace reports whether the race detector looks on.
const underRace = false
