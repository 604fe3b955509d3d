//go:build !unix

package journal

import (
	"io/fs"
	"os"
)

// keepOwner does nothing where files have no numbered owners.
func keepOwner(*os.File, fs.FileInfo) {}

// runs is not known here: what is left stays.
func runs(int) bool { return true }
