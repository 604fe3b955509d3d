package files

import (
	"bytes"
	"maps"
	"path"
	"slices"

	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Comparison is how two versions of a tree differ.
type Comparison struct {
	// Resources are those that differ by value, in the order of the first version, then
	// what only the second has.
	Resources []resource.Difference
	// Files are the files that are not told by their resources, by path.
	Files []FileDifference
	// Subpackages are left out: those that have an upstream of their own in both versions.
	Subpackages resource.Directories
}

// FileDifference is a file that two versions do not have alike.
type FileDifference struct {
	Path string
	// Status is what became of it from the first version to the second.
	Status Status
	// SameValues: its resources are alike by value; comments, spelling, their order, or
	// what tools keep book of differ.
	SameValues bool
	// Mode: whether it is executable differs.
	Mode bool
}

// Compare gives what differs between two versions of a tree that were read: resources by
// value, whatever file they are in, and other files by their bytes. Of the options those
// count that say which resources and elements are the same, and whether their order counts:
// see resource.Compare. The cost is linear in the size
// of the versions.
func Compare(from, to *Tree, opts Options) (*Comparison, error) {
	opts = opts.with(resource.ThreeWay)
	opts.Subpackages = terms.SubpackagesMerged
	// As a merge that takes all from the second version: the first is original and dest.
	m, err := parse([]*Tree{from, to, from}, opts)
	if err != nil {
		return nil, err
	}
	c := &Comparison{}
	if c.Resources, err = resource.Compare(m.given.Dest, m.given.Updated, opts.Options); err != nil {
		return nil, err
	}
	alone, others := m.given.SubpackagesOf(merge.Dest), m.given.SubpackagesOf(merge.Updated)
	maps.DeleteFunc(alone, func(at string, _ bool) bool { return !others[at] })
	c.Subpackages = alone
	told := map[string]bool{}
	c.Resources = slices.DeleteFunc(c.Resources, func(d resource.Difference) bool {
		out := true
		for _, r := range []*resource.Resource{d.From, d.To} {
			if r != nil && !alone.Hold(r.Path) {
				told[r.Path], out = true, false
			}
		}
		return out
	})
	for _, s := range m.slots {
		if d, differs := s.compare(); differs && !alone.Hold(s.path) && (d.Mode || !told[s.path]) {
			c.Files = append(c.Files, d)
		}
	}
	return c, nil
}

// compare compares the file of two versions, which are dest and updated.
func (s *slot) compare() (d FileDifference, differs bool) {
	from, to := s.file(merge.Dest), s.file(merge.Updated)
	d = FileDifference{Path: s.path, Status: Changed}
	switch {
	case from == nil && to == nil:
		return d, false
	case from == nil:
		d.Status = Added
		return d, true
	case to == nil:
		d.Status = Deleted
		return d, true
	}
	d.Mode = from.isExecutable() != to.isExecutable() && from.isLink() == to.isLink()
	same := bytes.Equal(from.Data, to.Data) && from.isLink() == to.isLink()
	d.SameValues = !s.whole && !same
	return d, d.Mode || !same
}

// AgreementWithLines is how a merged file stands to what another program made of the same
// versions line by line: see merge.AgreementWithLines. The order of resources and spelling
// do not count. Values are not compared where the file has comments or annotations that keep
// places. The name is that of the file, see Bytes. The error is why the merged file cannot be
// parsed, or, with Invalid, the lines. The cost is linear.
func (o Options) AgreementWithLines(merged, lines []byte, name string) (terms.Agreement, error) {
	result, err := documentsOf(merged, name)
	if err != nil {
		return terms.Agrees, err
	}
	others, err := documentsOf(lines, name)
	if err != nil {
		return terms.Invalid, err
	}
	if bytes.Contains(merged, []byte(terms.PinComment)) {
		return terms.Agrees, nil
	}
	return o.Options.AgreementWithLines(result, others), nil
}

// documentsOf parses a file into its documents, without empty ones.
func documentsOf(text []byte, name string) ([]*resource.Resource, error) {
	d := documents{file: &File{Path: path.Base(name), Name: name, Data: text}}
	if err := d.parse(); err != nil {
		return nil, err
	}
	for _, r := range d.resources {
		if err := merge.Check(r.Node); err != nil {
			return nil, err
		}
	}
	return d.resources, nil
}
