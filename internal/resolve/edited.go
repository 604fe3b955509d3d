package resolve

import "io/fs"

// Edited is the files of a directory of which some hold other texts, nil where they are gone.
type Edited struct {
	fs.FS
	Texts map[string][]byte
}

// ReadFile gives what a file holds.
func (e Edited) ReadFile(name string) ([]byte, error) {
	switch text, is := e.Texts[name]; {
	case is && text == nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	case is:
		return text, nil
	}
	return fs.ReadFile(e.FS, name)
}

// Stat describes a file.
func (e Edited) Stat(name string) (fs.FileInfo, error) {
	if text, is := e.Texts[name]; is && text == nil {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	return fs.Stat(e.FS, name)
}

// ReadLink gives the target of a symbolic link.
func (e Edited) ReadLink(name string) (string, error) { return fs.ReadLink(e.FS, name) }

// Lstat describes a file, or the symbolic link that it is.
func (e Edited) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(e.FS, name) }
