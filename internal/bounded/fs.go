package bounded

import "io/fs"

// FS gives the same files, bounded as by Reader.
func (in *Input) FS(files fs.FS) fs.FS { return boundedFS{in, files} }

type boundedFS struct {
	in    *Input
	files fs.FS
}

func (b boundedFS) Open(name string) (fs.File, error) {
	// Opening a pipe would wait for who writes to it.
	if info, err := b.Stat(name); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errIrregular}
	}
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

// Stat describes a file, or what a symbolic link leads to.
func (b boundedFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(b.files, name) }

// Lstat describes a file, or a symbolic link itself.
func (b boundedFS) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(b.files, name) }

type file struct {
	fs.File
	bounded reader
}

func (f file) Read(p []byte) (int, error) { return f.bounded.Read(p) }
