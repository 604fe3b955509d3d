package bounded

import "io/fs"

// FS gives the same files, bounded as by Reader.
func (in *Input) FS(files fs.FS) fs.FS { return boundedFS{in, files} }

type boundedFS struct {
	in    *Input
	files fs.FS
}

func (b boundedFS) Open(name string) (fs.File, error) {
	f, err := b.files.Open(name)
	if err != nil {
		return nil, err
	}
	return file{f, reader{b.in, f}}, nil
}

// ReadDir reads a directory, which does not count.
func (b boundedFS) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(b.files, name) }

// ReadLink gives where a symbolic link leads to, which does not count.
func (b boundedFS) ReadLink(name string) (string, error) { return fs.ReadLink(b.files, name) }

// Lstat describes a file, or a symbolic link itself.
func (b boundedFS) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(b.files, name) }

type file struct {
	fs.File
	bounded reader
}

func (f file) Read(p []byte) (int, error) { return f.bounded.Read(p) }
