package chart

import (
	"path"
	"slices"
	"strings"
)

// IsValues reports whether files of that name hold values of a chart: not a schema of them.
func IsValues(name string) bool {
	is, err := path.Match("*values*.yaml", path.Base(name))
	return is && err == nil && !strings.Contains(path.Base(name), ".schema.")
}

// Beside is the directory of the chart whose values a file holds: the one it lies in, else the one
// chart directly below that, or the one of several whose name is in that of the file. dirs are those
// of charts. It is false for any other file.
func Beside(file string, dirs []string) (dir string, is bool) {
	in := path.Dir(file)
	switch {
	case !IsValues(file):
		return "", false
	case slices.Contains(dirs, in):
		return in, true
	}
	var below, named []string
	for _, dir := range dirs {
		if dir != "." && path.Dir(dir) == in {
			below = append(below, dir)
			if strings.Contains(path.Base(file), path.Base(dir)) {
				named = append(named, dir)
			}
		}
	}
	if len(below) > 1 {
		below = named
	}
	if len(below) != 1 {
		return "", false
	}
	return below[0], true
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
