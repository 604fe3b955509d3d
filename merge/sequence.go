package merge

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// sequence takes lists without keys apart for a merge element by element:
// elements of the versions that stand for one another get one id.
//
// An element is found again by what identifies it: a flag by its name, an image
// by its repository, a URL without its ref, key=value by its key, other scalars
// by their value. What identifies two elements of a version identifies none.
// What is left pairs by equal value, in order; then, between two neighbours
// that are paired already, maps that are alike, and a lone scalar with a lone
// scalar. The cost is that of a diff of the lists.
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
	// Last, so that what was edited into something the other side added is
	// that, and two additions in one gap stay two.
	s.gaps(Original, Dest)
	s.gaps(Original, Updated)
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
	times := map[string]int{}
	for _, e := range v.nodes {
		name := identifier(target(e))
		v.values, v.names = append(v.values, valueID(e)), append(v.names, name)
		times[name]++
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
	at := map[int]int{}
	for j, class := range vb.class {
		if class != 0 {
			at[class] = j
		}
	}
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
		s.gap(va, from, i, vb, start, end)
		from, start = i+1, end+1
	}
}

func (s *sequencer) gap(va *sequenceVersion, i, iEnd int, vb *sequenceVersion, j, jEnd int) {
	if iEnd-i == 1 && jEnd-j == 1 && kindOf(target(va.nodes[i])) == yaml.ScalarNode && kindOf(target(vb.nodes[j])) == yaml.ScalarNode {
		s.join(va, i, vb, j)
		return
	}
	for ; i < iEnd; i++ {
		for k := j; k < min(jEnd, j+few); k++ {
			if alike(va.nodes[i], vb.nodes[k]) {
				s.join(va, i, vb, k)
				j = k + 1
				break
			}
		}
	}
}

// alike says that two maps have at least half of their fields in common.
func alike(a, b *yaml.Node) bool {
	a, b = target(a), target(b)
	if kindOf(a) != yaml.MappingNode || kindOf(b) != yaml.MappingNode {
		return false
	}
	fa, fb := fieldsOf(a), fieldsOf(b)
	same := 0
	for i := range fa.len() {
		if j := fb.find(&fa, i); j >= 0 && Equal(fa.value(i), fb.value(j)) {
			same++
		}
	}
	return same > 0 && 2*same >= max(fa.len(), fb.len())
}

// identifier is what identifies a scalar among the elements of a list, "" for
// other values.
func identifier(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode {
		return ""
	}
	text := n.Value
	if core, kube := readings(n); core.kind != readString || kube.kind != readString || text == "" || strings.ContainsAny(text, " \t\n") {
		return scalarID(n)
	}
	if name, _, assigned := strings.Cut(text, "="); assigned && isName(name) {
		return name + "="
	}
	if strings.HasPrefix(text, "-") {
		return text + "="
	}
	if scheme, _, isURL := strings.Cut(text, "://"); isURL && isName(scheme) || strings.Contains(text, "?ref=") {
		base, _, _ := strings.Cut(text, "?")
		return withoutVersion(base)
	}
	return withoutVersion(text)
}

// isName says that text can stand before = as a name.
func isName(text string) bool {
	return text != "" && !strings.ContainsAny(text, "/:?@{}()[]\"'")
}

// withoutVersion is an image without tag and digest, or a path without @version.
func withoutVersion(text string) string {
	slash := strings.LastIndexByte(text, '/')
	last := text[slash+1:]
	if at := strings.IndexAny(last, "@:"); at > 0 {
		return text[:slash+1+at] + ":"
	}
	return text
}
