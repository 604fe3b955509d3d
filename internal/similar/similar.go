// Package similar finds values again under other names: fields, elements of lists and
// resources. In go the values of two versions that have no partner, out come pairs of
// those that are alike; there is one likeness, and one threshold. It must not know what
// becomes of the pairs.
package similar

import (
	"cmp"
	"slices"
)

const (
	// enough is how much alike two values must be to be taken for one, in thousandths.
	enough = 625
	// margin is by how much the most alike must be more so than the next one.
	margin = 20
	// whole is the weight of a feature that one value has, divisible by most numbers
	// of values that share one.
	whole = 240
	// doubt is a little more than one feature that is thought to differ. It keeps
	// small values apart: of two values with one and the same scalar nobody knows
	// whether they are one.
	doubt = whole + whole/4
	// Candidates is how many values one is compared with at most.
	Candidates = 64
)

// Scale weighs features: a feature weighs the less, the more values have it. What all
// Deployments of a package have in common weighs nothing.
type Scale struct{ holders map[uint64]int }

// NewScale is the scale of values of one group, such as the fields of one map or the
// resources of one kind. The cost is linear in their features.
func NewScale(all []Features) Scale {
	s := Scale{holders: map[uint64]int{}}
	for _, f := range all {
		for _, part := range f.all {
			s.holders[part]++
		}
	}
	return s
}

// Pair pairs values that were lost with values that were gained, by their places: two
// that are alike and more so than either is to any other. The cost is linear in the
// features: each value is compared with few others, which share with it what few have.
func (s Scale) Pair(lost, gained []Features) [][2]int {
	a, b := s.weighed(lost), s.weighed(gained)
	back := nearest(b, a)
	var pairs [][2]int
	for i, j := range nearest(a, b) {
		if j >= 0 && back[j] == i {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return pairs
}

// Closest pairs values of which something else says that most are the same: the most
// alike come first, then tie, the higher first, then those of which one only lacks something, then place, then their
// order decides between those that are as much alike. Where tie is negative two are not the same. The cost is linear
// in the features, as that of Pair is: a value all of whose features more than Candidates others have, too, finds none.
func Closest(lost, gained []Features, tie func(lost, gained int) (tie, place int)) [][2]int {
	type pair struct{ lost, gained, likeness, tie, size, place int }
	a, b := Scale{}.weighed(lost), Scale{}.weighed(gained)
	holders, rare := holdersOf(b), make([]int, len(b))
	var found []pair
	for i := range a {
		for _, j := range a[i].candidates(holders, rare) {
			p := pair{lost: i, gained: j, likeness: a[i].alike(&b[j]), size: a[i].total + b[j].total}
			if p.tie, p.place = tie(i, j); p.likeness >= enough && p.tie >= 0 {
				found = append(found, p)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.likeness, a.likeness), cmp.Compare(b.tie, a.tie), cmp.Compare(a.size, b.size), cmp.Compare(b.place, a.place), cmp.Compare(a.lost, b.lost), cmp.Compare(a.gained, b.gained))
	})
	var pairs [][2]int
	paired, taken := make([]bool, len(a)), make([]bool, len(b))
	for _, p := range found {
		if !paired[p.lost] && !taken[p.gained] {
			paired[p.lost], taken[p.gained] = true, true
			pairs = append(pairs, [2]int{p.lost, p.gained})
		}
	}
	return pairs
}

// MayBe reports whether two values may be one, if there is other evidence that they
// are: what they hold does not differ too much.
func (s Scale) MayBe(a, b Features) bool {
	w := s.weighed([]Features{a, b})
	same, of := w[0].compare(&w[1])
	return 1000*(same+doubt) >= enough*(of+doubt)
}

// Holds reports whether one of two values holds most of the other, whatever else it holds.
func (s Scale) Holds(a, b Features) bool {
	w := s.weighed([]Features{a, b})
	return 1000*shared(w[0].all, w[1].all) >= enough*(min(w[0].total, w[1].total)+doubt)
}

// weighed is what a value holds, with the weights of a scale.
type weighed struct {
	all   []weight
	total int
}

type weight struct {
	hash uint64
	of   int
}

func (s Scale) weighed(values []Features) []weighed {
	out := make([]weighed, len(values))
	for i, f := range values {
		w := weighed{all: make([]weight, len(f.all))}
		for k, part := range f.all {
			w.all[k] = weight{part, whole / max(s.holders[part], 1)}
			w.total += w.all[k].of
		}
		out[i] = w
	}
	return out
}

// likeness is how much of two values is the same.
func (w *weighed) likeness(other *weighed) int {
	same, of := w.compare(other)
	return 1000 * same / (of + doubt)
}

// alike is the likeness of two values of which something else says that they may be one,
// so that small ones are not doubted.
func (w *weighed) alike(other *weighed) int {
	same, of := w.compare(other)
	if same == of {
		return 1000
	}
	return 1000 * same / of
}

// compare gives the weight of what two values have in common, and of what the larger
// one has.
func (w *weighed) compare(other *weighed) (same, of int) {
	return shared(w.all, other.all), max(w.total, other.total)
}

// shared is the weight of the features that two sorted lists have in common.
func shared(a, b []weight) int {
	sum := 0
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].hash < b[0].hash:
			a = a[1:]
		case a[0].hash > b[0].hash:
			b = b[1:]
		default:
			sum += min(a[0].of, b[0].of)
			a, b = a[1:], b[1:]
		}
	}
	return sum
}

// nearest gives for each value the place of the one among others that is most like
// it, -1 where none is alike enough or several nearly are.
func nearest(these, others []weighed) []int {
	holders := holdersOf(others)
	found, rare := make([]int, len(these)), make([]int, len(others))
	for i := range these {
		best, most, next := -1, 0, 0
		for _, j := range these[i].candidates(holders, rare) {
			likeness := these[i].likeness(&others[j])
			if likeness > most && likeness >= enough {
				best, most, next = j, likeness, max(most, next)
			} else {
				next = max(next, likeness)
			}
		}
		if most-next < margin {
			best = -1
		}
		found[i] = best
	}
	return found
}

// holdersOf gives the places of the values that have a feature.
func holdersOf(values []weighed) map[uint64][]int {
	holders := map[uint64][]int{}
	for j := range values {
		for _, part := range values[j].all {
			// One more than are compared shows that there are too many.
			if len(holders[part.hash]) <= Candidates {
				holders[part.hash] = append(holders[part.hash], j)
			}
		}
	}
	return holders
}

// candidates are the places of the values that share the most of what few have. In
// rare there are zeros, and are again when it is done.
func (w *weighed) candidates(holders map[uint64][]int, rare []int) []int {
	var seen []int
	for _, part := range w.all {
		if len(holders[part.hash]) > Candidates {
			continue
		}
		for _, j := range holders[part.hash] {
			if rare[j] == 0 {
				seen = append(seen, j)
			}
			// Even what weighs nothing is seen.
			rare[j] += max(part.of, 1)
		}
	}
	slices.SortFunc(seen, func(a, b int) int { return cmp.Or(cmp.Compare(rare[b], rare[a]), cmp.Compare(a, b)) })
	for _, j := range seen {
		rare[j] = 0
	}
	return seen[:min(len(seen), Candidates)]
}
