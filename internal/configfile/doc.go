// Package configfile reads configurations from files, and finds the one that a package
// has: krm-merge.yaml, the nearest in dest or above it, up to the root of the repository.
// In go texts and paths, out comes a checked configuration. It must not know commands,
// flags or merges.
package configfile
