package upstream

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// unpacked reads the archive of a chart, and gives its version. What cannot be a chart on a disk is an error,
// which reads on behind "the archive".
func unpacked(data []byte) (files *Files, version string, err error) {
	files = &Files{}
	var about struct{ Version string }
	err = bounded.Archive(data, func(header *tar.Header, content io.Reader) error {
		switch {
		case header.Typeflag == tar.TypeDir || header.Typeflag == tar.TypeXGlobalHeader:
			return nil
		case header.Typeflag != tar.TypeReg:
			return fmt.Errorf("holds %s, which is a link or no file", printable.Line(strconv.Quote(header.Name)))
		case len(files.All) == mostFiles:
			return fmt.Errorf("holds more than %d files", mostFiles)
		}
		text, failed := io.ReadAll(content)
		if failed != nil {
			return fmt.Errorf("cannot be read: %w", failed)
		}
		slashed := strings.ReplaceAll(header.Name, `\`, "/") // Packed on Windows.
		_, below, found := strings.Cut(strings.TrimPrefix(slashed, "./"), "/")
		if !found || !fs.ValidPath(path.Clean(slashed)) {
			return fmt.Errorf("holds %s, which is no path in a chart", printable.Line(strconv.Quote(header.Name)))
		}
		if below == "Chart.yaml" {
			if failed = yaml.Unmarshal(text, &about); failed != nil {
				return fmt.Errorf("has a Chart.yaml that cannot be read: %s", printable.Line(failed.Error()))
			}
		}
		files.All = append(files.All, File{below, 0o644, text})
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	slices.SortFunc(files.All, func(x, y File) int { return strings.Compare(x.Path, y.Path) })
	var paths []string
	for i := range files.All {
		paths = append(paths, files.All[i].Path)
	}
	if wrong := unfit(paths, " in it"); wrong != "" {
		return nil, "", errors.New("is refused: " + wrong)
	}
	if about.Version == "" {
		return nil, "", errors.New("is not a chart: it has no Chart.yaml with a version")
	}
	return files, about.Version, nil
}
