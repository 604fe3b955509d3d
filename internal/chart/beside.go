package chart

import (
	"path"
	"strings"

	"github.com/krm-merge/krm-merge/internal/kptfile"
)

// IsValues reports whether files of that name hold values of a chart: not a schema of them.
func IsValues(name string) bool {
	is, err := path.Match("*values*.yaml", path.Base(name))
	return is && err == nil && !strings.Contains(path.Base(name), ".schema.")
}

// ValuesFiles are the files that hold values for charts in some directories, with the directory of each:
// those that the settings of a chart name, and those whose name says so in its directory, or directly
// above that of one chart; above several it is the one whose name is in that of the file.
func ValuesFiles(files map[string][]byte, dirs []string) map[string]string {
	found, in, below := map[string]string{}, map[string]bool{}, map[string][]string{}
	for _, dir := range dirs {
		in[dir] = true
		if dir != "." {
			below[path.Dir(dir)] = append(below[path.Dir(dir)], dir)
		}
	}
	for file := range files {
		dir := path.Dir(file)
		switch {
		case !IsValues(file):
		case in[dir]:
			found[file] = dir
		default:
			if chart := named(path.Base(file), below[dir]); chart != "" {
				found[file] = chart
			}
		}
	}
	for _, dir := range dirs {
		for _, name := range Named(files[path.Join(dir, kptfile.ChartName)]) {
			file := path.Join(dir, name)
			if _, is := files[file]; is {
				found[file] = dir
			}
		}
	}
	return found
}

// named is the only one of some charts, or the only one whose name is in that of a file; "" for none.
func named(file string, dirs []string) (found string) {
	if len(dirs) == 1 {
		return dirs[0]
	}
	for _, dir := range dirs {
		if strings.Contains(file, path.Base(dir)) {
			if found != "" {
				return ""
			}
			found = dir
		}
	}
	return found
}

// Named are the files with values for a chart that its settings name, relative to its directory.
func Named(settings []byte) []string {
	k, _ := kptfile.Read(settings, kptfile.ChartName) // Whoever upgrades the chart says what is wrong.
	if k == nil {
		return nil
	}
	return k.Values
}

// Below are the files below a directory, by their paths in it.
func Below(files map[string][]byte, dir string) map[string][]byte {
	if dir == "." {
		return files
	}
	inside := map[string][]byte{}
	for name, data := range files {
		if below, is := strings.CutPrefix(name, dir+"/"); is {
			inside[below] = data
		}
	}
	return inside
}
