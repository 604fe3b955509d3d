package report

import (
	"bytes"
	"cmp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// place is a place as the versions know it.
type place struct {
	resource *resource.Resource
	path     merge.Path
	// line is that of the result, 0 where it has to be found.
	line int
}

// lines finds the lines of places in merged files. Each file that is asked for is parsed
// once; the cost is linear in its size.
type lines struct {
	files map[string]*files.Merged
	// homes are what became of the resources of versions.
	homes map[*resource.Resource]*resource.Merged
	// sides are what can be parsed of files, nil where nothing can.
	sides map[string]*marks.Side
	// names are what marks call resources, by their nodes: many entries may be about one.
	names map[*yaml.Node]string
}

func newLines(m *files.Result) *lines {
	l := &lines{map[string]*files.Merged{}, map[*resource.Resource]*resource.Merged{}, map[string]*marks.Side{}, map[*yaml.Node]string{}}
	for i := range m.Files {
		l.files[m.Files[i].Path] = &m.Files[i]
	}
	l.add(m.Resources)
	return l
}

func (l *lines) add(all []*resource.Merged) {
	for _, m := range all {
		for _, of := range []*resource.Resource{m.Original, m.Updated, m.Dest} {
			if of != nil {
				l.homes[of] = m
			}
		}
		l.add(m.Items)
	}
}

// of gives the file of a place of a resource in the result, its path in dest if it is not
// there, and the line, 0 if there is none: of the place itself, or of what is left around
// it. was is its line in dest, which stays where the file does. moved: dest has it in
// another file.
func (l *lines) of(p place, was int) (path string, line int, moved bool) {
	r := p.resource
	if r.Node == nil {
		return r.Path, cmp.Or(p.line, was), false
	}
	path, root := r.Path, r.Node
	m, there := l.homes[r]
	if there {
		path, root = m.Path, m.Node
		moved = m.Dest == r && path != r.Path
	}
	if there && m.Dest != r {
		was = 0 // That of another version.
	}
	switch f := l.files[path]; {
	case f == nil, f.Status == files.Deleted:
		return path, 0, moved
	case there && f.Status == files.Unchanged && !moved:
		return path, was, false
	case p.line > 0:
		return path, p.line, moved
	default:
		name, known := l.names[root]
		if !known {
			at := (&resource.Resource{Node: root, Index: r.Index}).At()
			name = at.Called()
			l.names[root] = name
		}
		return path, l.find(f, name, p.path), moved
	}
}

// find gives the line of a place in a merged file, or of what is left around it; 0 if nothing is.
func (l *lines) find(f *files.Merged, name string, at merge.Path) int {
	side, known := l.sides[f.Path]
	if !known {
		side, _ = marks.ReadSide(yours(f), f.Path) // One that repeats a key has its lines, too.
		l.sides[f.Path] = side
	}
	for n := len(at); n >= 0; n-- {
		if found := side.Find(name, at[:n]); found.Value != nil {
			return found.Line
		}
	}
	return 0
}

// yours is a merged file as it can be parsed: of what stands between marks your side, where all lines
// keep their numbers.
func yours(f *files.Merged) []byte {
	parts, err := marks.Parse(f.Data)
	if f.Blocks == 0 || err != nil {
		return f.Data
	}
	return marks.Choose(parts, func(b *marks.Block) string {
		printed := marks.Print([]marks.Part{{Block: b}}, marks.Diff3)
		return "\n" + b.Texts[merge.Dest] + strings.Repeat("\n", bytes.Count(printed, []byte("\n"))-1-marks.LineCount(b.Texts[merge.Dest]))
	})
}
