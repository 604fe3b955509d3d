package resource

import (
	"cmp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// moded is a resource whose versions carry the annotation for modes. The
// annotation itself is merged apart from the rest, path by path.
type moded struct {
	// rules are the modes that hold, those of left (dest) first.
	rules []merge.Rule
	// key and value are the annotation in the result, nil if it has none.
	key, value *yaml.Node
}

// modeLine is a line of the annotation.
type modeLine struct {
	path string
	rule merge.Rule
}

// modes reads the modes written on the versions of a resource, nil if there
// are none.
func (p *pkg) modes(t *triple) (*moded, error) {
	var lines [3][]modeLine
	for side, m := range t {
		if m != nil {
			var err error
			if lines[side], err = readModes(m); err != nil {
				return nil, err
			}
		}
	}
	merged, holding, lost := mergeModes(lines)
	if len(slices.Concat(lines[:]...)) == 0 {
		return nil, nil
	}
	for _, path := range lost {
		p.notes(t, []merge.Note{{Kind: terms.NoteMode, Message: "both sides changed the mode of " + path + " in annotation " + annotation.Modes + "; dest's stays"}})
	}
	if p.opts.Strategy.Patches() {
		holding = merged
	}
	m := &moded{}
	for _, line := range holding {
		m.rules = append(m.rules, line.rule)
	}
	m.spell(t, lines, merged)
	return m, nil
}

// spell finds the annotation as one of the versions has it, or writes it.
func (m *moded) spell(t *triple, lines [3][]modeLine, merged []modeLine) {
	if len(merged) == 0 {
		return
	}
	var text strings.Builder
	for _, line := range merged {
		text.WriteString(line.String() + "\n")
	}
	m.key, m.value = node.String(annotation.Modes), node.String(strings.TrimSuffix(text.String(), "\n"))
	if len(merged) > 1 {
		m.value.Value, m.value.Style = text.String(), yaml.LiteralStyle
	}
	for _, side := range []merge.Side{merge.Updated, merge.Dest} {
		if slices.EqualFunc(lines[side], merged, func(a, b modeLine) bool { return a.String() == b.String() }) {
			m.key, m.value = node.Entry(annotation.Of(t[side].Node), annotation.Modes)
		}
	}
}

func (l modeLine) String() string { return l.path + ": " + l.rule.Mode.String() }

// readModes reads the annotation of a version; blank lines hold nothing.
func readModes(m *member) (lines []modeLine, err error) {
	for line := range strings.Lines(annotation.Get(m.Node, annotation.Modes)) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		path, word := line, ""
		if at := strings.LastIndexByte(line, ':'); at >= 0 {
			path, word = strings.TrimSpace(line[:at]), strings.TrimSpace(line[at+1:])
		}
		mode := merge.ModeUnset
		err := mode.UnmarshalText([]byte(word))
		pattern, wrong := merge.ParsePattern(path)
		if err = cmp.Or(err, wrong); err != nil {
			return nil, &Error{Resources: []*Resource{m.Resource}, Path: path, Problem: "annotation " + annotation.Modes + ": ", Err: err}
		}
		lines = append(lines, modeLine{path, merge.Rule{Path: pattern, Mode: mode}})
	}
	return lines, nil
}

// mergeModes merges the annotation path by path: what dest changed, or has without an
// original, stays; what only updated changed is updated's. In a 3-way merge only those hold
// that dest has and upstream does not bring, in this merge or when it was done before. It also
// gives the paths where both changed original's mode differently.
func mergeModes(lines [3][]modeLine) (merged, holding []modeLine, lost []string) {
	var modes [3]map[string]merge.Mode
	var paths []modeLine
	for _, side := range []merge.Side{merge.Dest, merge.Updated, merge.Original} {
		modes[side] = map[string]merge.Mode{}
		for _, line := range lines[side] {
			if _, twice := modes[side][line.path]; !twice {
				modes[side][line.path] = line.rule.Mode
				paths = append(paths, line)
			}
		}
	}
	seen := map[string]bool{}
	for _, line := range paths {
		if seen[line.path] {
			continue
		}
		seen[line.path] = true
		o, u, d := modes[merge.Original][line.path], modes[merge.Updated][line.path], modes[merge.Dest][line.path]
		if d != merge.ModeUnset && (d == o || d != u) {
			holding = append(holding, line)
		}
		switch {
		case d == o:
			line.rule.Mode = u
		case o != merge.ModeUnset && u != o && u != d:
			lost = append(lost, line.path)
			fallthrough
		default:
			line.rule.Mode = d
		}
		if line.rule.Mode != merge.ModeUnset {
			merged = append(merged, line)
		}
	}
	return merged, holding, lost
}

// before gives rules behind the modes that hold.
func (m *moded) before(rules []merge.Rule) []merge.Rule {
	if m == nil {
		return rules
	}
	return append(m.rules, rules...)
}

// onto gives original and updated such that the engine merges nothing in the annotation, and
// gives it to the result as it is merged.
func (m *moded) onto(original, updated, dest *yaml.Node) (o, u *yaml.Node) {
	if m == nil {
		return original, updated
	}
	key, value := node.Entry(annotation.Of(dest), annotation.Modes)
	return withModes(original, key, value), withModes(updated, m.key, m.value)
}

// withModes is root with the modes annotation set to these nodes, without
// it if they are nil; root itself if it is so already.
func withModes(root, key, value *yaml.Node) *yaml.Node {
	if root == nil || node.Target(root).Kind != yaml.MappingNode {
		return root
	}
	if _, has := node.Entry(annotation.Of(root), annotation.Modes); has == value && (has != nil || annotation.Get(root, annotation.Modes) == "") {
		return root
	}
	return annotation.Edit(root, func(entries []*yaml.Node) []*yaml.Node {
		at := 0
		for at < len(entries) && entries[at].Value != annotation.Modes {
			at += 2
		}
		switch {
		case at == len(entries) && value == nil:
			return entries
		case at == len(entries):
			return append(slices.Clip(entries), key, value)
		case value == nil:
			return slices.Concat(entries[:at], entries[at+2:])
		}
		return slices.Concat(entries[:at+1], []*yaml.Node{value}, entries[at+2:])
	})
}
