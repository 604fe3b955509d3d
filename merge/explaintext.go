package merge

import "go.yaml.in/yaml/v3"

// ExplainedText says how a string merges that holds documents by its name.
type ExplainedText struct {
	Path Path
	// Lines says why it merges line by line, "" if it merges by structure.
	Lines string
}

func (t ExplainedText) String() string {
	if t.Lines == "" {
		return "merged by structure, as the document it holds"
	}
	return "merged line by line, because " + t.Lines
}

// text explains a string that all versions have as text; both results are nil
// for any other value.
func (e *explainer) text(values [4]*yaml.Node) (*embedded, *ExplainedText) {
	o, u, d := values[Original], values[Updated], values[Dest]
	if e.policy.Text != TextLines || o != nil && !isText(o) || !isText(u) || !isText(d) {
		return nil, nil
	}
	held, why := e.read(o, u, d)
	if held == nil && why == "" {
		return nil, nil
	}
	if why != "" {
		held = nil
	}
	return held, &ExplainedText{Path: pathOf(e.at), Lines: why}
}

// documentsOf goes on in the documents of a string, which the result may hold
// too.
func (e *explainer) documentsOf(held *embedded, result *yaml.Node, steps int) {
	several := len(held.texts[Dest].Documents) > 1
	var merged []*yaml.Node
	if isText(result) {
		merged, _, _ = held.format.parse(e.documents, result.Value)
	}
	host := len(e.at)
	e.inside = true
	for i := range held.texts[Dest].Documents {
		here, next := place{index: i}, steps
		if several {
			if !e.pattern[steps].matches(here) {
				continue
			}
			next++
			e.enter(here)
		}
		e.in = &Embedded{Steps: host}
		var at [4]spot
		for side := range e.in.Roots {
			e.in.Roots[side] = target(held.placed(Side(side), held.document(Side(side), i)))
			at[side].value = e.in.Roots[side]
		}
		if i < len(merged) {
			at[resultSpot].value = target(merged[i])
		}
		e.visit(e.documents.Schema(target(held.document(Updated, i))), nil, at, next)
		if several {
			e.leave()
		}
	}
	e.inside, e.in = false, nil
}
