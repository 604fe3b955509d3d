package rules

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// Every kind of conflict is shown by a rule, for either side where a setting
// can decide, and every value of every setting that is not the default is.
func TestEveryConflictAndSettingHasARule(t *testing.T) {
	var all []Rule
	for _, dir := range ruleTrees {
		found, err := Read(os.DirFS(filepath.Join("../..", dir)))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	taken, settings := map[merge.ConflictKind]map[string]bool{}, map[string]bool{}
	for _, r := range all {
		config, _ := r.Section("config.yaml")
		set, err := flattened(config)
		if err != nil {
			t.Fatalf("%s: config.yaml: %v", r.Name, err)
		}
		for _, s := range set {
			settings[s] = true
		}
		lines, _ := r.Section("conflicts")
		for line := range strings.Lines(lines) {
			kind, by, err := conflictLine(strings.TrimSpace(line))
			if err != nil {
				t.Fatalf("%s: %v", r.Name, err)
			}
			if taken[kind] == nil {
				taken[kind] = map[string]bool{}
			}
			taken[kind][strings.SplitN(by, ",", 2)[0]] = true
		}
	}
	for k := merge.BothChanged; k <= merge.OrderChanged; k++ {
		if !taken[k]["updated"] || !taken[k]["dest"] {
			t.Errorf("%s: rules show it settled for %v, want updated and dest", k, taken[k])
		}
	}
	for _, s := range []string{
		"onConflict: Dest", "onConflict: Fail", "onConflict: Newest", "nulls: Changed", "text: Lines",
		"lists.atomic: Merge", "lists.atomic: Union", "lists.order: Updated",
		"onDeletedUpstream: KeepModified", "onDeletedLocally: Readd",
		"rules[].mode: SKIP", "rules[].mode: REPLACE", "rules[].onConflict: Dest", "keys[].fields",
	} {
		if !settings[s] {
			t.Errorf("no rule shows %s", s)
		}
	}
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
