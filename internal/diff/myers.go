package diff

// shortest joins the elements of two sequences, of numbers below kinds, that a
// shortest edit script keeps. It is the greedy search of E. W. Myers, "An O(ND)
// Difference Algorithm and Its Variations" (1986), from both ends, in linear space.
func shortest(a, b []int, kinds int, join func(i, j int)) {
	s := search{steps: leastSteps + stepsForEach*(len(a)+len(b)), join: join}
	// What only one of them has pairs with nothing, and is not searched.
	s.a, s.placesA = shared(a, b, kinds)
	s.b, s.placesB = shared(b, a, kinds)
	size := len(s.a) + len(s.b) + 3
	s.forth, s.back = make([]int, size), make([]int, size)
	s.stretch(0, len(s.a), 0, len(s.b))
}

// The steps that a search may take: enough for thousands of differences, and for a
// few in any number of elements.
const (
	leastSteps   = 1 << 24
	stepsForEach = 1 << 8
)

// shared gives the elements that another sequence has too, and where they are.
func shared(elements, other []int, kinds int) (both, places []int) {
	has := make([]bool, kinds)
	for _, id := range other {
		has[id] = true
	}
	for i, id := range elements {
		if has[id] {
			both, places = append(both, id), append(places, i)
		}
	}
	return both, places
}

type search struct {
	a, b             []int
	placesA, placesB []int
	join             func(i, j int)
	// steps are those left to take.
	steps int
	// forth and back are how far each diagonal of a stretch was followed, as places
	// in a, from its beginning and from its end.
	forth, back []int
}

func (s *search) pair(i, j int) { s.join(s.placesA[i], s.placesB[j]) }

// stretch pairs the elements of a and of b from one place to another.
func (s *search) stretch(fromA, toA, fromB, toB int) {
	for fromA < toA && fromB < toB && s.a[fromA] == s.b[fromB] {
		s.pair(fromA, fromB)
		fromA, fromB = fromA+1, fromB+1
	}
	for fromA < toA && fromB < toB && s.a[toA-1] == s.b[toB-1] {
		toA, toB = toA-1, toB-1
		s.pair(toA, toB)
	}
	if fromA == toA || fromB == toB {
		return
	}
	steps := s.steps / 2
	s.steps -= steps
	m := s.middle(s.a[fromA:toA], s.b[fromB:toB])
	inA, inB, found := m.search(&steps)
	s.steps += max(steps, 0)
	if found { // Else it takes too long: the rest of both is one change.
		s.stretch(fromA, fromA+inA, fromB, fromB+inB)
		s.stretch(fromA+inA, toA, fromB+inB, toB)
	}
}

// middle searches a place halfway along a shortest way from the beginning of two
// sequences to their end: where the ways from both ends meet. A diagonal holds the
// places that are as much further in a than in b.
type middle struct {
	a, b []int
	// forth and back are how far each diagonal was followed, as places in a, from
	// the beginning and from the end; that of the beginning is at zero.
	forth, back []int
	zero        int
}

func (s *search) middle(a, b []int) *middle {
	diagonals := len(a) + len(b) + 3
	m := &middle{a: a, b: b, forth: s.forth[:diagonals], back: s.back[:diagonals], zero: len(b) + 1}
	for i := range diagonals {
		m.forth[i], m.back[i] = none, none
	}
	m.forth[m.zero+1], m.back[m.zero+len(a)-len(b)-1] = 0, len(a)
	return m
}

// search gives the place, unless it takes too many steps. Of several ways it finds the
// one that git does, so that texts merge as they do there.
func (m *middle) search(steps *int) (inA, inB int, found bool) {
	n, k := len(m.a), len(m.b)
	last := n - k
	odd := last%2 != 0
	for left := 0; *steps > 0; left++ {
		*steps -= 2*left + 2
		for d := most(left, n); d >= max(-left, -k); d -= 2 {
			at := m.ahead(d, steps)
			if to := m.back[m.zero+d]; odd && at != none && to != none && at >= to {
				return at, at - d, true
			}
		}
		for d := most(last+left, n); d >= max(last-left, -k); d -= 2 {
			at := m.behind(d, steps)
			if to := m.forth[m.zero+d]; !odd && at != none && to != none && at <= to {
				return at, at - d, true
			}
		}
	}
	return 0, 0, false
}

// most is the first of the diagonals from d down, every second one, that there is.
func most(d, last int) int {
	if d > last {
		return last - (d-last)%2
	}
	return d
}

// ahead follows a diagonal from the beginning, past one more difference.
func (m *middle) ahead(d int, steps *int) int {
	n, k, at := len(m.a), len(m.b), none
	if from := m.forth[m.zero+d+1]; from != none && from-d <= k {
		at = from
	}
	if from := m.forth[m.zero+d-1]; from != none && from < n && from+1 > at {
		at = from + 1
	}
	start := at
	for at != none && at < n && at-d < k && m.a[at] == m.b[at-d] {
		at++
	}
	*steps -= at - start
	m.forth[m.zero+d] = at
	return at
}

// behind follows a diagonal from the end, past one more difference.
func (m *middle) behind(d int, steps *int) int {
	at := none
	if from := m.back[m.zero+d-1]; from != none && from-d >= 0 {
		at = from
	}
	if from := m.back[m.zero+d+1]; from > 0 && (at == none || from-1 < at) {
		at = from - 1
	}
	start := at
	for at > 0 && at > d && m.a[at-1] == m.b[at-d-1] {
		at--
	}
	*steps -= start - at
	m.back[m.zero+d] = at
	return at
}
