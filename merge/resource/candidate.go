package resource

import (
	"cmp"
	"slices"
)

// candidate is a resource that may be one of another name.
type candidate struct {
	*member
	features features
	// known says that it was found.
	known bool
}

// Likeness is counted in thousandths.
const (
	// alikeEnough is how much alike two resources of different names must be to
	// be taken for one.
	alikeEnough = 700
	// doubt is one more feature of full weight that is thought to differ. It keeps
	// small resources apart: of a ConfigMap with one key and the same value as
	// another's nobody knows whether it is that one.
	doubt = fullWeight
	// margin is by how much the most alike must be more so than the next one.
	margin = 20
	// What speaks for one of several that are much alike.
	sameNamespace, sameFile, sameName = 30, 30, 100
	// widespread is in how many resources a feature says little of them.
	widespread = 16
	// compared is the number of resources that one is compared with.
	compared = 16
)

// likeness is how much of two resources is the same. What each of them says of
// its own name counts for nothing, as it would differ if they were one and also
// if they were two.
func (s *candidate) likeness(other *candidate) int {
	same, of := s.compare(other)
	return 1000 * same / (of + doubt)
}

// likenessOfNamesakes is the likeness of two resources whose names others
// have shown to be one.
func (s *candidate) likenessOfNamesakes(other *candidate) int {
	same, of := s.compare(other)
	return 1000 * (same + doubt) / (of + doubt)
}

func (s *candidate) compare(other *candidate) (same, of int) {
	of = max(s.features.total, other.features.total)
	if s.id.name != other.id.name {
		of -= shared(s.features.named, other.features.named)
	}
	return shared(s.features.all, other.features.all), of
}

// hints is what speaks for two resources being one beside what they hold.
func (s *candidate) hints(other *candidate) int {
	n := 0
	if s.id.namespace == other.id.namespace {
		n += sameNamespace
	}
	if s.Path == other.Path {
		n += sameFile
	}
	return n + sameName*affixes(s.id.name, other.id.name)/max(len(s.id.name), len(other.id.name), 1)
}

// affixes is the number of letters two names begin and end with alike.
func affixes(a, b string) int {
	if len(a) > len(b) {
		a, b = b, a
	}
	head := 0
	for head < len(a) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return head + tail
}

// nearest gives for each resource the place of the one among others that is
// most like it, -1 where none is alike enough or several nearly are. It compares
// only those that share features which few have, so its cost is linear in the
// number of features.
func nearest(these, others []*candidate) []int {
	holders := map[uint64][]int{}
	for i, o := range others {
		for _, feature := range o.features.all {
			holders[feature.hash] = append(holders[feature.hash], i)
		}
	}
	found := make([]int, len(these))
	rare := make([]int, len(others))
	for i, s := range these {
		found[i] = s.nearest(others, holders, rare)
	}
	return found
}

// nearest gives the place of the one that is most like s. In rare there are
// zeros, and are again when it is done.
func (s *candidate) nearest(others []*candidate, holders map[uint64][]int, rare []int) int {
	var seen []int
	unseen := 0
	for _, feature := range s.features.all {
		if len(holders[feature.hash]) > widespread {
			unseen += feature.weight
			continue
		}
		for _, i := range holders[feature.hash] {
			if rare[i] == 0 {
				seen = append(seen, i)
			}
			// Even what weighs nothing is seen.
			rare[i] += max(feature.weight, 1)
		}
	}
	slices.SortFunc(seen, func(a, b int) int { return cmp.Or(cmp.Compare(rare[b], rare[a]), cmp.Compare(a, b)) })
	if len(seen) > compared {
		unseen += rare[seen[compared]]
	}
	best, rank, next := -1, 0, s.atMost(unseen)
	for _, i := range seen[:min(len(seen), compared)] {
		if !s.sized(others[i]) {
			continue
		}
		likeness := s.likeness(others[i])
		r := likeness + s.hints(others[i])
		switch {
		case r > rank && likeness >= alikeEnough:
			best, rank, next = i, r, max(rank, next)
		default:
			next = max(next, r)
		}
	}
	for _, i := range seen {
		rare[i] = 0
	}
	if rank-next < margin {
		return -1
	}
	return best
}

// sized reports whether two resources are not too different in size to be alike: less
// than half alike is never enough, nor near to that.
func (s *candidate) sized(other *candidate) bool {
	a, b := s.features.total, other.features.total
	return max(a, b)+doubt <= 2*min(a, b)
}

// atMost is the highest rank that a resource can have which was not compared:
// it shares no more than that weight.
func (s *candidate) atMost(weight int) int {
	if weight == 0 {
		return 0
	}
	of := s.features.total
	for _, feature := range s.features.named {
		of -= feature.weight
	}
	return 1000*weight/(max(weight, of)+doubt) + sameNamespace + sameFile + sameName
}
