package decisions

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
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
		root, err := s.byQuestion()
		if err != nil {
			return nil, err
		}
		sets[side] = s
		*map[merge.Side]**yaml.Node{merge.Original: &v.Original, merge.Updated: &v.Updated, merge.Dest: &v.Dest}[side] = root
	}
	merged, err := merge.ThreeWay(v, merge.Options{Policy: merge.Policy{OnConflict: merge.Fail}})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(merged.Conflicts) > 0 {
		return nil, fmt.Errorf("%s: both sides decided one question differently, or one forgot what the other decided anew", name)
	}
	for _, list := range []string{"decisions", "open"} {
		if keyed := node.FieldAt(merged.Node, list); keyed != nil {
			var entries []*yaml.Node
			for _, entry := range node.Pairs(keyed.Content) {
				entries = append(entries, entry)
			}
			merged.Node = withList(merged.Node, list, entries)
		}
	}
	both, err := ReadNode(merged.Node, name)
	if err != nil {
		return nil, fmt.Errorf("both sides decided differently: %w", err)
	}
	s := sets[merge.Dest]
	s.Entries, s.Open = both.Entries, both.Open
	slices.SortStableFunc(s.Entries, (*Entry).compare)
	slices.SortStableFunc(s.Open, (*Open).compare)
	return s.Text()
}

// byQuestion is a set with maps in place of its lists: each question is a key, so that the
// engine merges what becomes of it, and of no other beside it.
func (s *Set) byQuestion() (*yaml.Node, error) {
	root, err := s.Node()
	if err != nil {
		return nil, err
	}
	for _, list := range []string{"decisions", "open"} {
		entries := node.FieldAt(root, list)
		if entries == nil {
			continue
		}
		keyed, has := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}, map[string]int{}
		for i, entry := range entries.Content {
			key := ""
			if list == "open" {
				key = fmt.Sprint(s.Open[i].Place)
			} else {
				key = fmt.Sprint(s.Entries[i].Question)
			}
			has[key]++
			keyed.Content = append(keyed.Content, node.String(fmt.Sprint(key, has[key])), entry)
		}
		root = node.With(root, list, keyed)
	}
	return root, nil
}
