package resource

import (
	"hash/fnv"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/similar"
	"github.com/krm-merge/krm-merge/merge"
)

// moves finds the places that updated gave values of original, where that is sure.
type moves struct {
	original, updated landscape
	// pairs are maps that are alike, nil before they are looked for.
	pairs map[*spot]*spot
}

// landscape is all places in the maps of a version.
type landscape struct {
	spots []*spot
	// spelled are the places by what they hold, byValue by its node.
	spelled map[uint64][]*spot
	byValue map[*yaml.Node]*spot
}

// spot is a place in the maps of a version.
type spot struct {
	parent     *spot
	key, value *yaml.Node
	// spelled is a hash of the value as it is written.
	spelled uint64
	// alone: the other version has no such place.
	alone bool
}

// path leads to the spot.
func (s *spot) path() []string {
	if s == nil {
		return nil
	}
	return under(s.parent.path(), s.key)
}

func newMoves(o, u *yaml.Node) *moves {
	return &moves{original: newLandscape(o, u), updated: newLandscape(u, o)}
}

func newLandscape(root, other *yaml.Node) landscape {
	l := landscape{spelled: map[uint64][]*spot{}, byValue: map[*yaml.Node]*spot{}}
	l.visit(nil, node.Target(root), node.Target(other), 0)
	for _, s := range l.spots {
		l.spelled[s.spelled] = append(l.spelled[s.spelled], s)
	}
	return l
}

// visit takes in the fields of a map and gives a hash of it.
func (l *landscape) visit(parent *spot, m, other *yaml.Node, depth int) (sum uint64) {
	for key, value := range node.Fields(m) {
		value = node.Target(value)
		there := node.FieldAt(other, key.Value)
		s := &spot{parent: parent, key: key, value: value, alone: there == nil}
		l.spots = append(l.spots, s)
		if l.byValue[value] == nil {
			l.byValue[value] = s
		}
		if isFilled(value) && depth < deepestOverride {
			s.spelled = l.visit(s, value, there, depth+1)
		} else {
			s.spelled = spelling(value)
		}
		// A sum: the order of fields does not count.
		sum += hashed("", key.Value, s.spelled)
	}
	return sum
}

// spelling is a hash of a value as it is written. The cost is linear.
func spelling(n *yaml.Node) uint64 {
	n = node.Target(n)
	if n == nil {
		return 0
	}
	if n.Kind == yaml.ScalarNode {
		return hashed(n.ShortTag(), n.Value, 1)
	}
	sum := uint64(n.Kind)
	for _, c := range n.Content {
		sum = hashed("", "", sum) ^ spelling(c)
	}
	return sum
}

func hashed(tag, text string, seed uint64) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(tag + "\x00" + text))
	return h.Sum64()*1099511628211 ^ seed*31
}

// of gives the place in updated of a value that original had elsewhere, nil if there is
// none or nobody can be sure. It is the only place of either version with this value, or
// a map like no other; and original has nothing there. A value that says nothing, such as
// true, proves nothing.
func (m *moves) of(value *yaml.Node) *spot {
	s := m.original.byValue[value]
	if s == nil || !isTelling(s.value) {
		return nil
	}
	if to := m.updated.spelled[s.spelled]; len(to) == 1 && len(m.original.spelled[s.spelled]) == 1 && to[0].alone && merge.Equal(s.value, to[0].value) {
		return to[0]
	}
	if m.pairs == nil {
		m.pairs = m.alike()
	}
	return m.pairs[s]
}

// isTelling reports whether two equal values may be one because they are equal.
func isTelling(n *yaml.Node) bool {
	if n.Kind != yaml.ScalarNode {
		return len(n.Content) > 0
	}
	tag := n.ShortTag()
	return n.Value != "" && tag != "!!null" && tag != "!!bool"
}

// alike pairs the maps that only original has with those that only updated has: those that
// are more alike than others, and those that alone have their name and are alike.
func (m *moves) alike() map[*spot]*spot {
	lost, gained := m.original.aloneMaps(), m.updated.aloneMaps()
	was, is := featuresOf(lost), featuresOf(gained)
	pairs, taken := map[*spot]*spot{}, map[*spot]bool{}
	for _, p := range similar.NewScale(slices.Concat(was, is)).Pair(was, is, nil) {
		pairs[lost[p[0]]], taken[gained[p[1]]] = gained[p[1]], true
	}
	named := namedOnce(gained)
	for name, i := range namedOnce(lost) {
		j, found := named[name]
		if found && i >= 0 && j >= 0 && pairs[lost[i]] == nil && !taken[gained[j]] && similar.Alike(was[i], is[j]) {
			pairs[lost[i]] = gained[j]
		}
	}
	return pairs
}

// aloneMaps are the maps with fields that the other version has nothing in place of.
func (l *landscape) aloneMaps() []*spot {
	var maps []*spot
	for _, s := range l.spots {
		if s.alone && isFilled(s.value) {
			maps = append(maps, s)
		}
	}
	return maps
}

func featuresOf(spots []*spot) []similar.Features {
	of := make([]similar.Features, len(spots))
	for i, s := range spots {
		of[i] = similar.Of(s.value, "")
	}
	return of
}

// namedOnce finds spots by their names, -1 where several have one.
func namedOnce(spots []*spot) map[string]int {
	at := map[string]int{}
	for i, s := range spots {
		if _, seen := at[s.key.Value]; seen {
			i = -1
		}
		at[s.key.Value] = i
	}
	return at
}
