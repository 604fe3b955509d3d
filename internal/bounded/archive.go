package bounded

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// Archive gives the entries of a tar archive that gzip packed, until entry has an error. What they hold
// counts as one input. Errors of its own read on behind the name of the archive.
func Archive(data []byte, entry func(header *tar.Header, content io.Reader) error) error {
	unzipped, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("cannot be read: %w", err)
	}
	var read Input
	for entries := tar.NewReader(read.Reader(unzipped)); ; {
		header, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("cannot be read: %w", err)
		}
		if err = entry(header, entries); err != nil {
			return err
		}
	}
}
