package decisions

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// Merge merges three versions of one file of decisions, as two branches of a repository
// have it: an entry or question that one of them added, changed or dropped is so in the
// result, which else has the bytes of ours. The error is that a version cannot be read,
// as of Read, or that both decided one question differently. The cost is that of merging
// two sets.
func Merge(original, ours, theirs []byte, name string) ([]byte, error) {
	var sets [3]*Set
	v := merge.Versions{}
	for side, text := range map[merge.Side][]byte{merge.Original: original, merge.Updated: theirs, merge.Dest: ours} {
		s, err := Read(text, name)
		if err != nil {
			return nil, err
		}
		root, err := s.Node()
		if err != nil {
			return nil, err
		}
		sets[side] = s
		*map[merge.Side]**yaml.Node{merge.Original: &v.Original, merge.Updated: &v.Updated, merge.Dest: &v.Dest}[side] = root
	}
	merged, err := merge.ThreeWay(v, merge.Options{Schema: ofEntries{}, Policy: merge.Policy{OnConflict: merge.Fail}})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(merged.Conflicts) > 0 {
		return nil, fmt.Errorf("%s: both sides decided one question differently, or one forgot what the other decided anew", name)
	}
	both, err := ReadNode(merged.Node, name)
	if err != nil {
		return nil, fmt.Errorf("both sides decided differently: %w", err)
	}
	s := sets[merge.Dest]
	s.Entries, s.Open = both.Entries, both.Open
	slices.SortStableFunc(s.Entries, (*Entry).compare)
	slices.SortStableFunc(s.Open, (*Open).compare)
	for i := range s.Open[:max(0, len(s.Open)-1)] {
		if s.Open[i].Place == s.Open[i+1].Place {
			return nil, fmt.Errorf("%s: each side has another question about %s", name, s.Open[i].about())
		}
	}
	return s.Text()
}

// ofEntries is the schema of decisions: their lists are sets.
type ofEntries struct{ list bool }

// Field is the schema of a field.
func (ofEntries) Field(name string) merge.Schema {
	return ofEntries{list: name == "decisions" || name == "open"}
}

// Elem is that of an entry.
func (ofEntries) Elem() merge.Schema { return nil }

// List is a set, of the lists that hold entries.
func (s ofEntries) List() merge.ListType {
	if s.list {
		return merge.ListType{Kind: merge.ListSet}
	}
	return merge.ListType{}
}

// Unions are none.
func (ofEntries) Unions() []merge.Union { return nil }

// AtomicMap is false.
func (ofEntries) AtomicMap() bool { return false }

// about is a place for messages.
func (p *Place) about() string {
	name := p.Resource.Kind + " " + p.Resource.Name
	if p.Resource.Name == "" {
		name = p.File
	}
	if p.Path == "" {
		return name
	}
	return name + " " + p.Path
}
