package chart

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// IsValues reports whether files of that name hold values of a chart: not a schema of them.
func IsValues(name string) bool {
	name = path.Base(name)
	return strings.Contains(name, "values") && path.Ext(name) == ".yaml" && !strings.Contains(name, ".schema.")
}

// ValuesFiles are the files that hold values for the charts among files, by the directories of these: those whose
// name says so in its directory, or directly above that of one chart; above several it is the one whose name is in that of
// the file.
func ValuesFiles(files map[string][]byte) map[string][]string {
	found, below := map[string][]string{}, map[string][]string{}
	for file := range files {
		dir := path.Dir(file)
		if path.Base(file) != File {
			continue
		}
		found[dir] = nil
		if dir != "." {
			below[path.Dir(dir)] = append(below[path.Dir(dir)], dir)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		charts := below[path.Dir(file)]
		if _, beside := found[path.Dir(file)]; beside {
			charts = []string{path.Dir(file)}
		}
		if len(charts) > 1 {
			charts = slices.DeleteFunc(slices.Clone(charts), func(dir string) bool { return !strings.Contains(path.Base(file), path.Base(dir)) })
		}
		if IsValues(file) && len(charts) == 1 {
			found[charts[0]] = append(found[charts[0]], file)
		}
	}
	return found
}

// Below are the files below a directory, by their paths in it.
func Below(files map[string][]byte, dir string) map[string][]byte {
	inside, around := map[string][]byte{}, strings.TrimPrefix(dir+"/", "./")
	for name, data := range files {
		if below, is := strings.CutPrefix(name, around); is {
			inside[below] = data
		}
	}
	return inside
}
