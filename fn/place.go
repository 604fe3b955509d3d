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

// placer gives results their place: a file of dest and a free index in it.
type placer struct {
	in *input
	// next is the next free index of each file.
	next map[string]int
	// packages are the directories of the packages that dest has.
	packages map[string]bool
}

func newPlacer(in *input) *placer {
	p := &placer{in: in, next: map[string]int{}, packages: map[string]bool{}}
	for _, it := range in.items {
		if it.location == "" || in.carriers[it] != nil || it.version != nil && it.version != in.dest {
			continue // It is a resource of original or updated, or a carrier of some.
		}
		p.packages[it.pkg] = true
		index, err := strconv.Atoi(it.annotation(indexName, oldIndex))
		if err != nil {
			index = 0
		}
		p.next[it.location] = max(p.next[it.location], index+1)
	}
	return p
}

// file is the place of a result in the outermost package, "" if it has none.
func (p *placer) file(m *resource.Merged) (string, error) {
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
	return path.Join(p.in.dest.root, file), nil
}

// put places a copy of a value in a file.
func (p *placer) put(value *yaml.Node, file string, from *resource.Resource) *yaml.Node {
	index := strconv.Itoa(p.next[file])
	p.next[file]++
	pkg := p.owner(file)
	local := below(file, pkg)
	names := []string{oldIndex, oldPath, indexName, pathName}
	values := []string{index, local, index, local}
	if p.in.packaged {
		names = append(names, packagePath)
		values = append(values, path.Join(p.in.base, pkg))
	}
	if indent := p.in.annotation(from, seqIndent); indent != "" {
		names = append(names, seqIndent)
		values = append(values, indent)
	}
	return annotation.Set(value, names, values)
}

// owner is the innermost of dest's packages that a file lies in.
func (p *placer) owner(file string) string {
	for dir := path.Dir(file); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if p.packages[dir] {
			return dir
		}
	}
	return "."
}
