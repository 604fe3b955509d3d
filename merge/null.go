package merge

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// null decides about a place where updated or dest is null, unless null is a value like
// any other. A null in original counts as absent.
//
// rule: null/*
func (w *walker) null(s Schema, o **yaml.Node, u, d *yaml.Node) (result *yaml.Node, settled bool) {
	if !w.traits.nulls || w.policy.KeepNulls && w.system == threeWay {
		return nil, false
	}
	if w.system.patches() {
		return w.patchedNull(s, u, d)
	}
	oNull, uNull, dNull := isNull(target(*o)), isNull(target(u)), isNull(target(d))
	if oNull {
		if uNull && dNull {
			return d, true
		}
		if uNull && kindOf(target(d)) == yaml.SequenceNode && classify(s, target(d)).kind == ListKeyed {
			return w.cleared(s, d), true
		}
		*o = nil
	}
	switch {
	case uNull && (d == nil || dNull), dNull && u == nil:
		if dNull || !oNull && *o == nil {
			w.note(terms.NoteNull, nullCleared)
		}
		return nil, true
	case uNull:
		return w.nullUpstream(s, *o, u, d), true
	case dNull:
		return w.nullHere(s, *o, u, d), true
	}
	return nil, false
}

// nullUpstream decides about a place where updated is null and dest has a value.
func (w *walker) nullUpstream(s Schema, o, u, d *yaml.Node) *yaml.Node {
	before := w.recorded()
	r := w.gone(s, o, u, d, w.same(s, o, d))
	if r == nil && w.recorded() == before {
		w.note(terms.NoteNull, nullCleared)
	}
	return r
}

// nullHere decides about a place where dest is null and updated has a value. A null
// clears, whoever changed the place.
func (w *walker) nullHere(s Schema, o, u, d *yaml.Node) *yaml.Node {
	if w.same(s, o, u) {
		w.note(terms.NoteNull, nullCleared)
		return nil
	}
	by := w.resolveConflict(Conflict{Kind: DeletedLocally, Original: o, Updated: u, Dest: d, Taken: Dest, By: terms.ByNull})
	return w.cleared(s, by.of(u, nil))
}

// patchedNull decides about nulls without an original: updated's removes, or overwrites in
// a free-form map. Dest's counts as absent where updated has a value, and else stays.
//
// rule: twoway/null/*, layers/null/*
func (w *walker) patchedNull(s Schema, u, d *yaml.Node) (result *yaml.Node, settled bool) {
	switch {
	case isNull(target(u)):
		if w.system == freeForm {
			return u, true
		}
		return nil, true
	case u != nil && isNull(target(d)):
		return w.walk(w, s, nil, target(u), nil), true
	}
	return nil, false
}

// same reports whether two versions of a place are one value; a null that clears
// makes no difference.
func (w *walker) same(s Schema, a, b *yaml.Node) bool {
	return Equal(a, b) || w.clears() && Equal(w.withoutNulls(s, a), w.withoutNulls(s, b))
}

const (
	nullCleared  = "a null clears this field, so the result does not have it; with nulls: Changed a null is a value"
	nullsCleared = "nulls in here clear their fields, so the result does not have them; with nulls: Changed a null is a value"
)

// cleared is a value of the result without the nulls in it, of which it notes one for all.
//
// rule: null/*
func (w *walker) cleared(s Schema, n *yaml.Node) *yaml.Node {
	r := w.withoutNulls(s, n)
	if r != n {
		w.note(terms.NoteNull, nullsCleared)
	}
	return r
}

// withoutNulls is a value without the nulls in it. Nulls in atomic and set lists are
// values: they stay.
func (w *walker) withoutNulls(s Schema, n *yaml.Node) *yaml.Node {
	if n == nil || !w.clears() {
		return n
	}
	switch n.Kind {
	case yaml.MappingNode:
		if f := fieldsOf(n); f.inherits && slices.ContainsFunc(n.Content, func(c *yaml.Node) bool { return isNull(target(c)) }) {
			// Without the null the field would have the value from the merge key.
			n = withContent(n, f.nodes)
		}
		return rebuilt(n, func(_ int, field []*yaml.Node) []*yaml.Node {
			if isNull(target(field[1])) {
				return nil
			}
			return []*yaml.Node{field[0], w.withoutNulls(fieldSchema(s, field[0]), field[1])}
		})
	case yaml.SequenceNode:
		if classify(s, n).kind != ListKeyed {
			return n
		}
		return rebuilt(n, func(_ int, e []*yaml.Node) []*yaml.Node {
			return []*yaml.Node{w.withoutNulls(elemSchema(s), e[0])}
		})
	case yaml.AliasNode:
		if value := w.withoutNulls(s, target(n)); value != target(n) {
			alias := *n
			alias.Alias = value
			return &alias
		}
	}
	return n
}

// rebuilt is a map or list with what each makes of its children in their place, the node itself if nothing differs: of
// the key and value of a field, or of an element, it makes any number of nodes.
func rebuilt(n *yaml.Node, each func(i int, child []*yaml.Node) []*yaml.Node) *yaml.Node {
	width := 1
	if n.Kind == yaml.MappingNode {
		width = 2
	}
	var content []*yaml.Node // Not made before something differs.
	for i := 0; i+width <= len(n.Content); i += width {
		child := n.Content[i : i+width]
		made := each(i, child)
		if content == nil && !slices.Equal(made, child) {
			content = append(make([]*yaml.Node, 0, len(n.Content)), n.Content[:i]...)
		}
		if content != nil {
			content = append(content, made...)
		}
	}
	if content == nil {
		return n
	}
	return withContent(n, content)
}

// takenWhole is a value that was taken whole.
func (w *walker) takenWhole(s Schema, u, r *yaml.Node) *yaml.Node {
	if w.system.patches() && r == u {
		return w.walk(w, s, nil, target(u), nil)
	}
	return w.cleared(s, r)
}

// kept is a value that only dest has.
func (w *walker) kept(s Schema, d *yaml.Node) *yaml.Node {
	if w.system.patches() {
		return d
	}
	return w.cleared(s, d)
}

// gone decides about what updated deleted or cleared as a whole; same: dest has there
// what original had.
func (w *walker) gone(s Schema, o, u, d *yaml.Node, same bool) *yaml.Node {
	if w.holdsPinned(o, u, d) {
		return d
	}
	if same {
		return nil
	}
	return w.cleared(s, w.conflict(DeletedUpstream, o, u, d).of(nil, d))
}
