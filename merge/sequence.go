package merge

import (
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// sequence takes lists without keys apart for a merge element by element:
// elements of the versions that stand for one another get one id.
//
// An element is found again by what identifies it: a flag by its name, an image
// by its repository, a URL without its ref, key=value by its key, other scalars
// by their value. What identifies two elements of a version identifies none, and
// where a version holds something twice, the same addition of both sides in two
// places is two.
// What is left pairs by equal value, in order, or wherever it was moved to if no
// version holds it twice; then, between two neighbours
// that are paired already, by resemblance, and what is alone in one version
// with what is alone in the other. An element of dest may resemble what updated
// made of original's as well, as it does where dest is merged already. The cost
// is that of a diff of the lists.
//
// rule: sequence/*
func sequence(o, u, d *yaml.Node) listing {
	s := sequencer{}
	for i, list := range [3]*yaml.Node{o, u, d} {
		s.read(i, list)
	}
	s.pair(Original, Dest)
	s.pair(Original, Updated)
	if s.repeats {
		s.pairInOrder(Dest, Updated)
	} else {
		s.pair(Dest, Updated)
	}
	// Last, so that what was edited into something the other side added is
	// that, and two additions in one gap stay two. Updated first: dest may be
	// the result of this merge, and have edits of updated's as well.
	s.gaps(Original, Updated)
	s.pairMoved(&s.versions[Updated], &s.versions[Dest], &s.versions[Original])
	s.edited = s.versions[Updated].byClass()
	s.gaps(Original, Dest)
	s.replaced()
	l := listing{kind: ListKeyed}
	for i := range s.versions {
		v := &s.versions[i]
		ids := make([]string, len(v.nodes))
		for j, class := range v.class {
			if class == 0 {
				class = s.next()
			}
			ids[j] = strconv.Itoa(class)
		}
		l.children[i] = children{kind: childElements, nodes: v.nodes, ids: ids}
	}
	return l
}

// sequencer finds the elements of three lists that stand for one another.
type sequencer struct {
	versions [3]sequenceVersion
	classes  int
	// repeats: a version holds a value twice.
	repeats bool
	// edited are updated's elements by their class, once they are paired with
	// original's.
	edited map[int]int
}

type sequenceVersion struct {
	nodes []*yaml.Node
	// values are the elements' valueIDs; names what identifies them, "" where
	// nothing does.
	values, names []string
	// class is a number that elements have in common across versions, 0 for
	// an element that is not paired.
	class []int
	taken map[int]bool
}

func (s *sequencer) next() int {
	s.classes++
	return s.classes
}

func (s *sequencer) read(i int, list *yaml.Node) {
	v := &s.versions[i]
	v.taken = map[int]bool{}
	if list == nil {
		return
	}
	v.nodes = list.Content
	v.class = make([]int, len(v.nodes))
	times, held := map[string]int{}, map[string]bool{}
	for _, e := range v.nodes {
		name, value := identifier(target(e)), valueID(e)
		v.values, v.names = append(v.values, value), append(v.names, name)
		times[name]++
		s.repeats = s.repeats || held[value]
		held[value] = true
	}
	for j, name := range v.names {
		if times[name] > 1 {
			v.names[j] = ""
		}
	}
}

// pair finds for elements of version a the ones of version b.
func (s *sequencer) pair(a, b Side) {
	va, vb := &s.versions[a], &s.versions[b]
	named := map[string]int{}
	for j, name := range vb.names {
		if name != "" {
			named[name] = j
		}
	}
	for i, name := range va.names {
		if j, ok := named[name]; ok && name != "" {
			s.join(va, i, vb, j)
		}
	}
	s.pairInOrder(a, b)
	if a == Original {
		s.pairMoved(va, vb, nil)
	}
}

// pairMoved pairs what is left and equal, where each version has one of it; if
// another version is given, only what a has in common with that.
func (s *sequencer) pairMoved(va, vb, with *sequenceVersion) {
	inA, inB := va.once(), vb.once()
	for i, value := range va.values {
		j, ok := inB[value]
		if _, alone := inA[value]; ok && alone && (with == nil || with.taken[va.class[i]]) {
			s.join(va, i, vb, j)
		}
	}
}

// once finds the values that a version holds once.
func (v *sequenceVersion) once() map[string]int {
	at, times := make(map[string]int, len(v.values)), map[string]int{}
	for i, value := range v.values {
		at[value] = i
		if times[value]++; times[value] > 1 {
			delete(at, value)
		}
	}
	return at
}

// pairInOrder pairs equal elements that stand in one order in both.
func (s *sequencer) pairInOrder(a, b Side) {
	va, vb := &s.versions[a], &s.versions[b]
	for _, m := range common(va.values, vb.values) {
		s.join(va, m[0], vb, m[1])
	}
}

// join makes two elements one, unless one of them is another's already.
func (s *sequencer) join(va *sequenceVersion, i int, vb *sequenceVersion, j int) {
	a, b := va.class[i], vb.class[j]
	switch {
	case a != 0 && b != 0, a != 0 && vb.taken[a], b != 0 && va.taken[b]:
		return
	case a == 0 && b == 0:
		a = s.next()
	case a == 0:
		a = b
	}
	va.class[i], vb.class[j] = a, a
	va.taken[a], vb.taken[a] = true, true
}

// gaps pairs what lies unpaired between the same neighbours.
func (s *sequencer) gaps(a, b Side) {
	va, vb := &s.versions[a], &s.versions[b]
	at := vb.byClass()
	from, start := 0, 0
	for i := 0; i <= len(va.class); i++ {
		end := len(vb.class)
		if i < len(va.class) {
			j, paired := at[va.class[i]]
			if va.class[i] == 0 || !paired || j < start {
				continue
			}
			end = j
		}
		s.gap(va, va.loose(from, i, vb), vb, vb.loose(start, end, va))
		from, start = i+1, end+1
	}
}

// byClass finds the elements by their class.
func (v *sequenceVersion) byClass() map[int]int {
	at := make(map[int]int, len(v.class))
	for i, class := range v.class {
		if class != 0 {
			at[class] = i
		}
	}
	return at
}

// loose lists the elements of a stretch that are not paired with any of
// another version.
func (v *sequenceVersion) loose(from, to int, other *sequenceVersion) []int {
	var at []int
	for i := from; i < to; i++ {
		if v.class[i] == 0 || !other.taken[v.class[i]] {
			at = append(at, i)
		}
	}
	return at
}

// widest is how many elements of a gap are compared with how many, multiplied.
const widest = 1 << 14

// gap pairs elements that resemble one another, and what is alone between two
// such pairs on either side.
func (s *sequencer) gap(va *sequenceVersion, a []int, vb *sequenceVersion, b []int) {
	var pairs [][2]int
	if len(a)*len(b) > 1 && len(a)*len(b) <= widest {
		inA := va.features(a)
		pairs = resembling(inA, s.edits(va, a, inA), vb.features(b))
	}
	i, j := 0, 0
	for _, p := range append(pairs, [2]int{len(a), len(b)}) {
		if p[0]-i == 1 && p[1]-j == 1 {
			s.join(va, a[i], vb, b[j])
		}
		if i, j = p[0]+1, p[1]+1; i <= len(a) && j <= len(b) {
			s.join(va, a[p[0]], vb, b[p[1]])
		}
	}
}

// edits takes apart what updated made of elements; what it did not touch, or
// does not have, is what they are.
func (s *sequencer) edits(v *sequenceVersion, at []int, unedited []features) []features {
	of := slices.Clone(unedited)
	for i, j := range at {
		if k, ok := s.edited[v.class[j]]; ok {
			of[i] = featuresOf(s.versions[Updated].nodes[k])
		}
	}
	return of
}

// features takes elements apart.
func (v *sequenceVersion) features(at []int) []features {
	of := make([]features, len(at))
	for i, j := range at {
		of[i] = featuresOf(v.nodes[j])
	}
	return of
}

// replaced pairs what stands for elements that both updated and dest removed
// from between the same neighbours: both put something else there, and only a
// person can tell which of it is wanted.
func (s *sequencer) replaced() {
	o, u, d := &s.versions[Original], &s.versions[Updated], &s.versions[Dest]
	inU, inD := u.byClass(), d.byClass()
	fromU, fromD := 0, 0
	for i := 0; i < len(o.class); i++ {
		if o.class[i] != 0 {
			fromU, fromD = behind(inU, o.class[i], fromU), behind(inD, o.class[i], fromD)
			continue
		}
		j, k := u.firstNew(fromU), d.firstNew(fromD)
		if j < 0 || k < 0 {
			continue
		}
		s.join(o, i, u, j)
		s.join(o, i, d, k)
		fromU, fromD = j+1, k+1
	}
}

// behind is the place behind the element of a class, or where it was.
func behind(at map[int]int, class, from int) int {
	if i, ok := at[class]; ok {
		return i + 1
	}
	return from
}

// firstNew is the first element from a place on, -1 if it is one that another
// version has too.
func (v *sequenceVersion) firstNew(from int) int {
	if from < len(v.class) && v.class[from] == 0 {
		return from
	}
	return -1
}
