package resource

import (
	"path"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// Outdated reports which decisions nobody can meet again: original no longer has what it
// had at the place when somebody decided, or no version has the resource. Neither can
// one about a Secret be, which answers nothing. What it gives is asked about the entries
// of a file, whose name is relative to the root of dest. A decision about a place inside
// of a string, or in a file without resources, is not known to be outdated.
//
// An upgrade drops these decisions. The cost is linear in the size of the versions, then
// that of finding the place of each entry.
func Outdated(v Versions, opts Options) (func(file string, e *decisions.Entry) bool, error) {
	p := newPkg(v, &opts)
	if _, err := group(p.opts, p.members, p.mixed); err != nil {
		return nil, err
	}
	found := map[decisions.Place][]*triple{}
	for _, side := range []merge.Side{merge.Original, merge.Updated, merge.Dest} {
		for _, m := range p.members[side] {
			if side == merge.Dest || m.triple.d() == nil {
				at := known(m.At())
				found[at] = append(found[at], m.triple)
			}
		}
	}
	return func(file string, e *decisions.Entry) bool {
		at := known(e.Place)
		if at.File != "" {
			at.File = path.Join(path.Dir(file), at.File)
		}
		triples := found[at]
		for _, t := range triples {
			if !e.Secret && !t.movedPast(e) {
				return false
			}
		}
		return e.Secret || len(triples) > 0 || e.Resource.Kind != ""
	}, nil
}

// known is a place as resources are found by it: by their names, and by their files
// where they have none.
func known(p decisions.Place) decisions.Place {
	p.Path, p.Resource.APIVersion = "", (&Meta{APIVersion: p.Resource.APIVersion}).Group()
	if p.Resource.Name != "" {
		p.File = ""
	}
	return p
}

// movedPast reports whether original has another value than the entry's.
func (t *triple) movedPast(e *decisions.Entry) bool {
	o := t.o()
	if e.Mark != "" {
		return false // Nobody knows what original had.
	}
	if o == nil {
		return e.Original != ""
	}
	o.read()
	pattern, err := merge.ParsePattern(e.Path)
	at, one := pattern.Path()
	if e.Path != "" && (err != nil || !one) {
		return false
	}
	spot, whole := at.Find(o.Node)
	switch {
	case whole:
		return merge.Digest(withoutTransport(at, spot.Value, o.Resource)) != e.Original
	case node.Text(spot.Value) != "":
		return false
	}
	return e.Original != ""
}
