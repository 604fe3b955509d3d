package phrase

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// lost names what the losing side lost of a list: elements that it added, and those it
// removed that are there again. It is "" if the values are not lists, or if only their
// order differs.
func lost(c *resource.Conflict) string {
	winner, loser := c.Updated, c.Dest
	whose, dropped, back := "your ", "dropped", [2]string{" is back", " are back"}
	if c.Taken == merge.Dest {
		winner, loser = c.Dest, c.Updated
		whose, dropped, back = "upstream's ", "left out", [2]string{" stays", " stay"}
	}
	var texts [3][]string
	var counts [3]map[string]int
	for i, list := range []*yaml.Node{c.Original, winner, loser} {
		if list = node.Target(list); list == nil {
			continue
		}
		if list.Kind != yaml.SequenceNode {
			return ""
		}
		texts[i] = spelled(list.Content)
		counts[i] = map[string]int{}
		for _, text := range texts[i] {
			counts[i][text]++
		}
	}
	was, won, had := counts[0], counts[1], counts[2]
	parts := ""
	say := func(of []string, is func(text string) bool, whose, one, several string) {
		seen, verb := map[string]bool{}, one
		all := slices.DeleteFunc(slices.Clone(of), func(text string) bool {
			again := seen[text]
			seen[text] = true
			return again || !is(text)
		})
		if len(all) > 1 {
			verb = several
		}
		if len(all) > 0 {
			parts += ", " + whose + named(all) + verb
		}
	}
	say(texts[2], func(text string) bool { return had[text] > max(was[text], won[text]) }, whose, " was "+dropped, " were "+dropped)
	say(texts[1], func(text string) bool { return min(was[text], won[text]) > had[text] }, "", back[0], back[1])
	return parts
}

func named(all []string) string {
	const most, longest = 3, 60
	var names []string
	for i, text := range all {
		if i == most && i < len(all)-1 {
			names = append(names, fmt.Sprintf("%d more", len(all)-most))
			break
		}
		names = append(names, Cut(text, longest))
	}
	return InWords(names, "and")
}

// InWords is a list as people write it: a, b and c.
func InWords(all []string, and string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " " + and + " " + all[last]
}
