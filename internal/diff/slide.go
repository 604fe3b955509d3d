package diff

// slide decides which of equal elements are left over, as Match documents it. The
// number of pairs stays.
func (p *paired) slide() {
	p.a.slide(p.b.in)
	p.b.slide(p.a.in)
}

// slide moves each run of elements without a pair. back are the pairs of the other
// sequence.
func (s *side) slide(back []int) {
	for i := 0; i < len(s.ids); i++ {
		if s.in[i] != none {
			continue
		}
		r := run{side: s, back: back, start: i, end: i + 1}
		r.widen()
		r.slide()
		i = r.end
	}
}

// run is the elements of a sequence without a pair from start to end.
type run struct {
	*side
	back       []int
	start, end int
}

// widen takes in the elements without a pair next to the run.
func (r *run) widen() {
	for r.start > 0 && r.in[r.start-1] == none {
		r.start--
	}
	for r.end < len(r.ids) && r.in[r.end] == none {
		r.end++
	}
}

// slide moves the run to where it belongs. Runs that it meets on its way become part of
// it, and it starts again.
func (r *run) slide() {
	beside := none
	for size := 0; size != r.end-r.start; {
		size, beside = r.end-r.start, none
		r.upTo(0)
		for moved := true; moved; moved = r.down() {
			if r.isBeside() {
				beside = r.end
			}
		}
	}
	if beside != none {
		r.upTo(beside)
	}
}

// upTo moves the run up as far as it goes, but not further than to an end.
func (r *run) upTo(end int) {
	for moved := true; moved && r.end > end; {
		moved = r.up()
	}
}

// isBeside reports whether the other sequence has elements without a pair at the
// place of the run.
func (r *run) isBeside() bool {
	above, below := -1, len(r.back)
	if r.start > 0 {
		above = r.in[r.start-1]
	}
	if r.end < len(r.ids) {
		below = r.in[r.end]
	}
	return below-above > 1
}

// up moves the run one element up, if it is the same there.
func (r *run) up() bool {
	if r.start == 0 || r.ids[r.start-1] != r.ids[r.end-1] {
		return false
	}
	r.swap(r.start-1, r.end-1)
	r.start, r.end = r.start-1, r.end-1
	r.widen()
	return true
}

// down moves the run one element down, if it is the same there.
func (r *run) down() bool {
	if r.end == len(r.ids) || r.ids[r.start] != r.ids[r.end] {
		return false
	}
	r.swap(r.end, r.start)
	r.start, r.end = r.start+1, r.end+1
	r.widen()
	return true
}

// swap gives the pair of one element to another.
func (r *run) swap(from, to int) {
	r.in[to] = r.in[from]
	r.back[r.in[to]] = to
	r.in[from] = none
}
