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
