package resolve

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
)

// Changed gives the files as the answers so far make them, by path: all but these stay as they are. A file that could
// not be read back is an error. Each has the version that it was read as, so that nothing is written over what
// somebody changed since. The cost is that of the files that change.
func (s *Session) Changed() ([]files.Merged, error) {
	var all []files.Merged
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		f := s.files[name]
		data, err := f.text()
		if err != nil {
			return nil, err
		}
		if (data == nil) != (f.data == nil) || !bytes.Equal(data, f.data) {
			all = append(all, f.changed(f.data, data))
		}
	}
	return all, nil
}

// changed is the file where it holds something and shall hold another thing, nil for nothing: what it holds is the only
// version.
func (f *file) changed(was, is []byte) files.Merged {
	m := files.Merged{File: files.File{Path: f.path, Name: f.path, Mode: f.mode, Data: is}, Status: files.Changed, Versions: [][]files.File{nil}}
	if was != nil {
		m.Versions[0] = []files.File{{Path: f.path, Name: f.path, Data: was}}
	}
	switch {
	case is == nil:
		m.Status = files.Deleted
	case f.data == nil:
		m.Status = files.Added
	}
	return m
}

// text is the file as the answers make it, nil if it is gone.
func (f *file) text() ([]byte, error) {
	switch {
	case f.answered && f.lined != nil:
		return f.linedText()
	case f.answered:
		return f.replaced, nil
	case !slices.ContainsFunc(f.docs, func(d *document) bool { return d.touched }):
		return f.data, nil
	}
	changes := make([]source.Change, 0, len(f.docs))
	left := false
	for _, d := range f.docs {
		c := source.Change{Old: d.old, New: d.old}
		if d.touched {
			root, err := d.value()
			if err != nil {
				return nil, err
			}
			if c.New = root; d.old != nil && root != nil {
				c.New = node.InDocument(d.old, root)
			}
		}
		left = left || c.New != nil
		changes = append(changes, c)
	}
	if !left {
		return nil, nil
	}
	data, err := source.Print(f.data, changes)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be written with the answers: %w", f.path, err)
	}
	return data, check(f.path, data)
}

// value is the document with the answers.
func (d *document) value() (*yaml.Node, error) {
	if d.set == nil {
		return d.root, nil
	}
	d.set.Remember(d.decided...)
	d.decided = nil
	if d.set.IsEmpty() {
		return nil, nil // Nothing is left behind that holds nothing.
	}
	return d.set.Node()
}

// check makes sure that a file can be read.
func check(name string, data []byte) error {
	if _, err := marks.ReadSide(data, name); err != nil {
		return fmt.Errorf("%s: the answers make a file that cannot be read: %w", name, err)
	}
	return nil
}

// linedText is the file with the answers, and with marks where there is none; nil if nothing is left of it.
func (f *file) linedText() ([]byte, error) {
	l := f.lined
	if l.yaml {
		if err := f.unreadable(); err != nil {
			return nil, err
		}
	}
	// What the marks show besides the sides stands in the blocks as it was read.
	data := marks.Print(l.parts, marks.Diff3)
	if len(marks.Blocks(l.parts)) == 0 && isYAML(f.path) && len(bytes.TrimSpace(data)) == 0 {
		return nil, nil
	}
	return data, nil
}

// unreadable is why the file cannot be read with the answers so far, whatever the others will be, nil if it can.
func (f *file) unreadable() (err error) {
	for _, side := range []merge.Side{merge.Updated, merge.Dest} {
		text := marks.Take(f.lined.parts, side)
		// What was taken may have marks of an earlier merge, which are asked about next.
		if marks.Refuse(text) != nil {
			return nil
		}
		if err = check(f.path, text); err == nil {
			return nil
		}
	}
	return err
}
