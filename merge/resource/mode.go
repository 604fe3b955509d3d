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
	// merged is what the annotation holds in the result, dest what in dest, or without an original merged; "" for none.
	dest, merged string
}

// modes reads the modes written on the versions of a resource, nil if there
// are none. They merge path by path; where both sides changed one, dest's stays. In a 3-way
// merge only those hold that dest has and upstream does not bring, in this merge or when it
// was done before.
func (p *pkg) modes(t *triple) (*moded, error) {
	var versions [3]*yaml.Node
	for side, m := range t {
		var err error
		if versions[side], err = readModes(m); err != nil {
			return nil, err
		}
	}
	o, u, d := versions[merge.Original], versions[merge.Updated], versions[merge.Dest]
	if len(o.Content)+len(u.Content)+len(d.Content) == 0 {
		return nil, nil
	}
	// Texts by their names are nothing that cannot be merged.
	r, _ := merge.ThreeWay(merge.Versions{Original: o, Updated: u, Dest: d}, merge.Options{Policy: merge.Policy{OnConflict: merge.TakeDest}})
	for _, c := range r.Conflicts {
		if c.Original != nil {
			p.notes(t, merge.Note{Kind: terms.NoteMode, Message: "both sides changed the mode of " + c.Path.Fields()[0] + " in annotation " + annotation.Modes + "; dest's stays"})
		}
	}
	patches := p.opts.Strategy.Patches()
	holding, merged, m := d, r.Node, &moded{dest: annotation.Get(nodeOf(t.d()), annotation.Modes)}
	if patches {
		merged = &yaml.Node{Kind: yaml.MappingNode, Content: slices.Concat(d.Content, r.Node.Content)} // Dest's come first.
		holding = merged
	}
	if m.merged = t.annotationOf(merged, versions); patches {
		m.dest = m.merged // A mode may keep all around it.
	}
	for path, mode := range node.Fields(holding) {
		if is := mode.Value; !patches && is == node.TextAt(u, path.Value) && is != node.TextAt(o, path.Value) {
			continue
		}
		rule, _ := modeRule(path.Value, mode.Value) // It was read before.
		m.rules = append(m.rules, rule)
	}
	return m, nil
}

// annotationOf is the annotation that holds merged modes: dest's or updated's text of it where that has them.
func (t *triple) annotationOf(modes *yaml.Node, versions [3]*yaml.Node) string {
	lines := linesOfModes(modes)
	for _, side := range []merge.Side{merge.Dest, merge.Updated} {
		if slices.Equal(linesOfModes(versions[side]), lines) {
			return annotation.Get(nodeOf(t[side]), annotation.Modes)
		}
	}
	if len(lines) < 2 {
		return strings.Join(lines, "")
	}
	return strings.Join(lines, "\n") + "\n"
}

// readModes reads the annotation of a version, as a map of the modes by their paths; blank lines
// hold nothing.
func readModes(m *member) (*yaml.Node, error) {
	modes := node.Map()
	if m == nil {
		return modes, nil
	}
	for line := range strings.Lines(annotation.Get(m.Node, annotation.Modes)) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		path, word := line, ""
		if at := strings.LastIndexByte(line, ':'); at >= 0 {
			path, word = strings.TrimSpace(line[:at]), strings.TrimSpace(line[at+1:])
		}
		rule, err := modeRule(path, word)
		if err != nil {
			return nil, &Error{Resources: []*Resource{m.Resource}, Path: path, Problem: "annotation " + annotation.Modes + ": ", Err: err}
		}
		if key, _ := node.Entry(modes, path); key == nil {
			modes.Content = append(modes.Content, node.String(path), node.String(rule.Mode.String()))
		}
	}
	return modes, nil
}

func modeRule(path, word string) (r merge.Rule, err error) {
	err = r.Mode.UnmarshalText([]byte(word))
	pattern, wrong := merge.ParsePattern(path)
	r.Path = pattern
	return r, cmp.Or(err, wrong)
}

// linesOfModes are the lines of the annotation that hold these modes, each once.
func linesOfModes(modes *yaml.Node) (lines []string) {
	for path, mode := range node.Fields(modes) {
		if line := path.Value + ": " + mode.Value; !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// before gives rules behind the modes that hold.
func (m *moded) before(rules []merge.Rule) []merge.Rule {
	if m == nil {
		return rules
	}
	return append(m.rules, rules...)
}

// onto gives the versions such that the engine merges nothing in the annotation, and
// gives it to the result as it is merged.
func (m *moded) onto(original, updated, dest *yaml.Node) (o, u, d *yaml.Node) {
	if m == nil {
		return original, updated, dest
	}
	return withModes(original, m.dest), withModes(updated, m.merged), withModes(dest, m.dest)
}

// withModes is a resource whose annotation holds these modes, "" for none.
func withModes(root *yaml.Node, modes string) *yaml.Node {
	switch {
	case !isMap(node.Target(root)) || annotation.Get(root, annotation.Modes) == modes:
		return root
	case modes == "":
		return annotation.Drop(root, annotation.Modes)
	}
	return annotation.Set(root, []string{annotation.Modes}, []string{modes})
}
