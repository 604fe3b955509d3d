package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// Every kind of conflict is shown by a rule, for either side where a setting
// can decide, and every value of every setting that is not the default is. Merging by lines
// is of files: merge/files/testdata/lines-decide shows its kind.
func TestEveryConflictAndSettingHasARule(t *testing.T) {
	taken, settings := map[string]map[string]bool{}, map[string]bool{}
	conflict := regexp.MustCompile(`(?m)^([a-z-]+) at .*: (\w+) taken`)
	for _, r := range All(t, "../../merge/testdata/rules", "../../merge/resource/testdata/rules") {
		var config any
		text, _ := r.Section("config.yaml")
		if err := yaml.Unmarshal([]byte(text), &config); err != nil {
			t.Fatalf("%s: config.yaml: %v", r.Name, err)
		}
		for _, s := range settingsIn("", config) {
			settings[s] = true
		}
		lines, _ := r.Section("conflicts")
		found := conflict.FindAllStringSubmatch(lines, -1)
		if len(found) != strings.Count(lines, "\n") {
			t.Errorf("%s: conflicts are written KIND at PATH: SIDE taken", r.Name)
		}
		for _, c := range found {
			if taken[c[1]] == nil {
				taken[c[1]] = map[string]bool{}
			}
			taken[c[1]][c[2]] = true
		}
	}
	for k := merge.BothChanged; k <= merge.Moved; k++ {
		if of := taken[k.String()]; k != merge.LinesDiffer && (!of["updated"] || !of["dest"]) {
			t.Errorf("%s: rules show it settled for %v, want updated and dest", k, of)
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

// settingsIn lists the settings in a value, whose own name they begin with, in either form of a
// configuration: lists.order: Updated. What identifies places and lists is left out.
func settingsIn(of string, value any) (all []string) {
	switch v := value.(type) {
	case map[string]any:
		for field, value := range v {
			switch {
			case field == "target", field == "path", of == "" && slices.Contains([]string{"apiVersion", "kind", "metadata"}, field):
			case of == "" && (field == "spec" || field == "data"):
				all = append(all, settingsIn("", value)...)
			default:
				all = append(all, settingsIn(strings.TrimPrefix(of+"."+field, "."), value)...)
			}
		}
	case []any:
		for _, e := range v {
			if _, is := e.(map[string]any); !is {
				return []string{of} // The fields of a key.
			}
			all = append(all, settingsIn(of+"[]", e)...)
		}
	default:
		all = append(all, fmt.Sprintf("%s: %v", of, v))
	}
	return all
}
