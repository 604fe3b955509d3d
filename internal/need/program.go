// Package need skips tests of what is not on the machine.
package need

import (
	"os"
	"os/exec"
	"testing"
)

// Program skips a test where a program is not installed. With KRM_MERGE_E2E=required it fails
// there.
func Program(t testing.TB, name string) {
	t.Helper()
	switch _, err := exec.LookPath(name); {
	case err != nil && os.Getenv("KRM_MERGE_E2E") == "required":
		t.Fatalf("%v, and KRM_MERGE_E2E=required", err)
	case err != nil:
		t.Skipf("%s is not installed", name)
	}
}
