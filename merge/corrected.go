package merge

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/similar"
)

// Corrected gives a pattern that leads nowhere in a value with one step as it was most likely
// meant, so that it does: the nearest name of a field or a key, or [*] where a list is passed
// over. It is nil if there is none. The cost is linear in what the pattern names, and in the
// fields and elements beside it.
func (p Pattern) Corrected(n *yaml.Node) Pattern {
	n = target(n)
	if len(p) == 0 || n == nil {
		return nil
	}
	step, rest := p[0], p[1:]
	// with is the pattern with other steps in place of the first one.
	with := func(rest Pattern, steps ...patternStep) Pattern { return append(steps, rest...) }
	switch {
	case n.Kind == yaml.MappingNode && step.kind == stepField:
		var names []string
		for i := 0; i+1 < len(n.Content); i += 2 {
			name := nameOf(n.Content[i])
			if step.any || step.field == name {
				if corrected := rest.Corrected(n.Content[i+1]); corrected != nil {
					return with(corrected, step)
				}
			}
			names = append(names, name)
		}
		if near := similar.Name(step.field, names); near != "" && rest.Leads(field(n, near)) {
			return with(rest, patternStep{Step: Field(near)})
		}
	case n.Kind == yaml.SequenceNode && step.kind == stepField:
		if slices.ContainsFunc(n.Content, p.Leads) {
			return with(p, patternStep{Keyed(), true})
		}
	case n.Kind == yaml.SequenceNode:
		return p.correctedElement(n.Content)
	}
	return nil
}

// correctedElement is the pattern, whose first step is an element, corrected as Corrected
// says.
func (p Pattern) correctedElement(elements []*yaml.Node) Pattern {
	step, rest := p[0], p[1:]
	var values []string
	for i, e := range elements {
		if step.any || step.mayName(e, i) {
			if corrected := rest.Corrected(e); corrected != nil {
				return append(Pattern{step}, corrected...)
			}
		}
		if step.kind == stepKeyed && len(step.key) == 1 {
			if v := keyValue(target(e), Key{Field: step.key[0].Field}); v != nil && rest.Leads(e) {
				values = append(values, v.Value)
			}
		}
	}
	if len(values) == 0 {
		return nil
	}
	near := similar.Name(step.key[0].Value, values)
	if near == "" {
		return nil
	}
	return append(Pattern{{Step: Keyed(KeyValue{step.key[0].Field, near})}}, rest...)
}
