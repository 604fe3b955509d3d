package merge

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/similar"
)

// nthMark stands in an id behind which the element of a key that comes again is
// counted; nthField does in a path.
const (
	nthMark  = "\x00#"
	nthField = "#"
)

// nthOf is the place of an element among those of its key, from 1.
func nthOf(id string) int {
	if _, count, ok := strings.Cut(id, nthMark); ok {
		if n, err := strconv.Atoi(count); err == nil {
			return n
		}
	}
	return 1
}

// numberRepeated gives elements that have one id ids of their own, alike in all
// versions for those that are the same. The first version that has the id counts
// them; of each other one those of equal value are the same, then those that are
// alike, then those left over in order if there are as many. What only later versions
// have is the same by equal value only, so that additions of two sides stay two. The
// cost is linear.
//
// rule: git/kptfile-*
func numberRepeated(versions []children) {
	at := map[string][][]int{}
	again := false
	for v := range versions {
		for i, id := range versions[v].ids {
			if at[id] == nil {
				at[id] = make([][]int, len(versions))
			}
			at[id][v] = append(at[id][v], i)
			again = again || len(at[id][v]) > 1
		}
	}
	if !again {
		return
	}
	for id, elements := range at {
		numberOne(versions, id, elements)
	}
}

// numberOne numbers the elements of one id, given by their positions in each version.
func numberOne(versions []children, id string, elements [][]int) {
	r := numbering{of: map[string][]int{}}
	for v := range versions {
		if len(elements[v]) == 0 {
			continue
		}
		values := make([]*yaml.Node, len(elements[v]))
		for n, i := range elements[v] {
			values[n] = versions[v].value(i)
		}
		for n, slot := range r.number(values) {
			if slot > 0 {
				versions[v].ids[elements[v][n]] = id + nthMark + strconv.Itoa(slot+1)
			}
		}
	}
}

// numbering is about the elements of one id, each a slot in which versions have it.
type numbering struct {
	// first are the elements of the first version that has some, by slot.
	first []*yaml.Node
	slots int
	// of are the slots in which a version has a value, in order.
	of map[string][]int
}

// number gives the slots of the elements of a version.
func (r *numbering) number(values []*yaml.Node) []int {
	slots := make([]int, len(values))
	taken, next := map[int]bool{}, map[string]int{}
	var left []int
	for n, value := range values {
		id := valueID(value)
		at, same := next[id], r.of[id]
		for at < len(same) && taken[same[at]] {
			at++
		}
		next[id] = at
		if at == len(same) {
			slots[n], left = -1, append(left, n)
			continue
		}
		slots[n], taken[same[at]] = same[at], true
	}
	var open []int
	for slot := range r.first {
		if !taken[slot] {
			open = append(open, slot)
		}
	}
	for _, p := range r.likest(open, values, left) {
		slots[left[p[1]]] = open[p[0]]
	}
	if r.first == nil {
		r.first = values
	}
	for _, n := range left {
		if slots[n] < 0 {
			slots[n] = r.slots
		}
		r.slots = max(r.slots, slots[n]+1)
		id := valueID(values[n])
		r.of[id] = append(r.of[id], slots[n])
	}
	return slots
}

// likest pairs open slots with what is left over of a version: what is alike, and the
// others in order if there are as many of both.
func (r *numbering) likest(open []int, values []*yaml.Node, left []int) [][2]int {
	lost, gained := make([]similar.Features, len(open)), make([]similar.Features, len(left))
	for i, slot := range open {
		lost[i] = similar.Of(r.first[slot], "")
	}
	for j, n := range left {
		gained[j] = similar.Of(values[n], "")
	}
	pairs := similar.NewScale(append(lost[:len(lost):len(lost)], gained...)).Pair(lost, gained)
	if len(open) != len(left) {
		return pairs
	}
	var paired [2]map[int]bool
	paired[0], paired[1] = map[int]bool{}, map[int]bool{}
	for _, p := range pairs {
		paired[0][p[0]], paired[1][p[1]] = true, true
	}
	j := 0
	for i := range open {
		if paired[0][i] {
			continue
		}
		for paired[1][j] {
			j++
		}
		pairs = append(pairs, [2]int{i, j})
		j++
	}
	return pairs
}
