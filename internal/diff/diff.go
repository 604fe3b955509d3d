// Package diff aligns sequences: the lines of texts, the elements of lists, what a
// report compares. In go two sequences, out come the pairs that stand for each other, or
// hunks; there is one alignment, so that all parts of a merge agree. It must not know
// what the elements are.
package diff

// Match pairs equal elements of a and b. It gives their places, which rise in both.
// What is left over is a shortest edit script; of several equal elements it is the
// last that is left over, or the last at whose place the other sequence has something
// left over too, so that one element in place of another is one change.
//
// Time grows with the elements times those left over, up to a limit that is linear in
// the elements; space is linear. Beyond the limit, which thousands of differences reach,
// what is left of a stretch does not pair. The result depends on nothing but which elements
// are equal.
func Match[E comparable](a, b []E) [][2]int {
	ids := make(map[E]int, len(a))
	x, y := numbered(a, ids), numbered(b, ids)
	p := paired{a: side{x, alone(len(x))}, b: side{y, alone(len(y))}}
	shortest(x, y, len(ids), p.join)
	p.slide()
	return p.list()
}

// numbered gives each element a number: equal ones the same.
func numbered[E comparable](elements []E, ids map[E]int) []int {
	numbers := make([]int, len(elements))
	for i, e := range elements {
		id, known := ids[e]
		if !known {
			id = len(ids)
			ids[e] = id
		}
		numbers[i] = id
	}
	return numbers
}

// paired are two sequences while they are aligned.
type paired struct{ a, b side }

// side is a sequence, and for each of its elements the place in the other sequence of
// the one it pairs with, or none.
type side struct{ ids, in []int }

const none = -1

func alone(n int) []int {
	in := make([]int, n)
	for i := range in {
		in[i] = none
	}
	return in
}

func (p *paired) join(i, j int) { p.a.in[i], p.b.in[j] = j, i }

func (p *paired) list() [][2]int {
	var pairs [][2]int
	for i, j := range p.a.in {
		if j != none {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return pairs
}
