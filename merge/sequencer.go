package merge

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/node"
)

// sequencer finds the elements of three lists that stand for one another.
type sequencer struct {
	versions [3]sequenceVersion
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
	elements      []*sequenceElement
}

// sequenceElement is what several versions have of one element.
type sequenceElement struct {
	id string
	// in is where each version has it, -1 where one does not.
	in [3]int
	// filled tells of each side that it has the element only because what it has is alone in the
	// place of original's.
	filled [3]bool
	// isPaired: more than one version has it.
	isPaired bool
}

// has reports whether a version has the element.
func (e *sequenceElement) has(version Side) bool { return e.in[version] >= 0 }

func (s *sequencer) read(version Side, list *yaml.Node) {
	if list == nil {
		return
	}
	v := &s.versions[version]
	v.children = children{kind: childElements, nodes: list.Content}
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
		element := &sequenceElement{id: version.String() + strconv.Itoa(j), in: [3]int{-1, -1, -1}}
		element.in[version] = j
		v.values, v.names, v.elements = append(v.values, value), append(v.names, name), append(v.elements, element)
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

// isValue reports whether an element is the value of the flag in front of it.
func (v *sequenceVersion) isValue(i int) bool { return strings.HasSuffix(v.names[i], "\x00") }

// pair finds for elements of version a the ones of version b.
func (s *sequencer) pair(a, b Side) {
	va, vb := &s.versions[a], &s.versions[b]
	anywhere := a == Original || !s.repeats
	if anywhere {
		s.pairAnywhere(a, va.names, b, vb.names)
	}
	for _, m := range diff.Match(va.values, vb.values) {
		s.join(a, m[0], b, m[1])
	}
	if anywhere {
		s.pairAnywhere(a, va.values, b, vb.values)
	}
}

// pairAnywhere pairs elements of version a with those of version b by what each version holds once.
func (s *sequencer) pairAnywhere(a Side, idsA []string, b Side, idsB []string) {
	inA, inB := placesOfOnce(idsA), placesOfOnce(idsB)
	for i, id := range idsA {
		_, once := inA[id]
		if j, both := inB[id]; once && both {
			s.join(a, i, b, j)
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
func (s *sequencer) join(a Side, i int, b Side, j int) bool {
	inA, inB := s.versions[a].elements[i], s.versions[b].elements[j]
	switch {
	case inA.isPaired && inB.isPaired, inA.has(b), inB.has(a):
		return false
	case inB.isPaired:
		s.versions[a].elements[i], inB.in[a] = inB, i
	default:
		s.versions[b].elements[j], inA.in[b] = inA, j
	}
	s.versions[b].elements[j].isPaired = true
	s.joined++
	return true
}

// addedAlike pairs maps that both sides added if one name or path identifies both: they
// are one, and what differs in them is a conflict.
//
// rule: sequence/added-by-one-*
func (s *sequencer) addedAlike() {
	o, u, d := &s.versions[Original], &s.versions[Updated], &s.versions[Dest]
	for _, name := range []string{"name", "path", "mountPath", "devicePath"} {
		for _, p := range namesakes(o.nodes, u.nodes, d.nodes, name) {
			if !u.elements[p[0]].isPaired && !d.elements[p[1]].isPaired {
				s.join(Updated, p[0], Dest, p[1])
			}
		}
	}
}

// namesakes are the elements of updated and dest that have one value in a field, each alone in its version, which
// original has nowhere.
func namesakes(o, u, d []*yaml.Node, field string) (pairs [][2]int) {
	inO, ofU, ofD := named(o, field), named(u, field), named(d, field)
	inU, inD := placesOfOnce(ofU), placesOfOnce(ofD)
	for i, id := range ofU {
		_, once := inU[id]
		if j, both := inD[id]; once && both && !slices.Contains(inO, id) {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return pairs
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
