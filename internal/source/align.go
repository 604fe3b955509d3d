package source

import (
	"sort"

	"go.yaml.in/yaml/v3"
)

// Alignments say for each new child which old child it is, -1 for none.

// alignFields aligns the entries of two maps by key. It fails if a key stands
// twice in one of them.
func alignFields(old, updated []*yaml.Node, h hashes) ([]int, bool) {
	match := make([]int, len(updated)/2)
	if sameKeys(old, updated) {
		for j := range match {
			match[j] = j
		}
		return match, true
	}
	index := make(map[string]int, len(old)/2)
	for i := 0; i < len(old); i += 2 {
		index[keyID(old[i], h)] = i / 2
	}
	if len(index) != len(old)/2 {
		return nil, false
	}
	seen := make(map[string]bool, len(match))
	for j := range match {
		id := keyID(updated[2*j], h)
		if seen[id] {
			return nil, false
		}
		seen[id] = true
		i, ok := index[id]
		if !ok {
			i = -1
		}
		match[j] = i
	}
	return match, true
}

// sameKeys says that the keys are the same nodes or equal scalars in the same
// order: what is mostly so needs no index.
func sameKeys(old, updated []*yaml.Node) bool {
	if len(old) != len(updated) {
		return false
	}
	for i := 0; i < len(old); i += 2 {
		if old[i] != updated[i] && !Equal(old[i], updated[i]) {
			return false
		}
	}
	return true
}

func keyID(k *yaml.Node, h hashes) string {
	if k.Kind == yaml.ScalarNode {
		return tagOf(k) + " " + k.Anchor + " " + k.Value
	}
	v := h.of(k)
	var b [9]byte
	for i := range 8 {
		b[i] = byte(v >> (8 * i))
	}
	b[8] = byte(k.Kind)
	return "\x00" + string(b[:])
}

// alignElements aligns the elements of two lists: equal ones by their longest
// common run, then those left between two matches by name or by count.
func alignElements(old, updated []*yaml.Node, h hashes) []int {
	match := make([]int, len(updated))
	for j := range match {
		match[j] = -1
	}
	a := aligner{old: old, updated: updated, match: match, hashes: h}
	a.align(0, len(old), 0, len(updated))
	a.pairRest()
	return match
}

type aligner struct {
	old, updated []*yaml.Node
	match        []int
	hashes       hashes
}

// tableLimit bounds the table of the longest common run; beyond it, elements
// that occur once on each side are matched.
const tableLimit = 1 << 18

func (a *aligner) same(i, j int) bool {
	return a.old[i] == a.updated[j] || a.hashes.of(a.old[i]) == a.hashes.of(a.updated[j])
}

func (a *aligner) align(i0, i1, j0, j1 int) {
	for i0 < i1 && j0 < j1 && a.same(i0, j0) {
		a.match[j0] = i0
		i0, j0 = i0+1, j0+1
	}
	for i0 < i1 && j0 < j1 && a.same(i1-1, j1-1) {
		i1, j1 = i1-1, j1-1
		a.match[j1] = i1
	}
	if i0 == i1 || j0 == j1 {
		return
	}
	if (i1-i0)*(j1-j0) <= tableLimit {
		a.longestRun(i0, i1, j0, j1)
		return
	}
	if !a.sharedRun(i0, i1, j0, j1) {
		a.uniqueRun(i0, i1, j0, j1)
	}
}

// sharedRun matches elements that are the same node, which what a merge left
// alone is, and aligns what is between them. It is false if there are none.
func (a *aligner) sharedRun(i0, i1, j0, j1 int) bool {
	index := make(map[*yaml.Node]int, i1-i0)
	for i := i0; i < i1; i++ {
		index[a.old[i]] = i
	}
	shared := false
	for j := j0; j < j1; j++ {
		if i, ok := index[a.updated[j]]; ok {
			a.match[j] = i
			shared = true
		}
	}
	if !shared {
		return false
	}
	keepIncreasing(a.match[j0:j1])
	for j := j0; j < j1; j++ {
		from, i := j, i1
		for j < j1 && a.match[j] < 0 {
			j++
		}
		if j < j1 {
			i = a.match[j]
		}
		a.align(i0, i, from, j)
		i0 = i + 1
	}
	return true
}

func (a *aligner) longestRun(i0, i1, j0, j1 int) {
	n, m := i1-i0, j1-j0
	table := make([]int32, (n+1)*(m+1))
	at := func(i, j int) *int32 { return &table[i*(m+1)+j] }
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if a.same(i0+i, j0+j) {
				*at(i, j) = *at(i+1, j+1) + 1
			} else {
				*at(i, j) = max(*at(i+1, j), *at(i, j+1))
			}
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case a.same(i0+i, j0+j):
			a.match[j0+j] = i0 + i
			i, j = i+1, j+1
		case *at(i+1, j) >= *at(i, j+1):
			i++
		default:
			j++
		}
	}
}

// uniqueRun matches elements whose value occurs once on each side.
func (a *aligner) uniqueRun(i0, i1, j0, j1 int) {
	const twice = -1
	index := make(map[uint64]int, i1-i0)
	for i := i0; i < i1; i++ {
		h := a.hashes.of(a.old[i])
		if _, ok := index[h]; ok {
			index[h] = twice
		} else {
			index[h] = i
		}
	}
	seen := make(map[uint64]bool, j1-j0)
	for j := j0; j < j1; j++ {
		h := a.hashes.of(a.updated[j])
		i, ok := index[h]
		if ok && i != twice && !seen[h] {
			a.match[j] = i
		}
		seen[h] = true
	}
	part := a.match[j0:j1]
	keepIncreasing(part)
}

// keepIncreasing leaves a longest increasing run of the matches and undoes the
// others: what moved is written again.
func keepIncreasing(match []int) {
	var tails []int // positions in match; match[tails[k]] is the least end of a run of k+1
	before := make([]int, len(match))
	for j, i := range match {
		if i < 0 {
			continue
		}
		k := sort.Search(len(tails), func(k int) bool { return match[tails[k]] >= i })
		before[j] = -1
		if k > 0 {
			before[j] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, j)
		} else {
			tails[k] = j
		}
	}
	keep := make(map[int]bool, len(tails))
	if len(tails) > 0 {
		for j := tails[len(tails)-1]; j >= 0; j = before[j] {
			keep[j] = true
		}
	}
	for j := range match {
		if match[j] >= 0 && !keep[j] {
			match[j] = -1
		}
	}
}
