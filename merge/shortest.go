package merge

// shortest pairs the lines of two texts so that the fewest are left over: by the
// greedy search of E. W. Myers, "An O(ND) Difference Algorithm and Its Variations"
// (1986), from both ends at once, so that it takes linear space. The time is that
// of the lines that both texts have, times those of them left over; where these are
// very many, the texts have little in common, and common tells what it is.
func shortest(a, b []string) [][2]int {
	s := search{}
	var placesA, placesB []int
	s.a, placesA = among(a, b)
	s.b, placesB = among(b, a)
	s.stretch(0, len(s.a), 0, len(s.b))
	for i, p := range s.pairs {
		s.pairs[i] = [2]int{placesA[p[0]], placesB[p[1]]}
	}
	return s.pairs
}

// among gives the lines that another text has too, and where they are.
func among(lines, other []string) (known []string, places []int) {
	has := counts(other)
	for i, line := range lines {
		if has[line] > 0 {
			known, places = append(known, line), append(places, i)
		}
	}
	return known, places
}

// search finds the pairs of two texts, in order.
type search struct {
	a, b  []string
	pairs [][2]int
	// forth and back are how far each diagonal of a stretch was followed, as
	// positions in a, from its beginning and from its end.
	forth, back []int
}

// mostLeft is how many lines may be left over in half of a stretch.
const mostLeft = 4096

func (s *search) stretch(fromA, toA, fromB, toB int) {
	for fromA < toA && fromB < toB && s.a[fromA] == s.b[fromB] {
		s.pairs = append(s.pairs, [2]int{fromA, fromB})
		fromA, fromB = fromA+1, fromB+1
	}
	tail := 0
	for fromA < toA && fromB < toB && s.a[toA-1] == s.b[toB-1] {
		toA, toB, tail = toA-1, toB-1, tail+1
	}
	if fromA < toA && fromB < toB {
		if midA, midB, found := s.middle(s.a[fromA:toA], s.b[fromB:toB]); found {
			s.stretch(fromA, fromA+midA, fromB, fromB+midB)
			s.stretch(fromA+midA, toA, fromB+midB, toB)
		} else {
			commonIn(s.a[fromA:toA], s.b[fromB:toB], fromA, fromB, &s.pairs)
		}
	}
	for i := range tail {
		s.pairs = append(s.pairs, [2]int{toA + i, toB + i})
	}
}

// middle is a place halfway along a shortest way from the beginning of two
// stretches to their end: where the ways from both ends meet.
func (s *search) middle(a, b []string) (inA, inB int, found bool) {
	n, m := len(a), len(b)
	s.clear(n + m + 3)
	// A diagonal holds the places that are as much further in a than in b. The one
	// of the beginning is at zero.
	zero := m + 1
	forth, back := s.forth, s.back
	forth[zero+1], back[zero+n-m-1] = 0, n
	for left := 0; left <= mostLeft; left++ {
		for d := min(left, n); d >= max(-left, -m); d-- {
			if (d+left)%2 != 0 {
				continue
			}
			at := nowhere
			if from := forth[zero+d+1]; from != nowhere && from-d <= m {
				at = from
			}
			if from := forth[zero+d-1]; from != nowhere && from < n && from+1 > at {
				at = from + 1
			}
			for at != nowhere && at < n && at-d < m && a[at] == b[at-d] {
				at++
			}
			forth[zero+d] = at
			if to := back[zero+d]; at != nowhere && to != nowhere && at >= to && (n-m)%2 != 0 {
				return at, at - d, true
			}
		}
		for d := min(n-m+left, n); d >= max(n-m-left, -m); d-- {
			if (d+left+n-m)%2 != 0 {
				continue
			}
			at := nowhere
			if from := back[zero+d-1]; from != nowhere && from-d >= 0 {
				at = from
			}
			if from := back[zero+d+1]; from != nowhere && from > 0 && (at == nowhere || from-1 < at) {
				at = from - 1
			}
			for at != nowhere && at > 0 && at > d && a[at-1] == b[at-d-1] {
				at--
			}
			back[zero+d] = at
			if to := forth[zero+d]; at != nowhere && to != nowhere && at <= to && (n-m)%2 == 0 {
				return at, at - d, true
			}
		}
	}
	return 0, 0, false
}

// nowhere is how far a diagonal was followed that was not reached.
const nowhere = -1

// clear forgets how far diagonals were followed.
func (s *search) clear(diagonals int) {
	if cap(s.forth) < diagonals {
		s.forth, s.back = make([]int, diagonals), make([]int, diagonals)
	}
	s.forth, s.back = s.forth[:diagonals], s.back[:diagonals]
	for i := range diagonals {
		s.forth[i], s.back[i] = nowhere, nowhere
	}
}
