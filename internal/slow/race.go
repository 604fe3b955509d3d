//go:build race

package slow

// UnderRace reports whether the race detector looks on, which takes ten times as long.
const UnderRace = true
