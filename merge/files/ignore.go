package files

import (
	"fmt"
	"maps"
	"path"

	"github.com/krm-merge/krm-merge/internal/ignore"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// ignoreFiles are what the ignore files of a tree hold, by their paths.
func (t *Tree) ignoreFiles() map[string][]byte {
	if t == nil || t.Single {
		return nil
	}
	all := t.Contents("")
	maps.DeleteFunc(all, func(at string, _ []byte) bool { return path.Base(at) != ignore.File })
	return all
}

// ignored are the ignore files of dest, as far as original does not say the same; of layers
// those of all. What they name is left out of all versions: else it would look as if the others
// had deleted or added it.
func (all versions) ignored() ignore.Patterns {
	g, upstreams := ignore.Patterns{}, map[string][]byte(nil)
	if original := all.of(merge.Original); original != nil {
		upstreams = original.ignoreFiles()
	}
	for _, v := range all {
		if isLayer := all[0].side == merge.Dest; isLayer || v.side == merge.Dest {
			for at, text := range v.ignoreFiles() {
				g.Add(at, text, upstreams[at])
			}
		}
	}
	return g
}

// leftOut gives a note of what upstream has and the ignore files here leave out.
func (m *merging) leftOut() []resource.Note {
	ignored, updated := m.versions.ignored(), m.versions.of(merge.Updated)
	var first string
	count := 0
	for i := 0; len(ignored) > 0 && updated != nil && !updated.Single && i < len(updated.Files); i++ {
		if at := updated.Files[i].Path; ignored.Hold(at) {
			if count++; first == "" || at < first {
				first = at
			}
		}
	}
	if count == 0 {
		return nil
	}
	said := "left out, as " + ignore.File + " names it"
	if count > 1 {
		said += fmt.Sprintf("; and so are %d more files of %s", count-1, updated.role)
	}
	return []resource.Note{fileNote(first, said)}
}
