package resource

import (
	"path"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
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

// fileEntries gives the entries of a Kustomization that lies in a directory. Which of them
// name files shows only when these are known.
func fileEntries(root *yaml.Node, directory string) (all []fileEntry) {
	for key, list := range node.Fields(root) {
		for _, value := range node.Elements(list) {
			e := fileEntry{field: key.Value, text: node.Text(value), value: value}
			if isMap(node.Target(value)) {
				e.text = node.TextAt(value, "path")
			}
			if e.text != "" {
				e.file = path.Join(directory, e.text)
				all = append(all, e)
			}
		}
	}
	return all
}

// entriesOf gives the first entry for each file of each list.
func entriesOf(all []fileEntry) map[[2]string]*fileEntry {
	by := map[[2]string]*fileEntry{}
	for i := len(all) - 1; i >= 0; i-- {
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
	f := &packageFiles{updated: fileSet{}, dest: fileSet{}, result: fileSet{}, asked: fileSet{}, was: map[string]string{}}
	for i, t := range p.order {
		for side, files := range map[merge.Side]fileSet{merge.Updated: f.updated, merge.Dest: f.dest} {
			if t[side] != nil {
				files.add(t[side].Path)
				if t.o() != nil {
					f.was[t[side].Path] = t.o().Path
				}
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

// withEntries gives original and updated of a Kustomization such that an entry goes with its
// file: where only one side has both, and the merge has the file, the entry is an addition of
// that side; where it has not, the other side deleted it. Where the file is a question, so is
// the entry.
//
// rule: entries/*
func (p *pkg) withEntries(t *triple, original, updated *yaml.Node) (ro, ru *yaml.Node) {
	if p.files == nil || original == nil || !t.d().isKustomization() {
		return original, updated
	}
	isUpdated, isDest := fileEntries(updated, path.Dir(t.u().Path)), fileEntries(t.d().Node, path.Dir(t.d().Path))
	was, is, here := entriesOf(fileEntries(original, path.Dir(t.o().Path))), entriesOf(isUpdated), entriesOf(isDest)
	for _, e := range slices.Concat(isUpdated, isDest) {
		key := [2]string{e.field, e.file}
		o, u, d := was[key], is[key], here[key]
		inUpdated, inDest := p.files.updated[e.file], p.files.dest[e.file]
		if (u == nil) == (d == nil) || inUpdated == inDest || inUpdated != (u != nil) {
			continue // A side took away the entry alone.
		}
		stays := p.files.result[e.file]
		if p.files.asked[e.file] {
			stays = p.askEntry(t, o, u, d)
		}
		if stays == (o == nil) {
			continue // The engine does it.
		}
		// What has another name for a side, and not in the result, has it for neither.
		before := was[[2]string{e.field, p.files.was[e.file]}]
		switch {
		case stays:
			original = withEntry(original, o, nil)
		case u != nil:
			updated = withEntry(updated, u, before)
		case before != nil:
			original = withEntry(original, before, d)
		}
	}
	return original, updated
}

// askEntry asks about the entry of a file that is a question, and reports whether it stays.
func (p *pkg) askEntry(t *triple, o, u, d *fileEntry) bool {
	c := merge.Conflict{Kind: merge.DeletedUpstream, Taken: merge.Dest}
	if o != nil {
		c.Original = o.value
	}
	if u != nil {
		c.Kind, c.Updated, c.Path = merge.DeletedLocally, u.value, u.at()
	} else {
		c.Dest, c.Path = d.value, d.at()
	}
	return p.decideConflict(t, c).Value() != nil
}

// withEntry gives a Kustomization with another entry in place of one, nil for none.
func withEntry(root *yaml.Node, e, other *fileEntry) *yaml.Node {
	list := *node.FieldAt(root, e.field)
	list.Content = slices.Clone(list.Content)
	i := slices.Index(list.Content, e.value)
	switch {
	case i < 0:
		return root
	case other != nil:
		list.Content[i] = other.value
	case len(list.Content) == 1:
		return node.With(node.Target(root), e.field, nil)
	default:
		list.Content = slices.Delete(list.Content, i, i+1)
	}
	return node.With(node.Target(root), e.field, &list)
}
