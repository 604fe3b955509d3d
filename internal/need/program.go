// Package need skips tests of what is not on the machine.
package need

import (
	"fmt"
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

// Git reports whether the git of the machine has a version, such as 2.35, or a newer one.
func Git(major, minor int) bool {
	said, err := exec.Command("git", "version").Output()
	var hasMajor, hasMinor int
	if _, odd := fmt.Sscanf(string(said), "git version %d.%d", &hasMajor, &hasMinor); err != nil || odd != nil {
		return false
	}
	return hasMajor > major || hasMajor == major && hasMinor >= minor
}
