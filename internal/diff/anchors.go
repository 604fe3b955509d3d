package diff

import "slices"

// anchors pairs the elements that each of two sequences has once: the longest run of
// them that has one order in both.
func anchors(a, b []int) [][2]int {
	type place struct{ at, times int }
	inB := make(map[int]place, len(b))
	for j, id := range b {
		inB[id] = place{j, inB[id].times + 1}
	}
	timesA := make(map[int]int, len(a))
	for _, id := range a {
		timesA[id]++
	}
	var once [][2]int
	for i, id := range a {
		if p := inB[id]; timesA[id] == 1 && p.times == 1 {
			once = append(once, [2]int{i, p.at})
		}
	}
	return rising(once)
}

// rising is the longest part of the pairs whose second places rise.
func rising(pairs [][2]int) [][2]int {
	var ends []int // the place in pairs of the smallest end of a run of each length
	before := make([]int, len(pairs))
	for i, p := range pairs {
		at, _ := slices.BinarySearchFunc(ends, p[1], func(end, v int) int { return pairs[end][1] - v })
		before[i] = none
		if at > 0 {
			before[i] = ends[at-1]
		}
		if at == len(ends) {
			ends = append(ends, i)
		} else {
			ends[at] = i
		}
	}
	if len(ends) == 0 {
		return nil
	}
	run := make([][2]int, len(ends))
	for k, i := len(ends)-1, ends[len(ends)-1]; k >= 0; k, i = k-1, before[i] {
		run[k] = pairs[i]
	}
	return run
}
