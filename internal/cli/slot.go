package cli

import (
	"bytes"
	"fmt"
	"sort"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// slot is one path with the files that the versions have there: one at most,
// but for a dest that is a single file, into which directories are gathered, and
// for layers, of which all but the first are on one side.
type slot struct {
	path     string
	versions [3][]*documents
	// patched: there is no original.
	patched bool
	// whole: merged as bytes, because it is not YAML or holds no resources.
	whole bool
	// template: it is named like YAML but is none.
	template bool
	// byLine is what a merge line by line makes of a template that both sides
	// changed, nil if there is none.
	byLine *file
}

// slots pairs the files of the versions by path, sorted, and parses them, in parallel.
// The error is that of the first path that has one.
func slots(versions inputs, policy merge.Policy, shown *progress) ([]*slot, error) {
	byPath := map[string]*slot{}
	var all []*slot
	single := !versions.dest().dir
	for _, in := range versions {
		for _, f := range in.files {
			s := byPath[f.path]
			if s == nil {
				s = &slot{path: f.path, patched: versions.of(merge.Original) == nil}
				byPath[f.path] = s
				all = append(all, s)
			}
			s.versions[in.side] = append(s.versions[in.side], &documents{file: f, layer: in.layer})
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].path < all[j].path })
	shown.files(len(all))
	err := parallel.Try(len(all), func(i int) error {
		defer shown.step()
		return all[i].parse(single || all[i].named(), policy)
	})
	return all, err
}

// named says that the user named one of the files that are not dest's.
func (s *slot) named() bool {
	for side, v := range s.versions {
		for _, d := range v {
			if merge.Side(side) != merge.Dest && d.file.named {
				return true
			}
		}
	}
	return false
}

// parse parses the files of a slot, or finds that they are merged whole.
func (s *slot) parse(named bool, policy merge.Policy) error {
	if !named && !isYAML(s.path) || named && !isYAML(s.path) && s.onlyDest() {
		s.whole = true
		return nil
	}
	var failed error
	template, resources := true, 0
	for side := range s.versions {
		next := 0
		for i, d := range s.versions[side] {
			if i > 0 && d.layer != s.versions[side][i-1].layer {
				next = 0
			}
			parsed, err := s.parseOnce(d.file, next)
			if err != nil {
				template = template && isTemplate(d.file.data)
				if failed == nil {
					failed = err
				}
				continue
			}
			parsed.layer = d.layer
			s.versions[side][i] = parsed
			next += len(parsed.nodes)
			resources += len(parsed.resources)
		}
	}
	switch {
	case failed == nil:
		s.whole = resources == 0 && s.one()
		if policy.Text == merge.TextLines && !s.patched {
			s.keepTexts()
		}
	case !template || !s.one():
		return failed
	case s.patched && !s.alike():
		return fmt.Errorf("%w, or, as a template can only be merged whole and the versions of it differ, leave it in one of them only", failed)
	case !s.patched && !s.agrees() && !s.mergesAsText(policy):
		return fmt.Errorf("%w, or, as a template can only be merged whole and all versions of it differ, merge it by hand so that dest's equals original's or updated's", failed)
	default:
		s.whole, s.template = true, true
	}
	return nil
}

// parseOnce parses a file, or takes over the nodes of original's where that has the
// same text: most files of a package are the same in two versions. Nobody writes to
// nodes. What has anchors is parsed all the same, as the aliases of a version mean
// its own nodes; without an original, which of the others a node comes from says
// what it means.
func (s *slot) parseOnce(f *file, first int) (*documents, error) {
	o := s.documents(merge.Original)
	if o == nil || o.nodes == nil || first > 0 || !same(o.file, f) || bytes.IndexByte(f.data, '&') >= 0 {
		return parse(f, first)
	}
	return documentsOf(f, o.nodes, first)
}

// mergesAsText merges a template line by line where the policy merges texts so.
// It says false if both sides changed the same lines, unless a conflict about
// the whole can say so without losing anything.
func (s *slot) mergesAsText(policy merge.Policy) bool {
	o, u, d := s.file(merge.Original), s.file(merge.Updated), s.file(merge.Dest)
	if policy.Text != merge.TextLines || o == nil || u == nil || d == nil {
		return false
	}
	text, clean := merge.TouchingLines(string(o.data), string(u.data), string(d.data))
	if clean {
		merged := *d
		merged.data = []byte(text)
		s.byLine = &merged
	}
	return clean || policy.OnConflict == merge.Fail
}

// keepTexts gives the resources their texts, to be merged by lines.
func (s *slot) keepTexts() {
	for _, v := range s.versions {
		for _, d := range v {
			parts, err := source.Text{Bytes: d.file.data, Docs: d.nodes}.Parts()
			if err != nil {
				continue // There is no merge by lines.
			}
			for i, doc := range d.nodes {
				if r := d.byNode[doc]; r != nil {
					r.Text = parts[i].Bytes
				}
			}
		}
	}
}

// onlyDest says that upstream has nothing here.
func (s *slot) onlyDest() bool {
	return len(s.versions[merge.Original]) == 0 && len(s.versions[merge.Updated]) == 0
}

// one says that no version has more than one file here.
func (s *slot) one() bool {
	for _, v := range s.versions {
		for i := 1; i < len(v); i++ {
			if v[i].layer == v[i-1].layer {
				return false
			}
		}
	}
	return true
}

// file is the file of a version, nil if it has none here.
func (s *slot) file(side merge.Side) *file {
	if d := s.documents(side); d != nil {
		return d.file
	}
	return nil
}

func (s *slot) documents(side merge.Side) *documents {
	if len(s.versions[side]) == 0 {
		return nil
	}
	return s.versions[side][0]
}

// rightmost is the file that has its way where there is no original.
func (s *slot) rightmost() *file {
	right := s.file(merge.Dest)
	for _, d := range s.versions[merge.Updated] {
		if right == nil || !same(right, d.file) {
			right = d.file
		}
	}
	return right
}

// agrees says that the file can be merged whole without taking one of two
// contents that both sides wrote.
func (s *slot) agrees() bool {
	o, u, d := s.file(merge.Original), s.file(merge.Updated), s.file(merge.Dest)
	return same(o, u) || same(o, d) || same(u, d) || o != nil && (u == nil || d == nil)
}

// alike says that all versions that have the file have the same.
func (s *slot) alike() bool {
	var first *file
	for _, v := range s.versions {
		for _, d := range v {
			if first != nil && !same(first, d.file) {
				return false
			}
			first = d.file
		}
	}
	return true
}

// same says that two files have the same content, or both are absent.
func same(a, b *file) bool {
	if a == nil || b == nil {
		return a == b
	}
	return bytes.Equal(a.data, b.data)
}

// resources gives the versions, so many of them, the way package fn takes them.
func resources(all []*slot, layers int) resource.Versions {
	v := resource.Versions{Layers: make([][]*resource.Resource, layers)}
	for _, s := range all {
		for side, to := range [3]*[]*resource.Resource{merge.Original: &v.Original, merge.Updated: &v.Updated, merge.Dest: &v.Dest} {
			for _, d := range s.versions[side] {
				*to = append(*to, d.resources...)
				v.Layers[d.layer] = append(v.Layers[d.layer], d.resources...)
			}
		}
	}
	return v
}

// wholeConflict is a conflict about a file that is merged whole.
type wholeConflict struct {
	kind  merge.ConflictKind
	taken merge.Side
}

// mergeWhole merges a file as bytes: the side that changed it has its way. It
// gives the file that is taken, nil for none, and the conflict if both did.
func (s *slot) mergeWhole(cfg *fn.Config) (*file, *wholeConflict) {
	o, u, d := s.file(merge.Original), s.file(merge.Updated), s.file(merge.Dest)
	switch {
	case cfg.Strategy != resource.ThreeWay:
		return s.rightmost(), nil
	case same(o, u), same(u, d):
		return d, nil
	case same(o, d):
		return u, nil
	case s.byLine != nil:
		return s.byLine, nil
	}
	var kind merge.ConflictKind
	keep := cfg.Policy.OnConflict == merge.TakeDest
	switch {
	case o == nil:
		kind = merge.BothAdded
	case u == nil:
		kind, keep = merge.DeletedUpstream, cfg.OnDeletedUpstream == resource.KeepModified
	case d == nil:
		kind, keep = merge.DeletedLocally, cfg.OnDeletedLocally == resource.StayDeleted
	default:
		kind = merge.BothChanged
	}
	if keep {
		return d, &wholeConflict{kind, merge.Dest}
	}
	return u, &wholeConflict{kind, merge.Updated}
}
