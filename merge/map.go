package merge

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// fields merges a map field by field. dest or updated may lack the map (nil);
// original lacks it where both added it.
//
// rule: map/*, atomicmap/*, presence/*, twoway/map/*, twoway/empty/map-*
func (w *walker) fields(s Schema, o, u, d *yaml.Node) *yaml.Node {
	dir, u := w.split(u)
	switch dir.patch {
	case patchDelete:
		return nil
	case patchReplace:
		d = nil
	case patchMerge:
	}
	c := w.fieldsIn(s, o, u, d)
	c.dir, d = dir, c.d
	if u != nil && d != nil {
		c.renamedApart()
	}
	if s != nil && u != nil && d != nil {
		c.unions()
		if w.system == threeWay && s.AtomicMap() && !Equal(o, u) && !Equal(o, d) && !Equal(u, d) {
			w.note(terms.NoteAtomicMap, "both sides changed this map, which the API treats as one value")
		}
	}
	r := c.merge()
	if r != nil && len(c.won) > 0 {
		r = c.withAnswers(r)
	}
	if r != nil && r != d && c.cd.inherits {
		w.inherit(r, d)
	}
	return r
}
