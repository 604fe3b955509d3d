package packages_test

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strings"
	"testing/fstest"
)

// tree is one version of a package.
type tree = fstest.MapFS

// release reads a directory of a repository as it is at a tag.
func release(repository, tag, directory string) (tree, error) {
	// What attributes leave out of archives stays in.
	command := exec.Command("git", "-C", repository, "-c", "core.attributesFile=/dev/null", "archive", "--format=tar", "refs/tags/"+tag+":"+directory)
	command.Env = append(command.Environ(), "GIT_NO_LAZY_FETCH=1")
	var errs bytes.Buffer
	command.Stderr = &errs
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s of %s: %w: %s", directory, tag, err, strings.TrimSpace(errs.String()))
	}
	files := tree{}
	for archive := tar.NewReader(bytes.NewReader(out)); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		switch header.Typeflag {
		case tar.TypeSymlink:
			files[header.Name] = &fstest.MapFile{Data: []byte(header.Linkname), Mode: fs.ModeSymlink | 0o777}
		case tar.TypeReg:
			data, err := io.ReadAll(archive)
			if err != nil {
				return nil, err
			}
			files[header.Name] = &fstest.MapFile{Data: data, Mode: header.FileInfo().Mode().Perm()}
		}
	}
}
