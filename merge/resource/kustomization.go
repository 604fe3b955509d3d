package resource

import (
	"path"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// isKustomization reports whether the resource lists files that kustomize builds from.
func (m *member) isKustomization() bool {
	return m.id.by == byDirectory && (m.id.kind == "Kustomization" || m.id.kind == "Component")
}

// fileEntry is an entry of a list of a Kustomization that may name a file or a directory:
// a text, or a map that has the text as its path.
type fileEntry struct {
	field, text string
	// file is the name relative to the root of the package.
	file  string
	value *yaml.Node
}

// fileEntries gives the entries of a Kustomization that lies in a file. Which of them
// name files shows only when these are known.
func fileEntries(root *yaml.Node, file string) (all []fileEntry) {
	for key, list := range node.Fields(root) {
		for _, value := range node.Elements(list) {
			e := fileEntry{field: key.Value, text: node.Text(value), value: value}
			if isMap(node.Target(value)) {
				e.text = node.TextAt(value, "path")
			}
			if e.text != "" {
				e.file = path.Join(path.Dir(file), e.text)
				all = append(all, e)
			}
		}
	}
	return all
}

// entriesOf gives the first entry for each file of each list.
func entriesOf(all []fileEntry) map[[2]string]*fileEntry {
	by := map[[2]string]*fileEntry{}
	for i := range slices.Backward(all) {
		by[[2]string{all[i].field, all[i].file}] = &all[i]
	}
	return by
}

// at is the place of an entry in its Kustomization.
func (e *fileEntry) at() merge.Path {
	if e.value.Kind == yaml.ScalarNode {
		return merge.Path{merge.Field(e.field), merge.Member(e.text)}
	}
	return merge.Path{merge.Field(e.field), merge.Keyed(merge.KeyValue{Field: "path", Value: e.text})}
}

// filesOf gives the files that resources other than Kustomizations lie in after their merge.
// A Kustomization counts as there unless a side deleted it.
func (p *pkg) filesOf(rulings []ruling) *packageFiles {
	f := &packageFiles{of: [3]fileSet{{}, {}, {}}, result: fileSet{}, asked: fileSet{}}
	for i, t := range p.order {
		for side, m := range t {
			if m != nil {
				f.of[side].add(m.Path)
			}
		}
		switch r := &rulings[i]; {
		case t.foremost().isKustomization():
			if t.o() == nil || t.u() != nil && t.d() != nil {
				f.result.add(t.foremost().Path)
			}
		case slices.ContainsFunc(r.out.Conflicts, func(c Conflict) bool { return c.Open() && len(c.Path) == 0 && c.Kind != merge.Moved }):
			f.asked.add(t.foremost().Path)
		case r.merged != nil:
			f.result.add(r.merged.Path)
		}
	}
	return f
}

// withEntries gives original of a Kustomization such that an entry goes with its file. Where only one side
// has both, and the merge has the file, original has no entry: it is an addition of that side. Where the merge
// has not, original has one: the other side deleted it. Where the file is a question, so is the entry.
//
// rule: entries/*
func (p *pkg) withEntries(t *triple, original, updated *yaml.Node) *yaml.Node {
	if p.files == nil || original == nil || !t.d().isKustomization() {
		return original
	}
	isUpdated, isDest := fileEntries(updated, t.u().Path), fileEntries(t.d().Node, t.d().Path)
	was, inUpdated, inDest := entriesOf(fileEntries(original, t.o().Path)), entriesOf(isUpdated), entriesOf(isDest)
	for _, e := range slices.Concat(isUpdated, isDest) {
		key, side, other := [2]string{e.field, e.file}, merge.Updated, merge.Dest
		if inUpdated[key] == nil {
			side, other = other, side
		} else if inDest[key] != nil {
			continue
		}
		if !p.files.of[side][e.file] || p.files.of[other][e.file] {
			continue // A side took away the entry alone.
		}
		stays := p.files.result[e.file]
		if p.files.asked[e.file] {
			stays = p.askEntry(t, side, was[key], &e)
		}
		if stays != (was[key] == nil) { // Else the engine does it.
			original = withEntry(original, was[key], &e)
		}
	}
	return original
}

// lostEntries warns of the entries of Kustomizations whose files the merge has not, or elsewhere, and which had them
// in dest, or in updated where they are new. One that leads to nothing in dest is nobody's loss.
//
// See testdata/merge/entry-*.txtar.
func (p *pkg) lostEntries() {
	if p.files == nil {
		return
	}
	result := fileSet{}
	for _, m := range p.out.Resources {
		result.add(m.Path)
	}
	for _, t := range p.order {
		m := p.results[t]
		if m == nil || !t.foremost().isKustomization() {
			continue
		}
		var own map[[2]string]*fileEntry
		if d := t.d(); d != nil {
			own = entriesOf(fileEntries(d.whole(), d.Path))
		}
		for _, e := range fileEntries(m.value(), m.Path) {
			in := func(m *member) string { return path.Join(path.Dir(m.Path), e.text) }
			from := t.u()
			if d := t.d(); d != nil && own[[2]string{e.field, in(d)}] != nil {
				from = d
			}
			if from != nil && !result[e.file] && p.files.of[from.side][in(from)] {
				note := warning(m.Foremost(), terms.NoteReference, "names %s, which is not there since this merge; delete the entry, or put there what it names", e.file)
				note.Path = e.at()
				p.out.Notes = append(p.out.Notes, note)
			}
		}
	}
}

// askEntry asks about the entry of a file that is a question, which one side has, and reports whether it stays.
func (p *pkg) askEntry(t *triple, side merge.Side, was, e *fileEntry) bool {
	c := merge.Conflict{Kind: merge.DeletedUpstream, Taken: merge.Dest, Path: e.at(), Dest: e.value}
	if side == merge.Updated {
		c.Kind, c.Updated, c.Dest = merge.DeletedLocally, e.value, nil
	}
	if was != nil {
		c.Original = was.value
	}
	return p.decideConflict(t, c).Value() != nil
}

// withEntry gives a Kustomization without an entry, or with another one where it has none.
func withEntry(root *yaml.Node, without, with *fileEntry) *yaml.Node {
	list := yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	if was := node.Target(node.FieldAt(root, with.field)); was != nil {
		list = *was
	}
	switch {
	case without == nil:
		list.Content = append(slices.Clip(list.Content), with.value)
	case len(list.Content) == 1:
		return node.With(node.Target(root), with.field, nil)
	default:
		list.Content = slices.DeleteFunc(slices.Clone(list.Content), func(e *yaml.Node) bool { return e == without.value })
	}
	return node.With(node.Target(root), with.field, &list)
}
