// Package slow tells tests whether those that take long are to run as well: with the build
// tag slow,
//
//	go test -tags slow ./...
//
// as continuous integration does. Without it, all tests of the module end within three
// minutes on two processors that have compiled nothing yet.
package slow

import "testing"

// Skip skips a test that takes long, unless the tag is set.
func Skip(t *testing.T) {
	t.Helper()
	if !Wanted {
		t.Skip("takes long: go test -tags slow")
	}
}
