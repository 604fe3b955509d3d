package phrase

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// longest is how many characters of a value are shown.
const longest = 120

// Excerpts shows values on one line each, "" for nil. Where one is long, all begin shortly before
// they differ: of a list that is the element that differs. The cost is linear.
func Excerpts(values ...*yaml.Node) []string { return Shortened(spelled(values)...) }

// Shortened is Excerpts of values that are given as JSON, "" for none.
func Shortened(texts ...string) []string {
	if slices.ContainsFunc(texts, func(text string) bool { return utf8.RuneCountInString(text) > longest }) {
		quote := ""
		if !slices.ContainsFunc(texts, func(text string) bool { return text != "" && text[0] != '"' }) {
			quote = `"`
		}
		for i := range texts {
			texts[i] = strings.TrimSuffix(strings.TrimPrefix(texts[i], quote), quote)
		}
		texts = fromDifference(longest, texts)
		for i, text := range texts {
			if text != "" {
				texts[i] = quote + text + quote
			}
		}
	}
	for i := range texts {
		texts[i] = printable.Line(texts[i])
	}
	return texts
}

func spelled(values []*yaml.Node) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = string(JSON(v))
	}
	return texts
}

// fromDifference cuts texts to so many characters each. All are without what they have in common at
// their starts and ends, but for a little; what is empty does not count.
func fromDifference(most int, texts []string) []string {
	const around = 16
	var first []rune
	from, behind, compared := math.MaxInt, math.MaxInt, false
	for _, text := range texts {
		switch all := []rune(text); {
		case text == "":
		case first == nil:
			first = all
		default:
			front, back := diff.CommonEnds(first, all)
			from, behind, compared = min(from, front), min(behind, back), true
		}
	}
	if !compared {
		from, behind = 0, 0
	}
	from, behind = max(0, from-around), max(0, behind-around)
	shown := slices.Clone(texts)
	for i, text := range texts {
		if text == "" {
			continue
		}
		all := []rune(text)
		if shown[i] = Cut(string(all[from:len(all)-behind]), most); from > 0 {
			shown[i] = "…" + shown[i]
		}
		if behind > 0 && !strings.HasSuffix(shown[i], "…") {
			shown[i] += "…"
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
