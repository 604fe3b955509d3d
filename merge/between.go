package merge

import "slices"

// between gives to pair what of versions a and b lies between the same neighbours and has no
// partner in the other.
func (s *sequencer) between(a, b Side, pair func(a Side, left []int, b Side, right []int)) {
	va, vb := &s.versions[a], &s.versions[b]
	from, start := 0, 0
	for i := 0; i <= len(va.elements); i++ {
		end := len(vb.elements)
		if i < len(va.elements) {
			if end = va.elements[i].in[b]; end < start {
				continue
			}
		}
		if left, right := va.without(b, from, i), vb.without(a, start, end); len(left) > 0 && len(right) > 0 {
			pair(a, left, b, right)
		}
		from, start = i+1, end+1
	}
}

// without lists the elements of a stretch that another version does not have.
func (v *sequenceVersion) without(other Side, from, to int) []int {
	var at []int
	for i := from; i < to; i++ {
		if !v.elements[i].has(other) {
			at = append(at, i)
		}
	}
	return at
}

// fill pairs what of original and of a side is alone between the same neighbours.
//
// rule: sequence/alike-*
func (s *sequencer) fill(_ Side, left []int, side Side, right []int) {
	right = s.own(left, side, right)
	if len(left) == 1 && len(right) == 1 && s.join(Original, left[0], side, right[0]) {
		s.versions[side].elements[right[0]].filled[side] = true
	}
}

// own leaves out of several elements of a side those that the other side added as
// well, if what is left may be the one of original that they stand in place of.
func (s *sequencer) own(left []int, side Side, right []int) []int {
	if len(left) != 1 || len(right) < 2 {
		return right
	}
	own := s.unpaired(side, slices.Clone(right))
	if len(own) == 1 && sharesValue(s.versions[Original].nodes[left[0]], s.versions[side].nodes[own[0]]) {
		return own
	}
	return right
}

// unpaired are those of some elements of a version that no other has.
func (s *sequencer) unpaired(version Side, at []int) []int {
	return slices.DeleteFunc(at, func(i int) bool { return s.versions[version].elements[i].isPaired })
}

// elsewhere pairs what version a has of original with what version b has in its place, no
// longer like original: alone between the same neighbours, or alike.
//
// rule: sequence/order-made-alike*, sequence/flag-deleted-*
func (s *sequencer) elsewhere(a Side, left []int, b Side, right []int) {
	alone := len(left) == 1 && len(right) == 1
	left = slices.DeleteFunc(left, func(i int) bool { return !s.versions[a].elements[i].has(Original) })
	right = s.unpaired(b, right)
	if alone && len(left) == 1 && len(right) == 1 {
		// A flag does not become the value behind it: where that stands there, the flag was deleted.
		o, behind := &s.versions[Original], s.versions[a].elements[left[0]].in[Original]+1
		if behind == o.len() || !o.isValue(behind) || !Equal(o.nodes[behind], s.versions[b].nodes[right[0]]) {
			s.join(a, left[0], b, right[0])
		}
	}
	s.joinAlike(a, left, b, right)
}

// joinAlike pairs maps and lists that are alike, the most alike first.
func (s *sequencer) joinAlike(a Side, left []int, b Side, right []int) {
	for _, p := range closest(&s.versions[a].children, left, &s.versions[b].children, right) {
		s.join(a, p[0], b, p[1])
	}
}
