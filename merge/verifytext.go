package merge

import "go.yaml.in/yaml/v3"

// text checks a string that both sides changed by the documents it holds, and
// says that it was merged by them.
func (v *verifier) text(o, u, d, r *yaml.Node) bool {
	if v.policy.Text != TextLines || o != nil && !isText(o) || !isText(u) || !isText(d) || !isText(r) {
		return false
	}
	if Equal(u, o) || Equal(d, o) || Equal(u, d) || v.byLines[pathOf(v.at).String()] {
		return false
	}
	e, why := v.read(o, u, d)
	if e == nil || why != "" {
		return false
	}
	merged, _, problem := e.format.parse(v.documents, r.Value)
	if problem != "" || len(merged) != len(e.texts[Dest].Documents) {
		v.violate("the text of the result does not hold the documents of its versions")
		return true
	}
	v.inside = true
	for i, doc := range merged {
		if len(merged) > 1 {
			v.enter(place{index: i})
		}
		o, u, d := target(e.document(Original, i)), target(e.document(Updated, i)), target(e.document(Dest, i))
		v.place(v.documents.Schema(u), o, u, d, target(doc))
		if len(merged) > 1 {
			v.leave()
		}
	}
	v.inside = false
	return true
}
