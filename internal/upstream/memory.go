package upstream

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// memory is a file system in memory, by path; it has a node for each directory.
type memory map[string]*node

// node is a file, a link, or a directory.
type node struct {
	name     string
	mode     fs.FileMode
	data     []byte
	children []fs.DirEntry
}

var (
	_ fs.ReadLinkFS = memory{}
	_ fs.ReadFileFS = memory{}
	_ fs.ReadDirFS  = memory{}
)

// add adds a file, with the directories that it is in.
func (m memory) add(name string, mode fs.FileMode, data []byte) {
	n := &node{name: path.Base(name), mode: mode, data: data}
	m[name] = n
	for name != "." {
		name = path.Dir(name)
		parent, there := m[name]
		if !there {
			parent = &node{name: path.Base(name), mode: fs.ModeDir | 0o755}
			m[name] = parent
		}
		parent.children = append(parent.children, n)
		if there {
			return
		}
		n = parent
	}
}

// sort brings directories into the order of names. A file system has a root.
func (m memory) sort() {
	if m["."] == nil {
		m["."] = &node{name: ".", mode: fs.ModeDir | 0o755}
	}
	for _, n := range m {
		slices.SortFunc(n.children, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}
}

// find gives a node; links are not followed.
func (m memory) find(op, name string) (*node, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	n := m[name]
	if n == nil {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	}
	return n, nil
}

// file gives a node that can be read: links are followed within the tree.
func (m memory) file(op, name string) (*node, error) {
	at := name
	for range 40 {
		n, err := m.find(op, at)
		if err != nil || n.mode.Type() != fs.ModeSymlink {
			return n, err
		}
		at = path.Join(path.Dir(at), string(n.data))
	}
	return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
}

// Open opens a file or directory.
func (m memory) Open(name string) (fs.File, error) {
	n, err := m.file("open", name)
	if err != nil {
		return nil, err
	}
	return &opened{node: n, Reader: bytes.NewReader(n.data)}, nil
}

// ReadFile gives what a file holds.
func (m memory) ReadFile(name string) ([]byte, error) {
	n, err := m.file("read", name)
	if err == nil && n.IsDir() {
		err = &fs.PathError{Op: "read", Path: name, Err: fs.ErrInvalid}
	}
	if err != nil {
		return nil, err
	}
	return bytes.Clone(n.data), nil
}

// ReadDir lists a directory.
func (m memory) ReadDir(name string) ([]fs.DirEntry, error) {
	n, err := m.file("readdir", name)
	if err == nil && !n.IsDir() {
		err = &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrInvalid}
	}
	if err != nil {
		return nil, err
	}
	return slices.Clone(n.children), nil
}

// ReadLink gives where a symbolic link leads to.
func (m memory) ReadLink(name string) (string, error) {
	n, err := m.find("readlink", name)
	if err == nil && n.mode.Type() != fs.ModeSymlink {
		err = &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	if err != nil {
		return "", err
	}
	return string(n.data), nil
}

// Lstat describes a file, or a symbolic link itself.
func (m memory) Lstat(name string) (fs.FileInfo, error) { return m.find("lstat", name) }

func (n *node) Name() string               { return n.name }
func (n *node) Size() int64                { return int64(len(n.data)) }
func (n *node) Mode() fs.FileMode          { return n.mode }
func (n *node) Type() fs.FileMode          { return n.mode.Type() }
func (n *node) ModTime() time.Time         { return time.Time{} }
func (n *node) IsDir() bool                { return n.mode.IsDir() }
func (n *node) Sys() any                   { return nil }
func (n *node) Info() (fs.FileInfo, error) { return n, nil }

// opened is a file that was opened.
type opened struct {
	*node
	*bytes.Reader
	listed int
}

func (o *opened) Stat() (fs.FileInfo, error) { return o.node, nil }
func (o *opened) Close() error               { return nil }
func (o *opened) Size() int64                { return o.node.Size() }

func (o *opened) Read(p []byte) (int, error) {
	if o.IsDir() {
		return 0, &fs.PathError{Op: "read", Path: o.name, Err: fs.ErrInvalid}
	}
	return o.Reader.Read(p)
}

// ReadDir lists the next entries of a directory.
func (o *opened) ReadDir(count int) ([]fs.DirEntry, error) {
	left := o.children[o.listed:]
	if count > 0 && len(left) == 0 {
		return nil, io.EOF
	}
	if count > 0 {
		left = left[:min(count, len(left))]
	}
	o.listed += len(left)
	return slices.Clone(left), nil
}
