package helm

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// Archive is what a chart holds.
type Archive struct {
	// Name and Version are those of its Chart.yaml, Digest is that of the archive.
	Name, Version, Digest string
	// Files are all files, in the order of their paths.
	Files []File
}

// File is a file of a chart. helm writes none that can be run.
type File struct {
	// Path is relative to the chart, with slashes.
	Path string
	Data []byte
}

// How many files a chart may have, and how deep they may lie.
const (
	mostFiles = 100_000
	mostDepth = 100
)

// unpacked reads an archive. What cannot be a chart on a disk is an error, which reads on behind
// "the archive".
func unpacked(data []byte) (*Archive, error) {
	a := &Archive{}
	err := bounded.Archive(data, func(header *tar.Header, content io.Reader) error {
		switch header.Typeflag {
		case tar.TypeDir, tar.TypeXGlobalHeader:
			return nil
		case tar.TypeReg:
		default:
			return fmt.Errorf("holds %s, which is a link or no file", printable.Line(strconv.Quote(header.Name)))
		}
		name, err := inside(header.Name)
		if err == nil && len(a.Files) == mostFiles {
			err = fmt.Errorf("holds more than %d files", mostFiles)
		}
		if err != nil {
			return err
		}
		text, err := io.ReadAll(content)
		if err != nil {
			return fmt.Errorf("cannot be read: %w", err)
		}
		a.Files = append(a.Files, File{name, text})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return a, a.check()
}

// inside is the path of a file in the chart, whose directory the archive has around all.
func inside(name string) (string, error) {
	slashed := strings.ReplaceAll(name, `\`, "/") // Packed on Windows.
	_, below, found := strings.Cut(strings.TrimPrefix(slashed, "./"), "/")
	if strings.HasPrefix(slashed, "/") || !found || !fs.ValidPath(path.Clean(slashed)) || !fs.ValidPath(below) || below == "." || !filepath.IsLocal(filepath.FromSlash(below)) {
		return "", fmt.Errorf("holds %s, which is no path in a chart", printable.Line(strconv.Quote(name)))
	}
	if strings.Count(below, "/") > mostDepth {
		return "", fmt.Errorf("has more than %d directories in each other", mostDepth)
	}
	return below, nil
}

// check makes sure that the files are a chart, and can be on a disk.
func (a *Archive) check() error {
	slices.SortFunc(a.Files, func(x, y File) int { return strings.Compare(x.Path, y.Path) })
	has := map[string]bool{}
	for i := range a.Files {
		at := a.Files[i].Path
		for twice := at; twice != "."; twice = path.Dir(twice) {
			if has[twice] {
				return fmt.Errorf("holds %s twice", printable.Line(strconv.Quote(twice)))
			}
		}
		has[at] = true
		if at == "Chart.yaml" {
			if err := a.describe(a.Files[i].Data); err != nil {
				return err
			}
		}
	}
	repository := git.Inside(func(yield func(string) bool) {
		for i := range a.Files {
			if !yield(a.Files[i].Path) {
				return
			}
		}
	})
	switch {
	case repository != "":
		return fmt.Errorf("holds %s, a repository of git, which could name commands for git to run", printable.Line(strconv.Quote(repository)))
	case a.Version == "":
		return errors.New("is not a chart: it has no Chart.yaml with a version")
	}
	return nil
}

// describe reads a Chart.yaml.
func (a *Archive) describe(text []byte) error {
	var said struct{ Name, Version string }
	if err := yaml.Unmarshal(text, &said); err != nil {
		return fmt.Errorf("has a Chart.yaml that cannot be read: %s", printable.Line(err.Error()))
	}
	a.Name, a.Version = said.Name, said.Version
	return nil
}
