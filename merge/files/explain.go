package files

import (
	"fmt"
	"strings"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Explain gives the reasons why places of a resource are in the result of MergeTrees as
// they are; a selector names the resource, or a file that is merged by lines, a path with
// wildcards the places. The cost is that of the merge.
func Explain(trees []*Tree, opts Options, of resource.Selector, path string) ([]resource.Explanation, error) {
	at, err := merge.ParsePattern(path)
	if err != nil {
		return nil, err
	}
	m, err := parse(trees, opts)
	if err != nil {
		return nil, err
	}
	if s := m.byLines(of); s != nil {
		return m.explainLines(s, opts, at)
	}
	found, err := resource.Explain(m.given, opts.Options, of, at)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("no version of %s has a place %s; spell it as the report does, or use * and [*]", of, path)
	}
	return found, err
}

// byLines is the file that is merged by lines, or whole, which a selector names, nil if it
// names none.
func (m *merging) byLines(of resource.Selector) *slot {
	for _, s := range m.slots {
		if s.whole && of.Matches(decisions.Place{File: s.path}, 0) {
			return s
		}
	}
	return nil
}

// explainLines explains the places of a file that both sides changed.
func (m *merging) explainLines(s *slot, opts Options, at merge.Path) ([]resource.Explanation, error) {
	var err error
	if !m.versions.patches() {
		if m.given.Decisions, err = resource.Decisions(m.given.Original, m.given.Dest); err != nil {
			return nil, err
		}
	}
	recalling, out := opts.Recalling(m.given.Decisions), resource.Outcome{}
	s.mergeWhole(m.given.Decisions, &recalling, &out)
	var all []resource.Explanation
	var names []string
	for _, part := range s.stretches {
		c := part.settled
		if c == nil {
			continue
		}
		names = append(names, c.Place())
		if wanted := at.String(); wanted == "" || wanted == "[*]" || wanted == c.Path.String() {
			all = append(all, c.Explanation(part.taken, &opts.Options))
		}
	}
	switch {
	case len(names) == 0:
		return nil, fmt.Errorf("%s is merged whole; only lines that both sides changed can be explained, and it has none", s.path)
	case len(all) == 0:
		return nil, fmt.Errorf("%s has no place %s; there is %s", s.path, at, strings.Join(names, ", "))
	}
	return all, nil
}
