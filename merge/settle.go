package merge

// settled pairs the lines of two texts the shortest way. Which of several equal
// lines was added or removed is settled as diffs are commonly read: the last of
// them, or the last at whose place the other text has lines of its own too, so that
// one line in place of another is one change.
func settled(a, b []string) []int {
	inB, inA := loose(len(a)), loose(len(b))
	for _, p := range shortest(a, b) {
		inB[p[0]], inA[p[1]] = p[1], p[0]
	}
	settle(a, inB, inA)
	settle(b, inA, inB)
	return inB
}

// settle moves each run of lines without a pair. pairs are the text's lines in the
// other text, back those of the other in this one.
func settle(text []string, pairs, back []int) {
	for i := 0; i < len(text); i++ {
		if pairs[i] >= 0 {
			continue
		}
		r := run{text: text, pairs: pairs, back: back, start: i, end: i + 1}
		r.widen()
		r.settle()
		i = r.end
	}
}

// run is lines of a text without a pair, from start to end.
type run struct {
	text        []string
	pairs, back []int
	start, end  int
}

// widen takes in the lines without a pair beside the run.
func (r *run) widen() {
	for r.start > 0 && r.pairs[r.start-1] < 0 {
		r.start--
	}
	for r.end < len(r.text) && r.pairs[r.end] < 0 {
		r.end++
	}
}

// settle moves the run to where it belongs. What it meets on its way becomes a part
// of it, and it sets out again.
func (r *run) settle() {
	beside := -1
	for size := 0; size != r.end-r.start; {
		size, beside = r.end-r.start, -1
		r.upTo(0)
		for moved := true; moved; moved = r.down() {
			if r.isBeside() {
				beside = r.end
			}
		}
	}
	if beside >= 0 {
		r.upTo(beside)
	}
}

// upTo moves the run up as far as it goes, but not further than to an end.
func (r *run) upTo(end int) {
	for moved := true; moved && r.end > end; {
		moved = r.up()
	}
}

// isBeside says that the other text has lines without a pair in the place of the
// run.
func (r *run) isBeside() bool {
	above, below := -1, len(r.back)
	if r.start > 0 {
		above = r.pairs[r.start-1]
	}
	if r.end < len(r.text) {
		below = r.pairs[r.end]
	}
	return below-above > 1
}

// up moves the run one line up, if it says the same there.
func (r *run) up() bool {
	if r.start == 0 || r.text[r.start-1] != r.text[r.end-1] {
		return false
	}
	r.swap(r.start-1, r.end-1)
	r.start, r.end = r.start-1, r.end-1
	r.widen()
	return true
}

// down moves the run one line down, if it says the same there.
func (r *run) down() bool {
	if r.end == len(r.text) || r.text[r.start] != r.text[r.end] {
		return false
	}
	r.swap(r.end, r.start)
	r.start, r.end = r.start+1, r.end+1
	r.widen()
	return true
}

// swap gives the pair of one line to another.
func (r *run) swap(from, to int) {
	r.pairs[to] = r.pairs[from]
	r.back[r.pairs[to]] = to
	r.pairs[from] = -1
}
