package files

import (
	"bytes"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// parseTemplate makes a file that failed to be parsed a template that is merged whole,
// or line by line where the policy merges texts so. It is an error if no side can be
// taken without losing what the other wrote.
func (s *slot) parseTemplate(failed error, policy merge.Policy) error {
	switch {
	case s.patched && !s.alike():
		return fmt.Errorf("%w, or, as a template can only be merged whole and the versions of it differ, leave it in one of them only", failed)
	case !s.patched && !s.agrees() && !s.mergesLines(policy):
		return fmt.Errorf("%w, or, as a template can only be merged whole and all versions of it differ, merge it by hand so that dest's equals original's or updated's", failed)
	}
	s.whole, s.template = true, true
	return nil
}

// mergesLines merges a template line by line if the policy merges texts so. It reports
// whether that is possible: the sides did not change the same lines, or a conflict
// about the whole file reports it and nothing is lost.
func (s *slot) mergesLines(policy merge.Policy) bool {
	o, u, d := s.file(merge.Original), s.file(merge.Updated), s.file(merge.Dest)
	if policy.Text != merge.TextLines || o == nil || u == nil || d == nil {
		return false
	}
	text, clean := merge.Lines(string(o.Data), string(u.Data), string(d.Data))
	if clean {
		merged := *d
		merged.Data = []byte(text)
		s.byLine = &merged
	}
	return clean || policy.Decides() == merge.Fail || policy.Decides() == merge.Ask
}

// isTemplate reports whether a file that is not YAML is not meant to be: templates of
// Helm and Jinja are YAML only once they are rendered.
func isTemplate(data []byte) bool {
	return bytes.Contains(data, []byte("{{")) || bytes.Contains(data, []byte("{%"))
}

// placeholder finds a {{ x }}, which YAML reads as a map with a map as its key; nil if
// there is none. Merged as a map, it would lose its meaning.
func placeholder(n *yaml.Node) *yaml.Node {
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && c.Kind == yaml.MappingNode {
			return c
		}
		if at := placeholder(c); at != nil {
			return at
		}
	}
	return nil
}
