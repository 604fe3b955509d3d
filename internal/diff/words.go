package diff

import "unicode"

// Words takes a text apart: words with the numbers and versions among them, white space,
// and signs one by one. Together they are the text. The cost is linear.
func Words(text string) []string {
	const word, space, sign = 1, 2, 3
	kind := func(c rune) int {
		switch {
		case unicode.IsLetter(c), unicode.IsDigit(c), unicode.IsMark(c), c == '_', c == '.', c == '-':
			return word
		case unicode.IsSpace(c):
			return space
		}
		return sign
	}
	var words []string
	from, before := 0, 0
	for i, c := range text {
		if k := kind(c); k != before || k == sign {
			if i > 0 {
				words = append(words, text[from:i])
			}
			from, before = i, k
		}
	}
	if from < len(text) {
		words = append(words, text[from:])
	}
	return words
}

// Unlike reports of each element of two sequences whether it has no counterpart in the other.
// The cost is that of [Match].
func Unlike(a, b []string) (inA, inB []bool) {
	inA, inB = make([]bool, len(a)), make([]bool, len(b))
	for _, all := range [][]bool{inA, inB} {
		for i := range all {
			all[i] = true
		}
	}
	for _, pair := range Match(a, b) {
		inA[pair[0]], inB[pair[1]] = false, false
	}
	return inA, inB
}
