package files

import (
	"fmt"
	"maps"
	"path"
	"slices"

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
	if len(ignored) == 0 || updated == nil || updated.Single {
		return nil
	}
	var out []string
	for i := range updated.Files {
		if at := updated.Files[i].Path; ignored.Hold(at) {
			out = append(out, at)
		}
	}
	if len(out) == 0 {
		return nil
	}
	said := "left out, as " + ignore.File + " names it"
	if n := len(out) - 1; n > 0 {
		said += fmt.Sprintf("; and so are %d more files of %s", n, updated.role)
	}
	return []resource.Note{fileNote(slices.Min(out), said)}
}
