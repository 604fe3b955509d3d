package files

import (
	"io/fs"

	"github.com/krm-merge/krm-merge/merge"
)

// mode is the mode of the merged file, given the one that its content comes with: whether
// a file is executable merges like a value, and the other permissions are dest's.
//
// See testdata/executable.txtar.
func (s *slot) mode(mode fs.FileMode) fs.FileMode {
	d := s.file(merge.Dest)
	if mode.Type() != 0 || d == nil || d.isLink() {
		return mode
	}
	switch is := s.isExecutable(); {
	case is == d.isExecutable():
		return d.Mode.Perm()
	case is:
		const read fs.FileMode = 0o444
		return d.Mode.Perm() | d.Mode&read>>2
	}
	return d.Mode.Perm() &^ executable
}

// isExecutable reports whether the merged file is executable: dest's choice, but where
// only upstream made one. Modes of single files are not part of a package.
func (s *slot) isExecutable() bool {
	o, u, d := s.file(merge.Original), s.file(merge.Updated), s.file(merge.Dest)
	if s.documents(merge.Dest).version.Single || o == nil || u == nil || o.isLink() || u.isLink() || o.isExecutable() == u.isExecutable() {
		return d.isExecutable()
	}
	return u.isExecutable()
}
