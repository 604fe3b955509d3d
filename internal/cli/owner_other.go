//go:build !unix

package cli

import (
	"io/fs"
	"os"
)

// keepOwner does nothing where files have no numbered owners.
func keepOwner(*os.File, fs.FileInfo) {}

// readable is not known here.
func readable(*os.File) bool { return false }
