//go:build !race

package slow

// UnderRace reports whether the race detector looks on.
const UnderRace = false
