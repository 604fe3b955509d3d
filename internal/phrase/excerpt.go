package phrase

import (
	"math"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// longest is how many characters of a value are shown.
const longest = 120

// Excerpts shows values on one line each, "" for nil. Where one is long, all begin shortly before
// they differ: of a list that is the element that differs. The cost is linear.
func Excerpts(values ...*yaml.Node) []string { return Shortened(spelled(values)...) }

func spelled(values []*yaml.Node) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = string(JSON(v))
	}
	return texts
}

// Shortened is Excerpts of values that are given as JSON, "" for none.
func Shortened(texts ...string) []string {
	const around = 16 // So much is shown of what they have in common at their starts and ends.
	quote := `"`
	if slices.ContainsFunc(texts, func(text string) bool { return text != "" && text[0] != '"' }) {
		quote = ""
	}
	all, there := make([][]rune, len(texts)), [][]rune(nil)
	for i, text := range texts {
		if all[i] = []rune(strings.TrimSuffix(strings.TrimPrefix(text, quote), quote)); text != "" {
			there = append(there, all[i])
		}
	}
	front, back := 0, 0
	if len(there) > 1 && slices.ContainsFunc(there, func(text []rune) bool { return len(text) > longest }) {
		front, back = math.MaxInt, math.MaxInt
		for _, other := range there[1:] {
			f, b := diff.CommonEnds(there[0], other)
			front, back = max(0, min(front, f-around)), max(0, min(back, b-around))
		}
	}
	shown := make([]string, len(texts))
	for i, text := range texts {
		if text == "" {
			continue
		}
		text = Cut(string(all[i][front:len(all[i])-back]), longest)
		if front > 0 {
			text = "…" + text
		}
		if back > 0 && !strings.HasSuffix(text, "…") {
			text += "…"
		}
		shown[i] = printable.Line(quote + text + quote)
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
