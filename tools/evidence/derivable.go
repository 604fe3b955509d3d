package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// origin says where the values of a committed file come from.
type origin uint8

const (
	// derivable: at every place the committed value is the one that follows from the
	// versions: that of the only side that changed it, or of both.
	derivable origin = iota
	// chosen: every committed value stands in a version there, but at some place somebody
	// chose: both sides had changed it differently, or what one side changed was dropped.
	chosen
	// made: some committed value stands in no version there.
	made
	origins
)

func (o origin) String() string {
	return [origins]string{"derivable", "chosen", "made"}[o]
}

// four are base's, ours, theirs and the committed value of one place, nil for none.
type four [4]*yaml.Node

const (
	inBase = iota
	inOurs
	inTheirs
	inCommitted
)

// originOf says where the values of a committed file come from. What git merges without a
// conflict is derivable. Else the versions are compared place by place. A place is a field, an element
// of a list, a line of a text. Elements are told apart by a field that identifies them in
// all versions; by their index, where all lists have one length; else by their values, so
// that their order does not count. It knows nothing of krm-merge's rules.
func originOf(c *file, git judgement) origin {
	if git.verdict.equal() {
		return derivable
	}
	return c.placesOrigin()
}

func (c *file) placesOrigin() origin {
	var docs [4][]*yaml.Node
	for i, text := range [4][]byte{c.base, c.ours, c.theirs, c.committed} {
		all, err := values(text)
		if err != nil {
			return linesOrigin([4]string{string(c.base), string(c.ours), string(c.theirs), string(c.committed)})
		}
		docs[i] = all
	}
	return listOrigin(docs)
}

// placeOrigin is the origin of a place and of what is in it.
func placeOrigin(p four) origin {
	for i := range p {
		p[i] = node.Target(p[i])
	}
	kind, texts := kindOf(p), [4]string{}
	switch kind {
	case yaml.MappingNode:
		return mapOrigin(p)
	case yaml.SequenceNode:
		var lists [4][]*yaml.Node
		for i, n := range p {
			if n != nil {
				lists[i] = n.Content
			}
		}
		return listOrigin(lists)
	case yaml.ScalarNode:
		long := true
		for i, n := range p {
			if n != nil {
				texts[i] = n.Value
				long = long && strings.Contains(n.Value, "\n")
			}
		}
		if long {
			return linesOrigin(texts)
		}
	}
	for i, n := range p {
		texts[i] = canonical(n)
	}
	return leafOrigin(texts)
}

// leafOrigin is the origin of a value that is taken whole.
func leafOrigin(v [4]string) origin {
	base, ours, theirs, committed := v[inBase], v[inOurs], v[inTheirs], v[inCommitted]
	follows, known := theirs, ours == base || ours == theirs
	if theirs == base {
		follows, known = ours, true
	}
	switch {
	case known && committed == follows:
		return derivable
	case committed == base, committed == ours, committed == theirs:
		return chosen
	}
	return made
}

// kindOf is the kind of all values that are there, 0 if they differ.
func kindOf(p four) (kind yaml.Kind) {
	for _, n := range p {
		switch {
		case n == nil:
		case kind != 0 && kind != n.Kind:
			return 0
		default:
			kind = n.Kind
		}
	}
	return kind
}

func mapOrigin(p four) origin {
	found := places{}
	for i, n := range p {
		if n == nil {
			continue
		}
		for key, value := range node.Pairs(n.Content) {
			found.put(canonical(key), i, value)
		}
	}
	return found.origin()
}

func listOrigin(lists [4][]*yaml.Node) origin {
	ids := []func(n *yaml.Node) string{resourceID}
	for _, name := range []string{"name", "key", "id", "path", "mountPath", "containerPort", "port", "repo", "uses"} {
		ids = append(ids, fieldID(name))
	}
	for _, id := range ids {
		if identifies(id, lists) {
			found := places{}
			for i, list := range lists {
				for _, n := range list {
					found.put(id(n), i, n)
				}
			}
			return found.origin()
		}
	}
	if n := len(lists[0]); n == len(lists[1]) && n == len(lists[2]) && n == len(lists[3]) {
		worst := derivable
		for k := range lists[0] {
			worst = max(worst, placeOrigin(four{lists[0][k], lists[1][k], lists[2][k], lists[3][k]}))
		}
		return worst
	}
	var members [4][]string
	for i, list := range lists {
		for _, n := range list {
			members[i] = append(members[i], canonical(n))
		}
	}
	return membersOrigin(members)
}

// linesOrigin is the origin of a text: its lines are members of a list.
func linesOrigin(texts [4]string) origin {
	var lines [4][]string
	for i, text := range texts {
		lines[i] = strings.Split(text, "\n")
	}
	return membersOrigin(lines)
}

// membersOrigin is the origin of lists whose members count by how often they are there.
func membersOrigin(members [4][]string) origin {
	counts := map[string]*[4]int{}
	for i, all := range members {
		for _, m := range all {
			if counts[m] == nil {
				counts[m] = &[4]int{}
			}
			counts[m][i]++
		}
	}
	worst := derivable
	for _, c := range counts {
		var times [4]string
		for i, n := range c {
			times[i] = strconv.Itoa(n)
		}
		worst = max(worst, leafOrigin(times))
	}
	return worst
}

// places are those inside of a value, by what identifies them.
type places map[string]*four

func (p places) put(id string, version int, n *yaml.Node) {
	if p[id] == nil {
		p[id] = &four{}
	}
	p[id][version] = n
}

func (p places) origin() origin {
	worst := derivable
	for _, at := range p {
		worst = max(worst, placeOrigin(*at))
	}
	return worst
}

// identifies reports whether no two elements of a list have one id, and all have one.
func identifies(id func(n *yaml.Node) string, lists [4][]*yaml.Node) bool {
	some := false
	for _, list := range lists {
		seen := map[string]bool{}
		for _, n := range list {
			is := id(n)
			if is == "" || seen[is] {
				return false
			}
			seen[is], some = true, true
		}
	}
	return some
}

// resourceID is what identifies a resource, "" for none.
func resourceID(n *yaml.Node) string {
	kind, name := node.FieldAt(n, "kind"), node.FieldAt(n, "metadata", "name")
	if kind == nil || name == nil {
		return ""
	}
	return canonical(kind) + canonical(node.FieldAt(n, "metadata", "namespace")) + canonical(name)
}

// fieldID identifies elements by a field.
func fieldID(name string) func(n *yaml.Node) string {
	return func(n *yaml.Node) string {
		if f := node.FieldAt(n, name); f != nil && f.Kind == yaml.ScalarNode {
			return canonical(f)
		}
		return ""
	}
}

// canonical is a text that equal values have, whatever the order of their fields; "" for no value.
func canonical(n *yaml.Node) string {
	switch {
	case n == nil:
		return ""
	case n.Kind == yaml.AliasNode:
		return canonical(n.Alias)
	case n.Kind == yaml.ScalarNode:
		return fmt.Sprintf("%s %q", n.ShortTag(), n.Value)
	}
	var parts []string
	for i := 0; i < len(n.Content); i++ {
		part := canonical(n.Content[i])
		if n.Kind == yaml.MappingNode {
			i++
			part += ": " + canonical(n.Content[i])
		}
		parts = append(parts, part)
	}
	if n.Kind == yaml.MappingNode {
		slices.Sort(parts)
	}
	return fmt.Sprintf("%s [%s]", n.ShortTag(), strings.Join(parts, ", "))
}
