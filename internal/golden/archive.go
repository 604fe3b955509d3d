package golden

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
)

// Packed is an archive as charts are published in, of entries: "PATH TEXT", or "PATH -> TARGET" for a symbolic link.
func Packed(entries ...string) []byte {
	var out bytes.Buffer
	zipped := gzip.NewWriter(&out)
	archive := tar.NewWriter(zipped)
	var failed error
	for _, entry := range entries {
		path, text, _ := strings.Cut(entry, " ")
		header := tar.Header{Name: path, Mode: 0o644, Size: int64(len(text)), Typeflag: tar.TypeReg}
		if target, is := strings.CutPrefix(text, "-> "); is {
			header, text = tar.Header{Name: path, Linkname: target, Typeflag: tar.TypeSymlink}, ""
		}
		failed = errors.Join(failed, archive.WriteHeader(&header))
		_, err := io.WriteString(archive, text)
		failed = errors.Join(failed, err)
	}
	if failed = errors.Join(failed, archive.Close(), zipped.Close()); failed != nil {
		panic(failed)
	}
	return out.Bytes()
}
