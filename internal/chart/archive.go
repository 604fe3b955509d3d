package chart

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"

	"github.com/krm-merge/krm-merge/internal/bounded"
)

// unpack gives the files of a chart that is packed, by their paths below its directory.
func unpack(data []byte) (map[string][]byte, error) {
	packed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	var read bounded.Input
	all := tar.NewReader(read.Reader(packed))
	files := map[string][]byte{}
	for {
		entry, err := all.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if _, name, below := strings.Cut(entry.Name, "/"); below && entry.Typeflag == tar.TypeReg {
			if files[name], err = io.ReadAll(all); err != nil {
				return nil, err
			}
		}
	}
}
