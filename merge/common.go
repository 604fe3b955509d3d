package merge

import "slices"

// common pairs equal elements of two sequences, in the order of both: as many
// as a careful reader would. Elements that occur once in both pair first, the
// longest run of them in one order; between two pairs the same again; short
// stretches are searched exhaustively. The cost is n log n and a bounded
// amount for each short stretch.
func common(a, b []string) [][2]int {
	var pairs [][2]int
	commonIn(a, b, 0, 0, &pairs)
	return pairs
}

// exhaustive is the size of the table up to which a stretch is searched for
// the longest common subsequence.
const exhaustive = 1 << 18

func commonIn(a, b []string, offsetA, offsetB int, pairs *[][2]int) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		*pairs = append(*pairs, [2]int{offsetA, offsetB})
		a, b, offsetA, offsetB = a[1:], b[1:], offsetA+1, offsetB+1
	}
	tail := 0
	for tail < len(a) && tail < len(b) && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	inA, inB := a[:len(a)-tail], b[:len(b)-tail]
	switch anchors := unique(inA, inB); {
	case len(inA) == 0 || len(inB) == 0:
	case len(inA)*len(inB) <= exhaustive:
		for _, p := range longest(inA, inB) {
			*pairs = append(*pairs, [2]int{offsetA + p[0], offsetB + p[1]})
		}
	case len(anchors) > 0:
		i, j := 0, 0
		for _, p := range anchors {
			commonIn(inA[i:p[0]], inB[j:p[1]], offsetA+i, offsetB+j, pairs)
			*pairs = append(*pairs, [2]int{offsetA + p[0], offsetB + p[1]})
			i, j = p[0]+1, p[1]+1
		}
		commonIn(inA[i:], inB[j:], offsetA+i, offsetB+j, pairs)
	}
	for k := range tail {
		*pairs = append(*pairs, [2]int{offsetA + len(inA) + k, offsetB + len(inB) + k})
	}
}

// unique pairs the elements that occur once in each, in the longest run that
// has one order in both.
func unique(a, b []string) [][2]int {
	if len(a)*len(b) <= exhaustive {
		return nil
	}
	type place struct{ inA, inB, timesA, timesB int }
	places := make(map[string]*place, len(a))
	for i, v := range a {
		p := places[v]
		if p == nil {
			p = &place{}
			places[v] = p
		}
		p.inA, p.timesA = i, p.timesA+1
	}
	for j, v := range b {
		if p := places[v]; p != nil {
			p.inB, p.timesB = j, p.timesB+1
		}
	}
	var candidates [][2]int
	for i, v := range a {
		if p := places[v]; p.timesA == 1 && p.timesB == 1 {
			candidates = append(candidates, [2]int{i, p.inB})
		}
	}
	return rising(candidates)
}

// rising is the longest part of the pairs whose second positions rise.
func rising(pairs [][2]int) [][2]int {
	var ends []int // position in pairs of the smallest end of a run of each length
	before := make([]int, len(pairs))
	for i, p := range pairs {
		at, _ := slices.BinarySearchFunc(ends, p[1], func(end, v int) int { return pairs[end][1] - v })
		before[i] = -1
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

// longest is a longest common subsequence.
func longest(a, b []string) [][2]int {
	return heaviest(len(a), len(b), func(i, j int) int {
		if a[i] == b[j] {
			return 1
		}
		return 0
	})
}

// heaviest pairs elements of two sequences of n and m, in the order of both, so
// that the sum of their scores is the highest. A score of 0 makes no pair. It
// fills a table of n by m.
func heaviest(n, m int, score func(i, j int) int) [][2]int {
	width := m + 1
	best := make([]int, (n+1)*width)
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			paired := 0
			if s := score(i, j); s > 0 {
				paired = s + best[(i+1)*width+j+1]
			}
			best[i*width+j] = max(paired, best[(i+1)*width+j], best[i*width+j+1])
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < n && j < m; {
		s := score(i, j)
		switch {
		case s > 0 && best[i*width+j] == s+best[(i+1)*width+j+1]:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case best[(i+1)*width+j] >= best[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}
