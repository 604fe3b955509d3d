//go:build !slow

package slow

// Wanted reports whether tests that take long are to run.
const Wanted = false
