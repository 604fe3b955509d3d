package phrase

import (
	"fmt"
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
		const most, longest = 3, 60
		var names []string
		seen := map[string]bool{}
		for _, text := range of {
			if !seen[text] && is(text) {
				names = append(names, Cut(text, longest))
			}
			seen[text] = true
		}
		verb := one
		if len(names) > 1 {
			verb = several
		}
		if more := len(names) - most; more > 1 {
			names = append(names[:most], fmt.Sprintf("%d more", more))
		}
		if len(names) > 0 {
			parts += ", " + whose + InWords(names, "and") + verb
		}
	}
	say(texts[2], func(text string) bool { return had[text] > max(was[text], won[text]) }, whose, " was "+dropped, " were "+dropped)
	say(texts[1], func(text string) bool { return min(was[text], won[text]) > had[text] }, "", back[0], back[1])
	return parts
}

// InWords is a list as people write it: a, b and c.
func InWords(all []string, and string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " " + and + " " + all[last]
}
