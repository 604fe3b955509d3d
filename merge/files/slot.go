package files

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// slot is one path with the files that the versions have there, in their order. A side has one file at
// most, but for layers: all but the first are on one side.
type slot struct {
	path string
	all  []*documents
	// patched: there is no original.
	patched bool
	// whole: merged as bytes, because it is not YAML or holds no resources.
	whole bool
	// because is why it is, though its name is one of YAML; nil if it is not.
	because *notYAML
}

// slots pairs the files of the versions by path, sorted, and parses them, in parallel.
// The error is that of the first path that has one.
func slots(all versions) ([]*slot, error) {
	byPath := map[string]*slot{}
	var found []*slot
	ignored := all.ignored()
	for _, v := range all {
		for _, d := range all.files(v) {
			f := d.file
			if !v.Single && ignored.Hold(f.Path) {
				continue
			}
			s := byPath[f.Path]
			if s == nil {
				s = &slot{path: f.Path, patched: all.patches()}
				byPath[f.Path] = s
				found = append(found, s)
			}
			s.all = append(s.all, d)
		}
	}
	slices.SortFunc(found, func(a, b *slot) int { return cmp.Compare(a.path, b.path) })
	return found, parallel.Try(len(found), func(i int) error { return found[i].parse() })
}

// isNamed reports whether one of the files that are not dest's was given by itself.
func (s *slot) isNamed() bool {
	return slices.ContainsFunc(s.all, func(d *documents) bool { return d.version.Single && d.version.side != merge.Dest })
}

// parse parses the files of a slot, or holds their texts where they are merged whole.
func (s *slot) parse() error {
	s.whole = s.hasLink() || !terms.HoldsResources(s.path) && !s.isNamed()
	err := s.refuse()
	if err == nil && !s.whole {
		err = s.parseAll()
		s.whole = !slices.ContainsFunc(s.all, func(d *documents) bool { return len(d.resources) > 0 })
	}
	if errors.As(err, &s.because) && s.isOfOneSort() {
		s.whole, err = true, nil
	}
	if err == nil && s.whole {
		s.holdTexts()
	}
	return err
}

// refuse refuses files with conflict marks, before anybody reads them as something else: marks in
// strings are YAML. Of files that are merged whole nobody looks at those that are the same in all
// versions. Decisions of dest's that cannot be read would be asked again in silence.
func (s *slot) refuse() error {
	if o := s.file(merge.Original); s.whole && o != nil && same(o, s.file(merge.Updated)) && same(o, s.file(merge.Dest)) {
		return nil
	}
	for _, d := range s.all {
		if err := marks.Refuse(d.file.Data); err != nil {
			return fmt.Errorf("%s: %w", d.file.Name, err)
		}
	}
	d := s.file(merge.Dest)
	if s.patched || d == nil || path.Base(s.path) != decisions.FileName {
		return nil
	}
	_, err := decisions.Read(d.Data, d.Name)
	return err
}

// parseAll parses the files. The error is the first that is not a *notYAML, else the
// first.
func (s *slot) parseAll() error {
	var failed error
	o := s.documents(merge.Original)
	for _, d := range s.all {
		err := d.parseOnce(o)
		if err != nil && (failed == nil || errors.As(failed, new(*notYAML)) && !errors.As(err, new(*notYAML))) {
			failed = err
		}
	}
	return failed
}

// isOfOneSort reports whether all versions are directories, or all are single files.
func (s *slot) isOfOneSort() bool {
	d := s.documents(merge.Dest)
	return !s.isNamed() || d == nil || d.version.Single
}

// parseOnce parses a file, or shares the nodes of original's if that has the same text:
// most files of a package are the same in two versions, and nobody writes to nodes. A
// file with anchors is parsed anyway, because the aliases of a version mean its own
// nodes; so is one without an original, because there the version of a node matters.
func (d *documents) parseOnce(o *documents) error {
	if o == nil || o.nodes == nil || !same(o.file, d.file) || bytes.IndexByte(d.file.Data, '&') >= 0 {
		return d.parse()
	}
	d.texts = o.texts
	return d.hold(o.nodes)
}

// file is the file of a version, nil if it has none here.
func (s *slot) file(side merge.Side) *File {
	if d := s.documents(side); d != nil {
		return d.file
	}
	return nil
}

// three gives the files of all versions, and reports whether there are three.
func (s *slot) three() (o, u, d *File, are bool) {
	o, u, d = s.file(merge.Original), s.file(merge.Updated), s.file(merge.Dest)
	return o, u, d, o != nil && u != nil && d != nil
}

// main is the file of dest, else that of updated, else that of original.
func (s *slot) main() *File {
	return cmp.Or(s.file(merge.Dest), s.file(merge.Updated), s.file(merge.Original))
}

func (s *slot) documents(side merge.Side) *documents {
	for _, d := range s.all {
		if d.version.side == side {
			return d
		}
	}
	return nil
}

// of are the files of a version.
func (s *slot) of(v *version) []File {
	var all []File
	for _, d := range s.all {
		if d.version == v {
			all = append(all, *d.file)
		}
	}
	return all
}

// hasLink reports whether one of the files is a symbolic link.
func (s *slot) hasLink() bool {
	return slices.ContainsFunc(s.all, func(d *documents) bool { return d.file.isLink() })
}

// same reports whether two files have the same content, or both are absent.
func same(a, b *File) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.isLink() == b.isLink() && bytes.Equal(a.Data, b.Data)
}

// resourcesOf gives the versions, so many of them, the way package fn takes them.
func resourcesOf(all []*slot, layers int) resource.Versions {
	v := resource.Versions{Layers: make([][]*resource.Resource, layers)}
	for _, s := range all {
		for _, d := range s.all {
			to, at := [3]*[]*resource.Resource{merge.Original: &v.Original, merge.Updated: &v.Updated, merge.Dest: &v.Dest}[d.version.side], d.version.layer
			*to = append(*to, d.resources...)
			v.Layers[at] = append(v.Layers[at], d.resources...)
		}
	}
	return v
}
