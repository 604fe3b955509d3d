package bounded

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// Archive gives the files of a tar archive that gzip packed, by their paths below its one directory. What they
// hold counts as one input. A link, or what lies elsewhere, is an error; all read on behind "the archive".
func Archive(data []byte) (map[string][]byte, error) {
	files := map[string][]byte{}
	unzipped, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	var read Input
	for entries := tar.NewReader(read.Reader(unzipped)); ; {
		header, err := entries.Next()
		switch {
		case errors.Is(err, io.EOF):
			return files, nil
		case err != nil:
			return nil, fmt.Errorf("cannot be read: %w", err)
		case header.Typeflag == tar.TypeDir || header.Typeflag == tar.TypeXGlobalHeader:
			continue
		case header.Typeflag != tar.TypeReg:
			return nil, fmt.Errorf("holds %q, which is a link or no file", header.Name)
		}
		slashed := strings.ReplaceAll(header.Name, `\`, "/") // Packed on Windows.
		_, below, found := strings.Cut(strings.TrimPrefix(slashed, "./"), "/")
		switch _, twice := files[below]; {
		case !found || !fs.ValidPath(path.Clean(slashed)):
			return nil, fmt.Errorf("holds %q, which is no path in a chart", header.Name)
		case twice:
			return nil, fmt.Errorf("is refused: %q in it is there twice", below)
		}
		if files[below], err = io.ReadAll(entries); err != nil {
			return nil, fmt.Errorf("cannot be read: %w", err)
		}
	}
}
