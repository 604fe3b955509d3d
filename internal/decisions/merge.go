package decisions

import (
	"fmt"
	"slices"
	"strings"

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
	for side, text := range [...][]byte{merge.Original: original, merge.Updated: theirs, merge.Dest: ours} {
		var err error
		if sets[side], err = Read(text, name); err != nil {
			return nil, err
		}
	}
	v := merge.Versions{Original: sets[merge.Original].byQuestion(), Updated: sets[merge.Updated].byQuestion(), Dest: sets[merge.Dest].byQuestion()}
	merged, err := merge.ThreeWay(v, merge.Options{Policy: merge.Policy{OnConflict: merge.Fail}})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(merged.Conflicts) > 0 {
		return nil, fmt.Errorf("%s: both sides decided one question differently, or one forgot what the other decided anew", name)
	}
	s, r := sets[merge.Dest], &reader{name: name}
	s.Entries, s.Open = nil, nil
	for key, element := range node.Fields(merged.Node) {
		if strings.HasPrefix(key.Value, "open") {
			s.Open = append(s.Open, r.open("open", element))
		} else {
			s.Entries = append(s.Entries, r.entry("decisions", element))
		}
	}
	if r.repeated(s); r.err != nil {
		return nil, fmt.Errorf("both sides decided differently: %w", r.err)
	}
	slices.SortStableFunc(s.Entries, (*Entry).compare)
	slices.SortStableFunc(s.Open, (*Open).compare)
	return s.Text()
}

// byQuestion is what a set holds as one map: each question is a key, so that the engine merges what
// becomes of it, and of no other beside it.
func (s *Set) byQuestion() *yaml.Node {
	keyed, has := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}, map[string]int{}
	add := func(key string, element *yaml.Node) {
		has[key]++
		keyed.Content = append(keyed.Content, node.String(fmt.Sprint(key, has[key])), element)
	}
	for _, e := range s.Entries {
		add(fmt.Sprint("decided ", e.Question), e.node)
	}
	for _, o := range s.Open {
		add(fmt.Sprint("open ", o.Place), o.node)
	}
	return keyed
}
