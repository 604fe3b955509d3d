package merge_test

import (
	"maps"
	"reflect"
	"slices"
)

// model is the 3-way merge of values by its published rules, a second time: on plain Go
// values, without a type or a line of the engine, and without a thought of cost. A value is
// absent{}, nil for null, a map[string]any, a []any, or a scalar.
type model struct {
	// nullClears: a null clears; else it is a value. destWins: dest does where both changed one place.
	nullClears, destWins bool
	// conflicts are the places that both sides changed, differently.
	conflicts []string
}

// place merges what the versions have at one place.
func (m *model) place(at string, s spec, o, u, d any) any {
	if m.nullClears {
		if o, u, d = m.withoutNull(at, s, o, u, d); d == nil {
			return nil
		}
	}
	if kindIs(u) == kindIs(d) && kindIs(u) != kindIs(o) {
		o = absent{} // Both made something else of it.
	}
	if gone(o) && (gone(u) || gone(d)) {
		return m.cleared(s, present(u, d)) // What one side added whole is as that side wrote it, doubled members too.
	}
	if list, keys := s.identified(o, u, d); list != "" {
		return m.collection(at, s, list, keys, o, u, d)
	}
	same := func(a, b any) bool { return m.same(s, a, b) }
	if !slices.ContainsFunc([]any{o, u, d}, func(v any) bool { return !gone(v) && kindIs(v) != "list" }) {
		same = reflect.DeepEqual // Nulls in a list that is taken whole are values.
	}
	switch {
	case same(u, o), same(u, d):
		return m.cleared(s, d)
	case same(d, o):
		return m.cleared(s, u)
	}
	return m.cleared(s, m.conflict(at, u, d))
}

// conflict records one, and gives the side that wins.
func (m *model) conflict(at string, u, d any) any {
	m.conflicts = append(m.conflicts, at)
	if m.destWins {
		return d
	}
	return u
}

// withoutNull settles nulls that clear: where one does, none of the versions is left; dest
// stays null where all are.
func (m *model) withoutNull(at string, s spec, o, u, d any) (original, updated, dest any) {
	none := absent{}
	if list, _ := s.identified(d); o == nil && u == nil && (d == nil || list == "keyed") {
		return none, none, d
	}
	if o == nil {
		o = none
	}
	switch {
	case u != nil && d != nil:
		return o, u, d
	case gone(u), gone(d), u == nil && d == nil, u == nil && m.same(s, o, d), d == nil && m.same(s, o, u):
		return none, none, none
	case u == nil:
		return none, none, m.conflict(at, none, d)
	}
	return none, none, m.conflict(at, none, none)
}

// cleared is a value that is taken whole, without the nulls in it that clear.
func (m *model) cleared(s spec, v any) any {
	list, _ := s.identified(v)
	switch {
	case m.nullClears && list == "map":
		left := map[string]any{}
		for name, value := range v.(map[string]any) {
			if value != nil {
				left[name] = m.cleared(s.of[name], value)
			}
		}
		return left
	case m.nullClears && list == "keyed":
		left := []any{}
		for _, e := range v.([]any) {
			left = append(left, m.cleared(s.of["[]"], e))
		}
		return left
	}
	return v
}

func (m *model) same(s spec, a, b any) bool {
	return reflect.DeepEqual(m.cleared(s, a), m.cleared(s, b))
}

// collection merges the fields of a map, the elements of a keyed list or the members of a set.
func (m *model) collection(at string, s spec, list string, keys []specKey, o, u, d any) any {
	co, cu, cd := childrenOf(keys, o), childrenOf(keys, u), childrenOf(keys, d)
	inside := &model{nullClears: m.nullClears, destWins: m.destWins && (gone(o) || !gone(u) && !gone(d))}
	won := m.unions(at, s, o, u, d)
	merged := map[string]any{}
	out := inside.replaced(at, list, co, cu, cd)
	asked := len(out) > 0
	_, _, instead := exchanged(co.ids, cd.ids, cu.ids)
	ids := slices.Sorted(slices.Values(slices.Concat(co.ids, cu.ids, cd.ids)))
	for _, id := range slices.Compact(ids) {
		vo, vu, vd := child(co.of, id), child(cu.of, id), child(cd.of, id)
		var v any = absent{}
		switch chosen, decided := won[id]; {
		case decided && chosen == nil && m.nullClears:
		case decided:
			v = m.cleared(s.of[id], chosen)
		case list == "map":
			v = inside.place(at+"/"+id, s.of[id], vo, vu, vd)
		case list == "keyed":
			element := at + stepTo(keys, present(vd, vu, vo))
			v = inside.element(element, s.of["[]"], keys, vo, vu, vd, child(cd.of, instead[id]))
			asked = asked || slices.Contains(inside.conflicts, element)
		case !out[id] && (gone(vo) || !gone(vu) && !gone(vd)):
			v = present(vd, vu)
		}
		if !gone(v) {
			merged[id] = v
		}
	}
	var result any = merged
	if list != "map" {
		result = inOrder(merged, co.ids, cu.ids, cd.ids)
		inDoubt := splits(co.ids, cu.ids, cd.ids) || splits(co.ids, cd.ids, cu.ids)
		if inDoubt && !asked && !gone(u) && !gone(d) && m.conflict(at, "u", "d") == "u" {
			result = inOrder(merged, co.ids, cd.ids, cu.ids)
		}
	}
	return m.presence(at, s, o, u, d, result, inside.conflicts)
}

// replaced settles what both sides put in the place of one member of a set: it gives what is out.
func (m *model) replaced(at, list string, o, u, d children) (out map[string]bool) {
	out = map[string]bool{}
	_, _, byUpdated := exchanged(o.ids, u.ids, d.ids)
	_, _, byDest := exchanged(o.ids, d.ids, u.ids)
	for _, id := range o.ids {
		theirs, ours := byUpdated[id], byDest[id]
		if list == "set" && theirs != "" && ours != "" {
			out[m.conflict(at+stepTo(nil, d.of[ours]), ours, theirs).(string)] = true
		}
	}
	return out
}

// presence says whether a collection is there at all: what one side removed is gone but for
// what the other put into it.
func (m *model) presence(at string, s spec, o, u, d, merged any, conflicts []string) any {
	switch {
	case gone(o), !gone(u) && !gone(d):
		m.conflicts = append(m.conflicts, conflicts...)
		return merged
	case gone(d) && isEmpty(merged):
		return d
	case gone(d):
		return m.conflict(at, merged, d)
	case len(conflicts) > 0 && !gone(m.conflict(at, u, d)):
		return m.cleared(s, d)
	case isEmpty(merged) && (!isEmpty(m.cleared(s, d)) || isEmpty(m.cleared(s, o))):
		return u
	}
	return merged
}

// element merges one of a keyed list. What identifies it is no change: what one side deleted
// goes if the other changed nothing else in it; what updated put into one that dest deleted
// is there with its key. What updated only took out of one is a conflict if dest has it
// instead under another key, where a field of that is still there.
func (m *model) element(at string, s spec, keys []specKey, o, u, d, instead any) any {
	without := func(v any) any {
		fields := maps.Clone(v.(map[string]any))
		for _, k := range keys {
			delete(fields, k.field)
		}
		return fields
	}
	switch {
	case gone(o), gone(u) == gone(d):
		return m.place(at, s, o, u, d)
	case gone(u) && m.same(s, without(o), without(d)):
		return u
	case gone(u):
		return m.cleared(s, m.conflict(at, u, d))
	}
	since := len(m.conflicts)
	part, some := m.place(at, s, without(o), without(u), d).(map[string]any)
	switch {
	case !some && len(m.conflicts) == since && stillHas(instead, o, u):
		return m.cleared(s, m.conflict(at, u, d))
	case !some:
		return d
	}
	for _, k := range keys {
		if v := child(u.(map[string]any), k.field); !gone(v) && (v != nil || !m.nullClears) {
			part[k.field] = v
		}
	}
	return part
}

// stillHas reports whether what dest has instead of an element shares a value with it, and
// still has a field that updated changed.
func stillHas(instead, o, u any) bool {
	shares, has := false, false
	there, _ := instead.(map[string]any)
	for name, value := range there {
		was := child(o.(map[string]any), name)
		shares = shares || reflect.DeepEqual(was, value)
		has = has || !gone(was) && !reflect.DeepEqual(was, child(u.(map[string]any), name))
	}
	return shares && has
}
