package diff

// Span is a stretch of a sequence, from one place to in front of another.
type Span struct{ From, To int }

// Len is how many elements a span has.
func (s Span) Len() int { return s.To - s.From }

// Hunk is a stretch in which versions of a sequence differ.
type Hunk struct{ Original, Updated, Dest Span }

// Hunks gives what lies between the elements of original that both updated and dest
// kept, in order. updated and dest are what Match pairs of original with them; the
// lengths are those of the three. The cost is linear.
func Hunks(updated, dest [][2]int, inOriginal, inUpdated, inDest int) []Hunk {
	var hunks []Hunk
	var last Hunk // From is where the next hunk begins.
	until := func(o, u, d int) {
		h := Hunk{Span{last.Original.From, o}, Span{last.Updated.From, u}, Span{last.Dest.From, d}}
		if h.Original.Len() > 0 || h.Updated.Len() > 0 || h.Dest.Len() > 0 {
			hunks = append(hunks, h)
		}
		last.Original.From, last.Updated.From, last.Dest.From = o+1, u+1, d+1
	}
	for len(updated) > 0 && len(dest) > 0 {
		switch u, d := updated[0], dest[0]; {
		case u[0] < d[0]:
			updated = updated[1:]
		case u[0] > d[0]:
			dest = dest[1:]
		default:
			until(u[0], u[1], d[1])
			updated, dest = updated[1:], dest[1:]
		}
	}
	until(inOriginal, inUpdated, inDest)
	return hunks
}
