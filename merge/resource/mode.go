package resource

import (
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
	written := false
	for side, m := range t {
		if m == nil {
			continue
		}
		var err error
		if lines[side], err = readModes(m); err != nil {
			return nil, err
		}
		written = written || annotation.Get(m.Node, annotation.Modes) != ""
	}
	if !written {
		return nil, nil
	}
	merged, holding, lost := mergeModes(lines)
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
	for _, side := range []merge.Side{merge.Dest, merge.Updated} {
		if of := t[side]; of != nil && slices.EqualFunc(lines[side], merged, modeLine.is) {
			m.key, m.value = node.Entry(annotation.Of(of.Node), annotation.Modes)
			return
		}
	}
	text := make([]string, len(merged))
	for i, line := range merged {
		text[i] = line.path + ": " + line.rule.Mode.String()
	}
	m.key, m.value = node.String(annotation.Modes), node.String(strings.Join(text, "\n"))
	if len(merged) > 1 {
		m.value.Value += "\n"
		m.value.Style = yaml.LiteralStyle
	}
}

func (l modeLine) is(other modeLine) bool {
	return l.path == other.path && l.rule.Mode == other.rule.Mode
}

// cutMode takes a line apart; blank ones hold nothing.
func cutMode(line string) (path, mode string, ok bool) {
	line = strings.TrimSpace(line)
	if line == "" {
		return "", "", false
	}
	at := strings.LastIndex(line, ":")
	if at < 0 {
		return line, "", true
	}
	return strings.TrimSpace(line[:at]), strings.TrimSpace(line[at+1:]), true
}

func readModes(m *member) ([]modeLine, error) {
	written := annotation.Get(m.Node, annotation.Modes)
	var lines []modeLine
	for line := range strings.Lines(written) {
		path, word, ok := cutMode(line)
		if !ok {
			continue
		}
		fault := func(err error) error {
			return &Error{Resources: []*Resource{m.Resource}, Path: path, Problem: "annotation " + annotation.Modes + ": ", Err: err}
		}
		mode, err := merge.ParseMode(word)
		if err != nil {
			return nil, fault(err)
		}
		pattern, err := merge.ParsePattern(path)
		if err != nil {
			return nil, fault(err)
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

// aside gives a version with the annotation as dest has it, so that the engine
// has nothing to merge there.
func (m *moded) aside(root, dest *yaml.Node) *yaml.Node {
	if m == nil || root == nil || root == dest {
		return root
	}
	key, value := node.Entry(annotation.Of(dest), annotation.Modes)
	return withAnnotation(root, key, value)
}

// onto gives the result with the merged annotation.
func (m *moded) onto(node *yaml.Node) *yaml.Node {
	if m == nil || node == nil {
		return node
	}
	return withAnnotation(node, m.key, m.value)
}

// withAnnotation is root with the modes annotation set to these nodes, without
// it if they are nil; root itself if it is so already.
func withAnnotation(root, key, value *yaml.Node) *yaml.Node {
	if node.Target(root).Kind != yaml.MappingNode {
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
