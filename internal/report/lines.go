package report

import (
	"cmp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// place is a place as the versions know it.
type place struct {
	resource *resource.Resource
	path     merge.Path
	in       *merge.Embedded
	// line is that of the result, 0 where it has to be found.
	line int
}

// lines finds the lines of places in merged files. Each file that is asked for is parsed
// once; the cost is linear in its size.
type lines struct {
	files map[string]*files.Merged
	homes map[*resource.Resource]home
	texts map[string][]*mergedText
}

// home is where a resource of a version is in the result.
type home struct {
	path, name string
	// nth counts those in front of it that are called the same.
	nth int
	// dest is dest's.
	dest *resource.Resource
}

func newLines(m *files.Result) *lines {
	l := &lines{map[string]*files.Merged{}, map[*resource.Resource]home{}, map[string][]*mergedText{}}
	for i := range m.Files {
		l.files[m.Files[i].Path] = &m.Files[i]
	}
	count := map[home]int{}
	var add func(all []*resource.Merged)
	add = func(all []*resource.Merged) {
		for _, r := range all {
			h := home{path: r.Path, name: RefOf(r.Node).String()}
			count[h]++
			h.nth, h.dest = count[h]-1, r.Dest
			for _, of := range []*resource.Resource{r.Original, r.Updated, r.Dest} {
				if of != nil {
					l.homes[of] = h
				}
			}
			add(r.Items)
		}
	}
	add(m.Resources)
	return l
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
	h, there := l.homes[r]
	if there && h.dest != r {
		was = 0 // That of another version.
	} else if !there {
		h = home{path: r.Path, name: RefOf(r.Node).String()}
	}
	f := l.files[h.path]
	moved = h.dest == r && h.path != r.Path
	switch {
	case f == nil, f.Status == files.Deleted:
		return h.path, 0, moved
	case there && f.Status == files.Unchanged && !moved:
		return h.path, was, false
	}
	return h.path, l.find(f, h, p, there), moved
}

// inWhole is the line of a place of a file that is merged whole: without one of its own the
// first mark, else that in dest.
func (l *lines) inWhole(p place, was int) int {
	if f := l.files[p.resource.Path]; p.line == 0 && f != nil && f.Blocks > 0 {
		return firstMark(f.Data)
	}
	return cmp.Or(p.line, was)
}

// find gives the line of a place in a merged file, 0 if it is not there. known: the merge
// tells which resource it is in; an item that it left alone is known by its name only.
func (l *lines) find(f *files.Merged, h home, p place, known bool) (line int) {
	for _, t := range l.text(f) {
		if !known && len(t.resources[h.name]) > 1 {
			continue
		}
		at, whole := t.find(h, p)
		if whole {
			return cmp.Or(max(at, 0), line)
		}
		if line == 0 {
			line = max(at, 0)
		}
	}
	return line
}

// text is a merged file as it can be parsed: with marks, as each side has it.
func (l *lines) text(f *files.Merged) []*mergedText {
	if t, known := l.texts[f.Path]; known {
		return t
	}
	var all []*mergedText
	if f.Blocks == 0 {
		all = append(all, newMergedText(f.Data, nil))
	} else if parts, err := marks.Parse(f.Data); err == nil {
		for _, side := range []func(*marks.Block) string{marks.Yours, marks.Upstream} {
			all = append(all, newMergedText(marks.Choose(parts, side), linesOfSide(parts, f.Data, side)))
		}
	}
	l.texts[f.Path] = all
	return all
}

// firstMark is the line of the first conflict mark of a file.
func firstMark(data []byte) int {
	parts, err := marks.Parse(data)
	if err != nil {
		return 0
	}
	for _, p := range parts {
		if p.Block != nil {
			return p.Block.Line
		}
	}
	return 0
}

// linesOfSide are the lines of a file with marks by those of one side of it: in a block,
// the line where that begins.
func linesOfSide(parts []marks.Part, file []byte, side func(*marks.Block) string) []int {
	end := countLines(string(file)) + 1
	var all []int
	for i, p := range parts {
		if p.Block != nil {
			for range countLines(side(p.Block)) {
				all = append(all, p.Block.Line)
			}
			continue
		}
		n, behind := countLines(p.Text), end
		if i+1 < len(parts) {
			behind = parts[i+1].Block.Line
		}
		for k := range n {
			all = append(all, behind-n+k)
		}
	}
	return all
}

func countLines(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// mergedText is a text with the resources in it.
type mergedText struct {
	// lines are the lines of the file by those of the text, nil where they are the same.
	lines     []int
	resources map[string][]*merge.Finder
	// within are the documents in its strings.
	within map[*yaml.Node]*merge.Finder
}

func newMergedText(text []byte, lines []int) *mergedText {
	t := &mergedText{lines, map[string][]*merge.Finder{}, map[*yaml.Node]*merge.Finder{}}
	docs, err := source.Parse(text)
	if err != nil {
		return t // No lines are known then.
	}
	for _, doc := range docs {
		if len(doc.Content) == 0 {
			continue
		}
		t.add(doc.Content[0])
	}
	return t
}

// add adds a resource, and the items of one that is a List.
func (t *mergedText) add(root *yaml.Node) {
	ref, finder := RefOf(root), merge.NewFinder(root)
	t.resources[ref.String()] = append(t.resources[ref.String()], finder)
	for _, item := range node.Items(root) {
		t.add(item)
	}
}

// find gives the line of a place, or of what is left around it; whole: it is there.
func (t *mergedText) find(h home, p place) (line int, whole bool) {
	all := t.resources[h.name]
	if h.nth >= len(all) {
		return 0, false
	}
	steps := len(p.path)
	if p.in != nil {
		steps = p.in.Steps
	}
	found, whole := all[h.nth].Find(p.path[:steps])
	line = found.Line()
	if p.in != nil && whole {
		var inner int
		inner, whole = t.findWithin(found.Value, p.path[steps:])
		line = cmp.Or(inner, line)
	}
	if t.lines != nil && line > 0 && line <= len(t.lines) {
		line = t.lines[line-1]
	}
	return line, whole
}

// findWithin gives the line of a place in the documents of a string, of which only a
// literal block has the lines of its text.
func (t *mergedText) findWithin(host *yaml.Node, p merge.Path) (line int, whole bool) {
	if host = node.Target(host); host.Style&yaml.LiteralStyle == 0 {
		return 0, true
	}
	finder := t.within[host]
	if finder == nil {
		docs, err := source.Parse([]byte(host.Value))
		if err != nil {
			return 0, true
		}
		root := &yaml.Node{Kind: yaml.SequenceNode}
		for _, doc := range docs {
			root.Content = append(root.Content, doc.Content...)
		}
		if len(docs) == 1 && len(root.Content) == 1 {
			root = root.Content[0]
		}
		finder = merge.NewFinder(root)
		t.within[host] = finder
	}
	found, whole := finder.Find(p)
	if line = found.Line(); line > 0 {
		line += host.Line
	}
	return line, whole
}
