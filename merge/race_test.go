//go:build race

package merge_test

// underRace reports whether the race detector looks on, which takes ten times as long:
// the laws are tried on fewer documents then.
const underRace = true
