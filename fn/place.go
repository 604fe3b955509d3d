package fn

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// findPlaces finds what places there are for results: a file of dest and a free index in it.
func (in *input) findPlaces() {
	in.next, in.packages = map[string]int{}, map[string]bool{}
	for _, it := range in.items {
		if it.location == "" || in.carriers[it] != nil || it.version != nil && it.version != in.dest {
			continue // It is a resource of original or updated, or a carrier of some.
		}
		in.packages[it.pkg] = true
		index, err := strconv.Atoi(it.annotation(indexName, oldIndex))
		if err != nil {
			index = 0
		}
		in.next[it.location] = max(in.next[it.location], index+1)
	}
}

// file is the place of a result in the outermost package, "" if it has none.
func (in *input) file(m *resource.Merged) (string, error) {
	if m.Path == "" {
		return "", nil
	}
	file := path.Clean(m.Path)
	if path.IsAbs(file) || file == ".." || strings.HasPrefix(file, "../") {
		return "", &resource.Error{Resources: []*resource.Resource{m.Updated}, Problem: "its path lies outside of the package; move it into the directory of its version"}
	}
	if problem := unusable(file); problem != "" {
		return "", &resource.Error{Resources: []*resource.Resource{m.Updated}, Problem: fmt.Sprintf("its path %q %s; correct it", m.Path, problem)}
	}
	return path.Join(in.dest.root, file), nil
}

// put places a copy of a value in a file.
func (in *input) put(value *yaml.Node, file string, from *resource.Resource) *yaml.Node {
	index := strconv.Itoa(in.next[file])
	in.next[file]++
	pkg := in.owner(file)
	local := below(file, pkg)
	names := []string{oldIndex, oldPath, indexName, pathName}
	values := []string{index, local, index, local}
	if in.packaged {
		names = append(names, packagePath)
		values = append(values, path.Join(in.base, pkg))
	}
	if indent := in.annotation(from, seqIndent); indent != "" {
		names = append(names, seqIndent)
		values = append(values, indent)
	}
	return annotation.Set(value, names, values)
}

// owner is the innermost of dest's packages that a file lies in.
func (in *input) owner(file string) string {
	for dir := path.Dir(file); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if in.packages[dir] {
			return dir
		}
	}
	return "."
}
