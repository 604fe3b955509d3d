// Package excerpt shows of long texts what matters.
package excerpt

import "slices"

// before is how much is shown in front of the first difference.
const before = 16

// Of shows texts, so many characters of each at most. Where one is longer and they
// begin alike, all begin shortly before they differ; what is empty does not count.
// The cost is linear.
func Of(most int, texts ...string) []string {
	all := make([][]rune, len(texts))
	var some [][]rune
	longest := 0
	for i, text := range texts {
		all[i] = []rune(text)
		if longest = max(longest, len(all[i])); len(all[i]) > 0 {
			some = append(some, all[i])
		}
	}
	from := 0
	if longest > most && len(some) > 1 {
		differs := func(text []rune) bool { return from == len(text) || text[from] != some[0][from] }
		for from < len(some[0]) && !slices.ContainsFunc(some, differs) {
			from++
		}
		from = max(0, from-before)
	}
	shown := make([]string, len(texts))
	for i, text := range all {
		shown[i] = Cut(string(text[min(from, len(text)):]), most)
		if from > 0 && len(text) > 0 {
			shown[i] = "…" + shown[i]
		}
	}
	return shown
}

// Cut cuts a text off behind so many characters.
func Cut(text string, most int) string {
	n := 0
	for i := range text {
		if n == most {
			return text[:i] + "…"
		}
		n++
	}
	return text
}
