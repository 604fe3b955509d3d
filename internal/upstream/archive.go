package upstream

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// unpacked reads the archive of a chart, and gives its version. What cannot be a chart on a disk is an error,
// which reads on behind "the archive".
func unpacked(data []byte) (files *Files, version string, err error) {
	held, err := bounded.Archive(data)
	if err != nil {
		return nil, "", err
	}
	paths := slices.Sorted(maps.Keys(held))
	if wrong := unfit(paths, " in it"); wrong != "" {
		return nil, "", errors.New("is refused: " + wrong)
	}
	var about struct{ Version string }
	if err = yaml.Unmarshal(held["Chart.yaml"], &about); err != nil {
		return nil, "", fmt.Errorf("has a Chart.yaml that cannot be read: %s", printable.Line(err.Error()))
	}
	if about.Version == "" {
		return nil, "", errors.New("is not a chart: it has no Chart.yaml with a version")
	}
	files = &Files{}
	for _, name := range paths {
		files.All = append(files.All, File{name, 0o644, held[name]})
	}
	return files, about.Version, nil
}
