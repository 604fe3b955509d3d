package upstream

import (
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/bounded"
)

// unpacked reads the archive of a chart, and gives its version. What cannot be a chart on a disk is an error.
func (o *origin) unpacked(data []byte) (files *Files, version string, err error) {
	held, err := bounded.Archive(data)
	if err != nil {
		return nil, "", o.failed(Unavailable, err, "its archive "+err.Error(), "")
	}
	paths := slices.Sorted(maps.Keys(held))
	if wrong := unfit(paths, " in it"); wrong != "" {
		return nil, "", o.failed(Unavailable, nil, "its archive is refused: "+wrong, "")
	}
	var about struct{ Version string }
	if err = yaml.Unmarshal(held["Chart.yaml"], &about); err != nil || about.Version == "" {
		return nil, "", o.failed(Unavailable, err, "its archive is not a chart: it has no Chart.yaml with a version", "")
	}
	files = &Files{}
	for _, name := range paths {
		files.All = append(files.All, File{name, 0o644, held[name]})
	}
	return files, about.Version, nil
}
