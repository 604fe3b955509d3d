// Package slow tells tests whether those that take long are to run as well, as they do in
// continuous integration:
//
//	KRM_MERGE_SLOW=1 go test ./...
package slow

import "os"

// Wanted reports whether tests that take long are to run.
var Wanted = os.Getenv("KRM_MERGE_SLOW") != "" //nolint:gochecknoglobals // What the environment says does not change.
