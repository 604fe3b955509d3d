package report

import (
	"cmp"
	"errors"
	"slices"

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
	texts map[string]mergedText
	// names are what marks call resources, by their nodes.
	names map[*yaml.Node]string
}

func newLines(m *files.Result) *lines {
	l := &lines{map[string]*files.Merged{}, map[*resource.Resource]*resource.Merged{}, map[string]mergedText{}, map[*yaml.Node]string{}}
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
		return r.Path, l.inWhole(p, was), false
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
		return path, l.find(f, l.called(root, r.Index), p.path), moved
	}
}

// called is what marks call the resource of a document.
func (l *lines) called(root *yaml.Node, index int) string {
	name, known := l.names[root]
	if !known {
		name = marks.Called(&resource.Resource{Node: root, Index: index})
		l.names[root] = name
	}
	return name
}

// inWhole is the line of a place of a file that is merged whole: without one of its own the
// first mark, else that in dest.
func (l *lines) inWhole(p place, was int) int {
	var mark *marks.Error
	if f := l.files[p.resource.Path]; p.line == 0 && f != nil && f.Blocks > 0 && errors.As(marks.Refuse(f.Data), &mark) {
		return mark.Line
	}
	return cmp.Or(p.line, was)
}

// find gives the line of a place in a merged file, or of what is left around it; 0 if nothing is.
func (l *lines) find(f *files.Merged, name string, at merge.Path) int {
	t := l.text(f)
	for n := len(at); n >= 0; n-- {
		switch found := t.side.Find(name, at[:n]); {
		case found.Value == nil:
		case found.Line > 0 && found.Line <= len(t.lines):
			return t.lines[found.Line-1]
		default:
			return found.Line
		}
	}
	return 0
}

// mergedText is a text with the resources in it.
type mergedText struct {
	// side is nil where the text cannot be parsed.
	side *marks.Side
	// lines are the lines of the file by those of the text, nil where they are the same.
	lines []int
}

// text is a merged file as it can be parsed: with marks, as you have it. A conflict knows the line
// of its marks itself.
func (l *lines) text(f *files.Merged) mergedText {
	if t, known := l.texts[f.Path]; known {
		return t
	}
	t, data := mergedText{}, f.Data
	if parts, err := marks.Parse(f.Data); f.Blocks > 0 && err == nil {
		data, t.lines = marks.Choose(parts, marks.Yours), linesOfYours(parts)
	}
	t.side, _ = marks.ReadSide(data, f.Path) // One that repeats a key has its lines, too.
	l.texts[f.Path] = t
	return t
}

// linesOfYours are the lines of a file with marks by those that it has with your side of them: in a
// block, the line where that begins.
func linesOfYours(parts []marks.Part) (all []int) {
	at := 1
	for _, p := range parts {
		if b := p.Block; b != nil {
			all = append(all, slices.Repeat([]int{b.Line}, marks.LineCount(b.Yours))...)
			at = b.Line + b.Lines()
			continue
		}
		for range marks.LineCount(p.Text) {
			all = append(all, at)
			at++
		}
	}
	return all
}
