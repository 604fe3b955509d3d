package merge_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

var from = flag.Uint64("from", 0, "the first seed of the model's documents")

// The 3-way merge does what its rules say: the model gives the same value, and conflicts at
// the same places.
func TestModel(t *testing.T) {
	policies := []merge.Policy{{}, {OnConflict: merge.TakeDest}, {KeepNulls: true}, {KeepNulls: true, OnConflict: merge.TakeDest}}
	for _, family := range []string{"proven", "unproven", "resources"} {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			for seed := *from; seed < *from+70*seeds(); seed++ {
				g := &generator{Rand: rand.New(rand.NewPCG(seed, 7)), nulls: seed%2 == 0, aliases: seed%4 == 1, keys: seed%3 == 1, long: seed%16 == 15}
				opts := merge.Options{Schema: g.follow(t, family, seed)}
				texts, nodes := g.versions(t)
				s := specOf(opts.Schema, nodes[:]...)
				for _, opts.Policy = range policies {
					m := &model{nullClears: !opts.Policy.KeepNulls, destWins: opts.Policy.OnConflict == merge.TakeDest}
					want := m.place("", s, plainValue(nodes[0]), plainValue(nodes[1]), plainValue(nodes[2]))
					res := mustMerge(t, nodes[0], nodes[1], nodes[2], opts)
					var places []string
					for _, c := range res.Conflicts {
						places = append(places, placeOf(c.Path))
					}
					slices.Sort(places)
					slices.Sort(m.conflicts)
					if got := plainValue(res.Node); !reflect.DeepEqual(want, got) || !slices.Equal(m.conflicts, places) {
						diff := cmp.Diff(want, got) + cmp.Diff(m.conflicts, places)
						t.Fatalf("seed %d, %s (-model +engine):\n%s\no:\n%s\nu:\n%s\nd:\n%s", seed, policyText(opts.Policy), diff, texts[0], texts[1], texts[2])
					}
				}
			}
		})
	}
}

// spec is what a schema says about a place.
type spec struct {
	// of are those of the fields, and under "[]" that of the elements.
	of map[string]spec
	// list is keyed, keyed or set, set or atomic; "" where the elements have to prove it.
	list   string
	keys   []specKey
	unions []specUnion
}

// specKey is a field and what an element without it means, nil if it may not lack it.
type specKey struct {
	field    string
	fallback any
}

// specUnion are fields of which a map has one, each with what the field that chooses
// says of it, if there is such a field.
type specUnion struct {
	chooses string
	members map[string]string
}

// specOf is that of what the versions hold.
func specOf(schema merge.Schema, versions ...*yaml.Node) spec {
	s := spec{of: map[string]spec{}}
	if schema == nil {
		return s
	}
	list := schema.List()
	if s.list = list.Kind.String(); list.Kind == merge.ListUnknown {
		s.list = ""
	} else if list.Kind == merge.ListKeyed && list.Fallback == merge.ListSet {
		s.list = "keyed or set"
	}
	for _, k := range list.Keys {
		s.keys = append(s.keys, specKey{k.Field, plainValue(k.Default)})
	}
	for _, u := range schema.Unions() {
		of := specUnion{u.Discriminator, map[string]string{}}
		for _, member := range u.Members {
			of.members[member.Field] = member.Choice
		}
		s.unions = append(s.unions, of)
	}
	below := map[string][]*yaml.Node{}
	for _, v := range versions {
		switch v = node.Target(v); {
		case v != nil && v.Kind == yaml.MappingNode:
			for i := 0; i < len(v.Content); i += 2 {
				below[v.Content[i].Value] = append(below[v.Content[i].Value], v.Content[i+1])
			}
		case v != nil && v.Kind == yaml.SequenceNode:
			below["[]"] = append(below["[]"], v.Content...)
		}
	}
	for name, versions := range below {
		if name == "[]" {
			s.of[name] = specOf(schema.Elem(), versions...)
		} else {
			s.of[name] = specOf(schema.Field(name), versions...)
		}
	}
	return s
}

type absent struct{}

func plainValue(n *yaml.Node) any {
	switch n = node.Target(n); {
	case n == nil:
		return absent{}
	case n.Kind == yaml.MappingNode:
		fields := map[string]any{}
		for i := 0; i < len(n.Content); i += 2 {
			fields[n.Content[i].Value] = plainValue(n.Content[i+1])
		}
		return fields
	case n.Kind == yaml.SequenceNode:
		elements := []any{}
		for _, e := range n.Content {
			elements = append(elements, plainValue(e))
		}
		return elements
	}
	var v any
	if text := scalarText(n); strings.HasPrefix(text, "plain ") {
		return text // Readers of YAML 1.1 and 1.2 disagree what it is.
	}
	if err := n.Decode(&v); err != nil {
		return err
	}
	return v
}

func gone(v any) bool { return v == absent{} }

func child(of map[string]any, id string) any {
	if v, ok := of[id]; ok {
		return v
	}
	return absent{}
}

// present is the first of the versions that is there.
func present(versions ...any) any {
	if i := slices.IndexFunc(versions, func(v any) bool { return !gone(v) }); i >= 0 {
		return versions[i]
	}
	return absent{}
}

func kindIs(v any) string {
	switch v.(type) {
	case absent:
		return "absent"
	case map[string]any:
		return "map"
	case []any:
		return "list"
	}
	return "scalar"
}

func isEmpty(v any) bool {
	return reflect.DeepEqual(v, map[string]any{}) || reflect.DeepEqual(v, []any{})
}

// identified says what the versions of a place are: a map, a list that is keyed by these
// keys, a set, or "" for what is taken whole. A list is keyed whose keys are complete and
// unique in all versions; without a schema, versions without elements prove nothing.
func (s spec) identified(versions ...any) (list string, keys []specKey) {
	proven := func(keys []specKey) bool {
		return !slices.ContainsFunc(versions, func(v any) bool {
			elements, _ := v.([]any)
			c := childrenOf(keys, v)
			return len(c.of) < len(elements) || slices.Contains(c.ids, "")
		})
	}
	some := slices.ContainsFunc(versions, func(v any) bool { return kindIs(v) == "list" && !isEmpty(v) })
	kind := kindIs(present(versions...))
	several := slices.ContainsFunc(versions, func(v any) bool { return !gone(v) && kindIs(v) != kind })
	switch {
	case kind == "map" && !several:
		return kind, nil
	case several || kind != "list" || s.list == "atomic":
		return "", nil
	case s.list == "set":
		return s.list, nil
	case s.list != "" && proven(s.keys):
		return "keyed", s.keys
	case s.list == "keyed or set":
		return "set", nil
	}
	for _, field := range []string{"mountPath", "devicePath", "name", "ip", "type", "topologyKey", "containerPort"} {
		if keys := []specKey{{field, absent{}}}; s.list == "" && some && proven(keys) {
			return "keyed", keys
		}
	}
	return "", nil
}

// children are the fields of a map by name, or the elements of a list by what identifies
// them, in their order: their keys, "" if they lack one, or without keys their value.
type children struct {
	ids []string
	of  map[string]any
}

func childrenOf(keys []specKey, v any) children {
	if fields, ok := v.(map[string]any); ok {
		return children{slices.Collect(maps.Keys(fields)), fields}
	}
	c := children{of: map[string]any{}}
	elements, _ := v.([]any)
	for _, e := range elements {
		id := fmt.Sprintf("%#v", e)
		if keys != nil {
			id = ""
		}
		for _, k := range keys {
			v := k.in(e)
			if kindIs(v) != "scalar" {
				id = ""
				break
			}
			id += fmt.Sprintf("%#v ", v)
		}
		c.ids, c.of[id] = append(c.ids, id), e
	}
	return c
}

// in is the key of an element; null is the fallback.
func (k specKey) in(e any) any {
	fields, isMap := e.(map[string]any)
	if v := fields[k.field]; v != nil {
		return v
	}
	if isMap {
		return k.fallback
	}
	return absent{}
}

// inOrder is dest's order. What updated put in the place of something stands where dest has
// that, or has something in its place; any other addition in front of what follows it in
// updated, once.
func inOrder(merged map[string]any, original, updated, dest []string) []any {
	_, by, _ := exchanged(original, dest, updated)
	lost, _, _ := exchanged(original, updated, dest)
	next, before := "", map[string][]any{}
	for at, id := range slices.Backward(updated) {
		switch i := slices.IndexFunc(lost[id], func(id string) bool { return slices.Contains(dest, id) }); {
		case slices.Contains(dest, id):
			next = id
			continue
		case i >= 0:
			next = lost[id][i]
		case by[id] != "":
			next = by[id]
		}
		if v, ok := merged[id]; ok && slices.Index(updated, id) == at {
			before[next] = slices.Insert(before[next], 0, v)
		}
	}
	result := []any{}
	for _, id := range dest {
		result = append(result, before[id]...)
		if v, ok := merged[id]; ok {
			result = append(result, v)
		}
	}
	return append(result, before[""]...)
}

// splits reports whether a side replaced several elements between which the other has some of its own.
func splits(original, side, other []string) bool {
	lost, _, _ := exchanged(original, side, other)
	for _, ids := range lost {
		last := -1
		for _, id := range ids {
			at := slices.Index(other, id)
			if at >= 0 && last >= 0 && at != last+1 {
				return true
			}
			last = max(last, at)
		}
	}
	return false
}

// exchanged looks between what original and a side have in common, in order: what the side
// lost there for what it alone gained, and for what it lost its first gain and, one by one,
// its own.
func exchanged(original, side, other []string) (lost map[string][]string, by, own map[string]string) {
	lost, by, own = map[string][]string{}, map[string]string{}, map[string]string{}
	fromO, fromS := 0, 0
	for _, p := range append(inCommon(original, side), [2]int{len(original), len(side)}) {
		left := slices.DeleteFunc(slices.Clone(original[fromO:p[0]]), func(id string) bool { return slices.Contains(side, id) })
		come := slices.DeleteFunc(slices.Clone(side[fromS:p[1]]), func(id string) bool { return slices.Contains(original, id) || slices.Contains(other, id) })
		for _, id := range come {
			lost[id] = left
		}
		for i, id := range left {
			if len(come) > 0 {
				by[id] = come[0]
			}
			if i < len(come) {
				own[id] = come[i]
			}
		}
		fromO, fromS = p[0]+1, p[1]+1
	}
	return lost, by, own
}

// inCommon is a longest run of ids that both have in one order.
func inCommon(a, b []string) (pairs [][2]int) {
	longest := make([][]int, len(a)+1)
	for i := len(a); i >= 0; i-- {
		longest[i] = make([]int, len(b)+1)
		for j := len(b) - 1; j >= 0 && i < len(a); j-- {
			longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			if a[i] == b[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case longest[i+1][j] >= longest[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// unions gives the fields that the winner of a union decides, with its values.
func (m *model) unions(at string, s spec, o, u, d any) map[string]any {
	won := map[string]any{}
	original, _ := o.(map[string]any)
	updated, _ := u.(map[string]any)
	dest, _ := d.(map[string]any)
	for _, of := range s.unions {
		co, po := m.chosen(of, original)
		cu, pu := m.chosen(of, updated)
		cd, pd := m.chosen(of, dest)
		taken := (cu == "" || cd == "") && cu != co && cd != co
		if updated == nil || dest == nil || cu == cd || taken || m.same(s, po, pu) || m.same(s, po, pd) {
			continue
		}
		winner := m.conflict(at, updated, dest).(map[string]any)
		for member := range of.members {
			won[member] = child(winner, member)
		}
		if of.chooses != "" {
			won[of.chooses] = child(winner, of.chooses)
		}
	}
	return won
}

// chosen is what a map has chosen, and the part of it that belongs to the choice: a null that is a value, too.
func (m *model) chosen(of specUnion, fields map[string]any) (choice string, part map[string]any) {
	part = map[string]any{}
	named := ""
	for field, v := range fields {
		if _, is := of.members[field]; (is || field == of.chooses) && (v != nil || !m.nullClears) {
			part[field] = v
		}
	}
	if v := part[of.chooses]; v != nil && kindIs(v) == "scalar" {
		named = fmt.Sprint(v)
	}
	other := named
	for _, member := range slices.Sorted(maps.Keys(of.members)) {
		is := named != "" && of.members[member] == named
		if is {
			other = ""
		}
		if is || part[member] != nil {
			choice += member + " "
		}
	}
	return choice + other, part
}

// stepTo spells the step to an element, or to a member of a set.
func stepTo(keys []specKey, e any) string {
	if keys == nil && e == nil {
		return "/[=null]"
	} else if keys == nil {
		return fmt.Sprintf("/[=%v]", e)
	}
	var steps []string
	for _, k := range keys {
		text := fmt.Sprint(k.in(e))
		if text == "" || strings.ContainsAny(text, "[],= \n") {
			text = strconv.Quote(text)
		}
		steps = append(steps, k.field+"="+text)
	}
	return "/[" + strings.Join(steps, ",") + "]"
}

// placeOf spells a path of the engine as the model does.
func placeOf(path merge.Path) (place string) {
	for _, step := range path {
		if step.Name() == "" {
			place += "/" + merge.Path{step}.String()
		} else {
			place += "/" + step.Name()
		}
	}
	return place
}
