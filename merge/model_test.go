package merge_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/merge"
)

// The 3-way merge does what its rules say: a model of them, by values and
// without a thought of cost, gives the same result and conflicts at the same
// places.
func TestModel(t *testing.T) {
	for _, policy := range []merge.Policy{{}, {OnConflict: merge.TakeDest}, {Nulls: merge.NullsChanged}, {Nulls: merge.NullsChanged, OnConflict: merge.TakeDest}} {
		for _, family := range []string{"proven", "unproven", "resources"} {
			t.Run(policyText(policy)+","+family, func(t *testing.T) {
				for seed := range 5 * seeds() {
					g := &generator{Rand: rand.New(rand.NewPCG(seed, 7)), unproven: family == "unproven", nulls: seed%2 == 0, aliases: seed%4 == 1, tags: seed%3 == 0, keys: seed%3 == 1}
					opts := merge.Options{Schema: root(), Policy: policy}
					if family == "resources" {
						all := kinds(t, g)
						of := all[seed%uint64(len(all))]
						g.grammar, opts.Schema = of.grammar, of.schema
					}
					texts, nodes := g.versions(t)
					m := &model{clear: policy.Nulls == merge.NullsClear, dest: policy.OnConflict == merge.TakeDest}
					want := said(m.place(nil, opts.Schema, modelled(nodes[0]), modelled(nodes[1]), modelled(nodes[2])))
					res := mustMerge(t, nodes[0], nodes[1], nodes[2], opts)
					var places []string
					for _, c := range res.Conflicts {
						places = append(places, c.Path.String())
					}
					slices.Sort(places)
					slices.Sort(m.conflicts)
					if diff := cmp.Diff(want, said(modelled(res.Node))) + cmp.Diff(m.conflicts, places); diff != "" {
						t.Fatalf("seed %d (-model +engine):\n%s\no:\n%s\nu:\n%s\nd:\n%s", seed, diff, texts[0], texts[1], texts[2])
					}
				}
			})
		}
	}
}

// model merges values as the rules say.
type model struct {
	// clear: a null clears; dest: dest wins.
	clear, dest bool
	conflicts   []string
}

// conflict records one and gives the side that wins.
func (m *model) conflict(at merge.Path, u, d any) any {
	m.conflicts = append(m.conflicts, at.String())
	if m.dest {
		return d
	}
	return u
}

// cleared is a value that is taken whole, without the nulls in it.
func (m *model) cleared(s merge.Schema, v any) any {
	if !m.clear {
		return v
	}
	switch v := v.(type) {
	case tagged:
		return tagged{v.tag, m.cleared(s, v.of)}
	case fields:
		f := fields{}
		for name, value := range v {
			if !null(value) {
				f[name] = m.cleared(fieldOf(s, name), value)
			}
		}
		return f
	case elements:
		if kind, _ := modelList(s, v); kind != merge.ListKeyed {
			return v
		}
		e := elements{}
		for _, value := range v {
			e = append(e, m.cleared(elemOf(s), value))
		}
		return e
	}
	return v
}

func (m *model) same(s merge.Schema, a, b any) bool {
	return said(m.cleared(s, a)) == said(m.cleared(s, b))
}

// place merges one place: whatever the versions have there.
func (m *model) place(at merge.Path, s merge.Schema, o, u, d any) any {
	if m.clear {
		if o, u, d = m.withoutNull(at, s, o, u, d); null(d) {
			return d
		}
	}
	if u == nil && d == nil {
		return nil
	}
	if kind := sortOf(u); kind == sortOf(d) && kind != sortOf(o) {
		o = nil
	}
	types := map[string]bool{}
	for _, v := range []any{o, u, d} {
		if v != nil {
			types[sortOf(v)] = true
		}
	}
	if len(types) == 1 {
		if bare, again := untagged(o, u, d); sortOf(firstOf(u, d)) != sortOf(firstOf(bare[1:]...)) {
			return again(m.place(at, s, bare[0], bare[1], bare[2]))
		}
	}
	kind, keys := modelList(s, o, u, d)
	_, isMap := firstOf(u, d).(fields)
	_, isList := firstOf(u, d).(elements)
	switch {
	case len(types) == 1 && isMap:
		return m.collection(at, s, o, u, d, merge.ListUnknown, nil)
	case len(types) == 1 && isList && kind != merge.ListAtomic:
		return m.collection(at, s, o, u, d, kind, keys)
	}
	same := func(a, b any) bool { return m.same(s, a, b) }
	if len(types) == 1 {
		same = func(a, b any) bool { return said(a) == said(b) }
	}
	switch {
	case same(u, o), same(u, d):
		return m.cleared(s, d)
	case same(d, o):
		return m.cleared(s, u)
	}
	return m.cleared(s, m.conflict(at, u, d))
}

// withoutNull settles nulls: where one clears, none of the versions is left; dest
// is null where all are.
func (m *model) withoutNull(at merge.Path, s merge.Schema, o, u, d any) (original, updated, dest any) {
	kind, _ := modelList(s, d)
	switch _, isList := d.(elements); {
	case null(o) && null(u) && null(d):
		return nil, nil, d
	case null(o) && null(u) && isList && kind == merge.ListKeyed:
		return nil, nil, d
	}
	if null(o) {
		o = nil
	}
	switch {
	case null(u) && null(d), null(u) && d == nil, null(d) && u == nil:
		return nil, nil, nil
	case null(u) && m.same(s, o, d), null(d) && m.same(s, o, u):
		return nil, nil, nil
	case null(u):
		return nil, nil, m.conflict(at, nil, d)
	case null(d):
		m.conflict(at, nil, nil)
		return nil, nil, nil
	}
	return o, u, d
}

func firstOf(values ...any) any {
	for _, v := range values {
		if v != nil {
			return v
		}
	}
	return nil
}

// collection merges the fields of a map, the elements of a keyed list or the
// members of a set.
func (m *model) collection(at merge.Path, s merge.Schema, o, u, d any, kind merge.ListKind, keys []merge.Key) any {
	co, cu, cd := childrenOf(o, keys), childrenOf(u, keys), childrenOf(d, keys)
	inside := &model{clear: m.clear, dest: m.dest && (o == nil || u != nil && d != nil)}
	won := m.unions(at, s, o, u, d)
	merged := map[string]any{}
	for _, id := range allOf(co.ids, cu.ids, cd.ids) {
		vo, vu, vd := co.of[id], cu.of[id], cd.of[id]
		below := slices.Clip(at)
		switch chosen, decided := won[id]; {
		case decided && !(m.clear && null(chosen)):
			merged[id] = m.cleared(fieldOf(s, id), chosen)
		case decided:
		case kind == merge.ListUnknown:
			merged[id] = inside.place(append(below, merge.Field(id)), fieldOf(s, id), vo, vu, vd)
		case kind == merge.ListSet && (vo == nil || vu != nil && vd != nil):
			merged[id] = firstOf(vd, vu)
		case kind == merge.ListKeyed:
			_, step := identity(keys, firstOf(vd, vu, vo))
			merged[id] = inside.element(append(below, step), elemOf(s), vo, vu, vd, keys)
		}
		if merged[id] == nil {
			delete(merged, id)
		}
	}
	var result any = fields(merged)
	if kind != merge.ListUnknown {
		result = inOrder(merged, co.ids, cu.ids, cd.ids)
	}
	return m.presence(at, s, o, u, d, result, len(merged) == 0, inside.conflicts)
}

// presence reports whether a collection is there at all.
func (m *model) presence(at merge.Path, s merge.Schema, o, u, d, merged any, empty bool, conflicts []string) any {
	switch {
	case o == nil || u != nil && d != nil:
		m.conflicts = append(m.conflicts, conflicts...)
		return merged
	case d == nil && empty:
		return nil
	case d == nil:
		return m.conflict(at, merged, nil)
	case len(conflicts) > 0 && m.conflict(at, nil, d) != nil:
		return m.cleared(s, d)
	case empty && !(bare(m.cleared(s, d)) && !bare(m.cleared(s, o))):
		return nil
	}
	return merged
}

func bare(v any) bool { return said(v) == "{}" || said(v) == "[]" }

func (m *model) element(at merge.Path, s merge.Schema, o, u, d any, keys []merge.Key) any {
	without := func(v any) fields {
		f := maps.Clone(v.(fields))
		for _, k := range keys {
			delete(f, k.Field)
		}
		return f
	}
	switch {
	case o != nil && u == nil && d != nil:
		if m.same(s, without(o), without(d)) {
			return nil
		}
		return m.cleared(s, m.conflict(at, nil, d))
	case o != nil && u != nil && d == nil:
		part, _ := m.place(at, s, without(o), without(u), nil).(fields)
		if part == nil {
			return nil
		}
		for _, k := range keys {
			if v := u.(fields)[k.Field]; v != nil && !(m.clear && null(v)) {
				part[k.Field] = v
			}
		}
		return part
	}
	return m.place(at, s, o, u, d)
}

// unions gives the fields that the winner of a union decides, with its values.
func (m *model) unions(at merge.Path, s merge.Schema, o, u, d any) fields {
	won := fields{}
	fo, _ := o.(fields)
	fu, _ := u.(fields)
	fd, _ := d.(fields)
	if s == nil || fu == nil || fd == nil {
		return won
	}
	for _, of := range s.Unions() {
		co, po := chosen(of, fo)
		cu, pu := chosen(of, fu)
		cd, pd := chosen(of, fd)
		agreed := (cu == "" || cd == "") && cu != co && cd != co
		if cu == cd || agreed || m.same(s, po, pu) || m.same(s, po, pd) {
			continue
		}
		winner := m.conflict(at, fu, fd).(fields)
		for _, member := range of.Members {
			won[member.Field] = winner[member.Field]
		}
		if of.Discriminator != "" {
			won[of.Discriminator] = winner[of.Discriminator]
		}
	}
	return won
}
