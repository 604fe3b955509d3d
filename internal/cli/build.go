package cli

import (
	"cmp"
	"runtime/debug"
	"strings"
)

// versionText is the version the linker set, else what the build knows: the version of the module, which
// names the commit it was built from.
func versionText(linked string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return cmp.Or(linked, strings.Trim(info.Main.Version, "()"), "devel")
	}
	return cmp.Or(linked, "unknown")
}
