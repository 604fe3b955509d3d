package rules

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge"
)

// Conflicts is the text of docs/conflicts.md, from the phrasebook and the rule
// files of the repository whose root is given: every kind of conflict and every
// setting, with the rules that show it, and every kind of note.
func Conflicts(repository fs.FS) (string, error) {
	all, err := readAll(repository)
	if err != nil {
		return "", err
	}
	kinds, settings, err := shown(all)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("<!-- Generated from the phrasebook and the rule files by \"go generate ./merge\". Do not edit. -->\n\n# Conflicts and settings\n\n" +
		"A conflict is a place that updated and dest changed differently. It is recorded once, at the shallowest place where the\n" +
		"versions part, and reported whichever setting settles it. Programs know its kind by a code: `kind` in the JSON form of a\n" +
		"report, `ruleId` in SARIF, and the tag `conflict` of a function's result. The tables below are made from the rule files\n" +
		"that the tests run; [rules.md](rules.md) has their examples.\n\n" + phrase.Settle + "\n\n## Kinds of conflict\n")
	for k := merge.BothChanged; k <= merge.LinesDiffer; k++ {
		entry := phrase.KindOf(k)
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n| taken | settings | rule | message |\n|---|---|---|---|\n", upperFirst(entry.Title), strings.TrimSpace("Code "+code(entry.Code)+". "+entry.Remedy))
		rows := kinds[k]
		slices.SortStableFunc(rows, func(x, y showing) int {
			return cmp.Or(cmp.Compare(y.taken, x.taken), cmp.Compare(x.settings, y.settings), cmp.Compare(x.rule.Name, y.rule.Name))
		})
		for _, r := range slices.CompactFunc(rows, func(x, y showing) bool { return x.rule.Name == y.rule.Name && x.taken == y.taken }) {
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.taken, cell(r.settings), code(r.rule.Name), cell(upperFirst(r.rule.Sentence)))
		}
	}
	moved := phrase.Moved()
	fmt.Fprintf(&b, "\n### %s\n\nCode %s.\n\n## Notes\n\nWhat is good to know and no conflict has a code too: `kind` in JSON, and the tag `note` of a result.\n\n"+
		"| code | what happened | what to do |\n|---|---|---|\n", upperFirst(moved.Title), code(moved.Code))
	for _, n := range phrase.Notes() {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", code(n.Code), upperFirst(n.Title), n.Remedy)
	}
	b.WriteString("\n## Settings\n\nWhat is not set is the default: the profile Documented. Places in `rules` take the same settings.\n\n| setting | rules that show it |\n|---|---|\n")
	for _, s := range slices.Sorted(maps.Keys(settings)) {
		var names []string
		for _, r := range settings[s] {
			names = append(names, code(r.Name))
		}
		fmt.Fprintf(&b, "| %s | %s |\n", code(s), strings.Join(names, ", "))
	}
	return b.String(), nil
}

// showing is a rule that shows a conflict.
type showing struct {
	rule     Rule
	taken    string
	settings string
}

// shown finds which rules show which kinds of conflict and which settings.
func shown(all []Rule) (kinds map[merge.ConflictKind][]showing, settings map[string][]Rule, err error) {
	kinds, settings = map[merge.ConflictKind][]showing{}, map[string][]Rule{}
	for _, r := range all {
		config, _ := r.Section("config.yaml")
		set, err := flattened(config)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: config.yaml: %w", r.Name, err)
		}
		for _, s := range set {
			settings[s] = append(settings[s], r)
		}
		lines, _ := r.Section("conflicts")
		for line := range strings.Lines(lines) {
			kind, taken, err := conflictLine(strings.TrimSpace(line))
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %w", r.Name, err)
			}
			kinds[kind] = append(kinds[kind], showing{r, taken, strings.Join(set, ", ")})
		}
	}
	return kinds, settings, nil
}

// conflictLine reads "both-changed at spec.replicas: updated taken, by mode".
func conflictLine(line string) (kind merge.ConflictKind, taken string, err error) {
	for k := merge.BothChanged; k <= merge.LinesDiffer; k++ {
		rest, ok := strings.CutPrefix(line, k.String()+" at ")
		if !ok {
			continue
		}
		for _, side := range []merge.Side{merge.Updated, merge.Dest} {
			if i := strings.LastIndex(rest, ": "+side.String()+" taken"); i >= 0 {
				return k, strings.Replace(rest[i+2:], " taken", "", 1), nil
			}
		}
	}
	return 0, "", fmt.Errorf("conflict %q: write \"KIND at PATH: SIDE taken\"", line)
}

// flattened lists the settings of a configuration in either form: lists.order:
// Updated. What identifies places and lists is left out.
func flattened(config string) ([]string, error) {
	var doc yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader([]byte(config))).Decode(&doc); err != nil || len(doc.Content) == 0 {
		if strings.TrimSpace(config) == "" {
			err = nil
		}
		return nil, err
	}
	all := settingsIn("", doc.Content[0])
	slices.Sort(all)
	return slices.Compact(all), nil
}

// settingsIn lists the settings in a value, whose own name they begin with.
func settingsIn(of string, n *yaml.Node) (all []string) {
	switch n.Kind {
	case yaml.MappingNode:
		for key, value := range node.Pairs(n.Content) {
			if name, counts := nameIn(of, key.Value); counts {
				all = append(all, settingsIn(name, value)...)
			}
		}
	case yaml.SequenceNode:
		for _, e := range n.Content {
			if e.Kind == yaml.ScalarNode {
				// The fields of a key.
				return append(all, of)
			}
			all = append(all, settingsIn(of+"[]", e)...)
		}
	default:
		all = append(all, of+": "+n.Value)
	}
	return all
}

// nameIn is the full name of a field; counts: it is a setting, or holds some.
func nameIn(of, field string) (name string, counts bool) {
	switch field {
	case "target", "path":
		return "", false
	}
	if of != "" {
		return of + "." + field, true
	}
	switch field {
	case "apiVersion", "kind", "metadata":
		return "", false
	case "spec", "data":
		return "", true
	}
	return field, true
}

func code(s string) string { return "`" + strings.ReplaceAll(s, "|", `\|`) + "`" }

// cell is a text inside a table.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;").Replace(s)
}
