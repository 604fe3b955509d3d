package merge

import (
	"slices"

	"github.com/krm-merge/krm-merge/internal/similar"
)

// between gives to pair what of two versions lies between the same neighbours and has no
// partner in the other.
func (s *sequencer) between(a, b Side, pair func(va *sequenceVersion, left []int, vb *sequenceVersion, right []int)) {
	va, vb := &s.versions[a], &s.versions[b]
	at := vb.byClass()
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
		if left, right := va.loose(from, i, vb), vb.loose(start, end, va); len(left) > 0 && len(right) > 0 {
			pair(va, left, vb, right)
		}
		from, start = i+1, end+1
	}
}

// fill pairs what of original and of a side lies between the same neighbours: one that is
// alone there with the one that is, else those that are alike.
//
// rule: sequence/alike-*
func (s *sequencer) fill(original *sequenceVersion, left []int, side *sequenceVersion, right []int) {
	if right = s.own(original, left, side, right); len(left) != 1 || len(right) != 1 {
		s.joinAlike(original, left, side, right)
		return
	}
	if s.join(original, left[0], side, right[0]) {
		side.filled[side.class[right[0]]] = true
	}
}

// own leaves out of several elements of a side those that the other side added as
// well, if what is left may be the one of original that they stand in place of.
func (s *sequencer) own(original *sequenceVersion, left []int, side *sequenceVersion, right []int) []int {
	if len(left) != 1 || len(right) < 2 {
		return right
	}
	var own []int
	for _, j := range right {
		if side.class[j] == 0 {
			own = append(own, j)
		}
	}
	if len(own) == 1 && sharesValue(original.nodes[left[0]], side.nodes[own[0]]) {
		return own
	}
	return right
}

// elsewhere pairs what version a has of original with what version b has in its place, no
// longer like original: alone between the same neighbours, or alike.
//
// rule: sequence/order-made-alike*
func (s *sequencer) elsewhere(va *sequenceVersion, left []int, vb *sequenceVersion, right []int) {
	alone := len(left) == 1 && len(right) == 1
	left = slices.DeleteFunc(left, func(i int) bool { return !s.versions[Original].taken[va.class[i]] })
	right = slices.DeleteFunc(right, func(j int) bool { return vb.class[j] != 0 })
	if alone && len(left) == 1 && len(right) == 1 {
		s.join(va, left[0], vb, right[0])
	}
	s.joinAlike(va, left, vb, right)
}

// joinAlike pairs maps and lists that are alike, the most alike first.
func (s *sequencer) joinAlike(va *sequenceVersion, left []int, vb *sequenceVersion, right []int) {
	left, right = va.composite(left), vb.composite(right)
	for _, p := range similar.Closest(featuresOf(&va.children, left), featuresOf(&vb.children, right), inOrder) {
		s.join(va, left[p[0]], vb, right[p[1]])
	}
}

// byClass finds the elements by their class.
func (v *sequenceVersion) byClass() map[int]int {
	at := make(map[int]int, len(v.class))
	for i, class := range v.class {
		if class != 0 {
			at[class] = i
		}
	}
	return at
}

// loose lists the elements of a stretch that are not paired with any of
// another version.
func (v *sequenceVersion) loose(from, to int, other *sequenceVersion) []int {
	var at []int
	for i := from; i < to; i++ {
		if v.class[i] == 0 || !other.taken[v.class[i]] {
			at = append(at, i)
		}
	}
	return at
}
