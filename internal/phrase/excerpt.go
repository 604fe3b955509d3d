package phrase

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// longest is how many characters of a value are shown.
const longest = 120

// Excerpt shows one value on a line.
func Excerpt(value *yaml.Node) string { return printable.Line(Cut(string(JSON(value)), longest)) }

// Excerpts shows values on one line each, "" for nil. Of long ones it shows what
// differs: the fields and elements that not all of them have alike, and of long
// texts from shortly before the first difference on. The cost is linear.
func Excerpts(values ...*yaml.Node) []string {
	texts := spelled(values)
	for i := range texts {
		texts[i] = printable.Line(texts[i])
	}
	if !slices.ContainsFunc(texts, func(text string) bool { return len(text) > longest }) {
		return texts
	}
	texts = differing(values, 0)
	quote := ""
	if !slices.ContainsFunc(texts, func(text string) bool { return text != "" && text[0] != '"' }) {
		quote = `"`
	}
	for i := range texts {
		texts[i] = strings.TrimSuffix(strings.TrimPrefix(texts[i], quote), quote)
	}
	for i, text := range fromDifference(longest, texts) {
		if texts[i] = printable.Line(text); text != "" {
			texts[i] = quote + texts[i] + quote
		}
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

// differing spells values without what all that exist have in common.
func differing(values []*yaml.Node, depth int) []string {
	const deepest = 5
	var there []*yaml.Node
	for _, v := range values {
		if v = node.Target(v); v != nil {
			there = append(there, v)
		}
	}
	isKind := func(kind yaml.Kind) bool {
		return len(there) > 1 && !slices.ContainsFunc(there, func(v *yaml.Node) bool { return v.Kind != kind })
	}
	var texts []string
	switch {
	case depth < deepest && isKind(yaml.MappingNode):
		texts = differingFields(there, depth)
	case depth < deepest && isKind(yaml.SequenceNode):
		texts = differingElements(there, depth)
	default:
		texts = spelled(there)
	}
	all := make([]string, len(values))
	for i, v := range values {
		if node.Target(v) != nil {
			all[i], texts = texts[0], texts[1:]
		}
	}
	return all
}

// differingFields spells maps with the fields that not all have alike.
func differingFields(maps []*yaml.Node, depth int) []string {
	names := make([][]string, len(maps))
	values := map[string][]*yaml.Node{}
	for i, m := range maps {
		for _, f := range fieldsOf(m) {
			names[i] = append(names[i], f.name)
			if values[f.name] == nil {
				values[f.name] = make([]*yaml.Node, len(maps))
			}
			values[f.name][i] = f.value
		}
	}
	shown := map[string][]string{}
	for name, of := range values {
		if texts := spelled(of); !equal(texts) {
			shown[name] = differing(of, depth+1)
		}
	}
	texts := make([]string, len(maps))
	for i := range maps {
		for k, name := range names[i] {
			names[i][k] = ""
			if of := shown[name]; of != nil {
				names[i][k] = string(encoded(name)) + ":" + of[i]
			}
		}
		texts[i] = "{" + shortened(names[i]) + "}"
	}
	return texts
}

// differingElements spells lists with the elements that not all have equally
// often; of one that is alone in each list what differs in it.
func differingElements(lists []*yaml.Node, depth int) []string {
	parts := make([][]string, len(lists))
	counts := map[string][]int{}
	for i, list := range lists {
		parts[i] = spelled(list.Content)
		for _, text := range parts[i] {
			if counts[text] == nil {
				counts[text] = make([]int, len(lists))
			}
			counts[text][i]++
		}
	}
	alone := make([]*yaml.Node, len(lists))
	different, single := 0, true
	for i, list := range lists {
		for k, text := range parts[i] {
			if equal(counts[text]) {
				continue
			}
			different++
			single = single && alone[i] == nil
			alone[i] = list.Content[k]
		}
	}
	if different == 0 {
		// Only the order differs.
		return spelled(lists)
	}
	var inside []string
	if single {
		inside = differing(alone, depth+1)
	}
	texts := make([]string, len(lists))
	for i := range lists {
		for k, text := range parts[i] {
			switch {
			case equal(counts[text]):
				parts[i][k] = ""
			case single:
				parts[i][k] = inside[i]
			}
		}
		texts[i] = "[" + shortened(parts[i]) + "]"
	}
	return texts
}

func equal[T comparable](all []T) bool {
	return !slices.ContainsFunc(all, func(one T) bool { return one != all[0] })
}

// shortened joins parts; those that are left out are "".
func shortened(parts []string) string {
	parts = slices.CompactFunc(parts, func(a, b string) bool { return a == "" && b == "" })
	for i := range parts {
		if parts[i] == "" {
			parts[i] = "…"
		}
	}
	return strings.Join(parts, ",")
}

// fromDifference cuts texts to so many characters each. Where one is longer and
// they begin alike, all begin shortly before they differ; what is empty does not
// count.
func fromDifference(most int, texts []string) []string {
	const before = 16
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
