package merge

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/node"
)

// sequence takes lists without keys apart for a merge element by element:
// elements of the versions that stand for one another get one id.
//
// A flag is found again by its name, and its value with it. What is left pairs by equal
// value, in order, or wherever it was moved to if no version holds it twice, so that the
// same addition of both sides in two places is two; then what is alone in one version
// with what is alone in the other between the same neighbours, and of
// several there those that are alike. The cost is that of a diff of the lists.
//
// rule: sequence/*
func sequence(o, u, d *yaml.Node) listing {
	s := sequencer{}
	for i, list := range [3]*yaml.Node{o, u, d} {
		s.read(i, list)
	}
	s.pair(Original, Dest)
	s.pair(Original, Updated)
	s.pair(Dest, Updated)
	s.addedAlike()
	// What was found are neighbours, between which more is found.
	for found, rounds := -1, 0; found != s.joined && rounds < 8; rounds++ {
		found = s.joined
		s.between(Updated, Dest, s.elsewhere)
		s.between(Dest, Updated, s.elsewhere)
		// Later, so that what was edited into something the other side added is
		// that, and two additions in one gap stay two.
		s.between(Original, Updated, s.fill)
		s.between(Original, Dest, s.fill)
	}
	l := listing{kind: ListKeyed}
	for i := range s.versions {
		v := &s.versions[i]
		v.ids = make([]string, len(v.nodes))
		for j := range v.class {
			if v.class[j] == 0 {
				v.class[j] = s.next()
				v.taken[v.class[j]] = true
			}
			v.ids[j] = strconv.Itoa(v.class[j])
		}
		l.children[i] = v.children
	}
	l.contests = s.rewritten()
	s.findMovedAndChanged(&l, Updated, Dest, DeletedLocally)
	s.findMovedAndChanged(&l, Dest, Updated, DeletedUpstream)
	return l
}

// sequencer finds the elements of three lists that stand for one another.
type sequencer struct {
	versions [3]sequenceVersion
	classes  int
	// joined is how many elements were made one.
	joined int
	// repeats: a version holds a value twice.
	repeats bool
}

type sequenceVersion struct {
	children
	// values are the elements' valueIDs, those of the values of flags with the flag; names
	// are the flags that elements are, or are the values of, "" for others.
	values, names []string
	// class is a number that elements have in common across versions, 0 for
	// an element that is not paired.
	class []int
	taken map[int]bool
	// filled are the classes of elements that are original's only because they are
	// alone in its place.
	filled map[int]bool
}

func (s *sequencer) next() int {
	s.classes++
	return s.classes
}

func (s *sequencer) read(i int, list *yaml.Node) {
	v := &s.versions[i]
	v.taken, v.filled = map[int]bool{}, map[int]bool{}
	if list == nil {
		return
	}
	v.children = children{kind: childElements, nodes: list.Content}
	v.class = make([]int, len(v.nodes))
	for j, e := range v.nodes {
		value, name := valueID(e), ""
		if flag := flagOf(v.nodes, j); flag != "" {
			// Of two flags, equal values are two; that of one flag is one, whatever it
			// was changed to.
			value, name = flag+"\x00 "+value, flag+"\x00"
		} else if n := target(e); kindOf(n) == yaml.ScalarNode && strings.HasPrefix(n.Value, "-") {
			flag, _, _ := strings.Cut(n.Value, "=")
			name = flag + "="
		}
		v.values, v.names = append(v.values, value), append(v.names, name)
	}
	s.repeats = s.repeats || repeated(v.values) >= 0
}

// flagOf is the flag that the i-th element is the value of, "" if it is none's: the
// element in front of it begins with -- and has no =, and it is not a flag itself.
//
// rule: sequence/flag-*
func flagOf(elements []*yaml.Node, i int) string {
	if i == 0 {
		return ""
	}
	flag, value := target(elements[i-1]), target(elements[i])
	if kindOf(flag) != yaml.ScalarNode || kindOf(value) != yaml.ScalarNode || strings.HasPrefix(value.Value, "-") {
		return ""
	}
	if !strings.HasPrefix(flag.Value, "--") || strings.ContainsAny(flag.Value, "= \t\n") {
		return ""
	}
	return flag.Value
}

// pair finds for elements of version a the ones of version b.
func (s *sequencer) pair(a, b Side) {
	va, vb := &s.versions[a], &s.versions[b]
	anywhere := a == Original || !s.repeats
	if anywhere {
		s.pairAnywhere(va, va.names, vb, vb.names)
	}
	for _, m := range diff.Match(va.values, vb.values) {
		s.join(va, m[0], vb, m[1])
	}
	if anywhere {
		s.pairAnywhere(va, va.values, vb, vb.values)
	}
}

// pairAnywhere pairs elements by what each version holds once.
func (s *sequencer) pairAnywhere(va *sequenceVersion, a []string, vb *sequenceVersion, b []string) {
	inA, inB := placesOfOnce(a), placesOfOnce(b)
	for i, id := range a {
		_, once := inA[id]
		if j, both := inB[id]; once && both {
			s.join(va, i, vb, j)
		}
	}
}

// placesOfOnce gives the places of the ids that are there once.
func placesOfOnce(ids []string) map[string]int {
	at, times := make(map[string]int, len(ids)), make(map[string]int, len(ids))
	for i, id := range ids {
		at[id] = i
		if times[id]++; id == "" || times[id] > 1 {
			delete(at, id)
		}
	}
	return at
}

// join makes two elements one, unless one of them is another's already. It reports
// whether it did.
func (s *sequencer) join(va *sequenceVersion, i int, vb *sequenceVersion, j int) bool {
	a, b := va.class[i], vb.class[j]
	switch {
	case a != 0 && b != 0, a != 0 && vb.taken[a], b != 0 && va.taken[b]:
		return false
	case a == 0 && b == 0:
		a = s.next()
	case a == 0:
		a = b
	}
	va.class[i], vb.class[j] = a, a
	va.taken[a], vb.taken[a] = true, true
	s.joined++
	return true
}

// addedAlike pairs maps that both sides added if one name or path identifies both: they
// are one, and what differs in them is a conflict.
//
// rule: sequence/added-by-one-*
func (s *sequencer) addedAlike() {
	u, d := &s.versions[Updated], &s.versions[Dest]
	for _, name := range []string{"name", "path", "mountPath", "devicePath"} {
		inO, ofU, ofD := named(s.versions[Original].nodes, name), named(u.nodes, name), named(d.nodes, name)
		inU, inD := placesOfOnce(ofU), placesOfOnce(ofD)
		for i, id := range ofU {
			_, once := inU[id]
			j, both := inD[id]
			if once && both && !slices.Contains(inO, id) && u.class[i] == 0 && d.class[j] == 0 {
				s.join(u, i, d, j)
			}
		}
	}
}

// named are the scalars that elements have in a field, "" for those without.
func named(elements []*yaml.Node, field string) []string {
	values := make([]string, len(elements))
	for i, e := range elements {
		if value := target(node.Field(target(e), field)); kindOf(value) == yaml.ScalarNode && !isNull(value) {
			values[i] = valueID(value)
		}
	}
	return values
}
