// Package peers runs the tests of other projects that can be read as merges through
// this project's merge, and compares by value. The tests are read from the module cache
// as Go source; nothing of them is kept here but the names of the cases that differ, with
// the reasons.
package peers

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"go.yaml.in/yaml/v3"
)

const repository = "../.."

// reason is why some cases differ from what the other project gives.
type reason struct {
	Reason string
	// Cases are those that no setting makes equal.
	Cases []string
	// With are settings that make cases equal.
	With []struct {
		Setting string
		Cases   []string
	}
}

// TestSuites merges the cases of each project. One that differs is listed with a reason in the file of testdata, and
// what is listed holds. The numbers are those of the pinned versions: more or fewer cases, or fewer equal ones, must be
// looked at.
func TestSuites(t *testing.T) {
	for _, s := range []struct {
		title, reasons string
		read           func(root string) ([]Case, error)
		// settings are those that all cases are merged with, as a configuration has them.
		settings string
		// want is how many cases there are, and how many are equal with default settings and with the suite's.
		want [3]int
	}{
		// The patch of each case is applied in a 2-way merge, and what it was made from (original, modified and the
		// live object) merged 3-way. The schema is a CustomResourceDefinition made from the tags of the tests' Go type.
		{"Strategic merge patch", "strategic.yaml", strategicCases, "lists: {order: Updated}", [3]int{431, 371, 379}},
		// The patch of each case, the RFC's own among them, is applied in a 2-way merge; the cases of kubectl apply for
		// custom resources are also merged 3-way. There is no schema. Patches of lists of documents, and patches merged
		// with patches, are left out.
		{"JSON merge patch", "json.yaml", jsonCases, "{}", [3]int{84, 81, 81}},
		// Documents are merged as they are, with the schemas of their kinds and of comments.
		{"kyaml", "kyaml.yaml", kyamlCases, "{}", [3]int{154, 150, 150}},
	} {
		t.Run(s.title, func(t *testing.T) {
			all, err := s.read(repository)
			if err != nil {
				t.Fatal(err)
			}
			numbered(all)
			settings, got := settingsOf(t, s.reasons), [3]int{len(all)}
			for _, c := range all {
				difference := c.difference(s.settings)
				for i, unlike := range []string{c.difference("{}"), difference} {
					if unlike == "" {
						got[i+1]++
					}
				}
				setting, listed := settings[c.Name]
				delete(settings, c.Name)
				if listed != (difference != "") {
					t.Errorf("%q is listed with a reason: %t, and differs: %q", c.Name, listed, difference)
				}
				if setting == "" {
					continue
				}
				if difference := c.difference(setting); difference != "" {
					t.Errorf("%q differs with %s too: %s", c.Name, setting, difference)
				}
			}
			for name := range settings {
				t.Errorf("there is no case %q", name)
			}
			if got != s.want {
				t.Errorf("cases, equal with default settings and with the suite's: %v, want %v", got, s.want)
			}
		})
	}
}

// settingsOf are the cases that a file lists, each with the setting that makes it equal, "" if none does.
func settingsOf(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	var reasons []reason
	if err = decoder.Decode(&reasons); err != nil {
		t.Fatal(err)
	}
	settings := map[string]string{}
	list := func(cases []string, setting string) {
		for _, name := range cases {
			if _, twice := settings[name]; twice {
				t.Errorf("%q is listed twice", name)
			}
			settings[name] = setting
		}
	}
	for _, r := range reasons {
		if r.Reason == "" {
			t.Errorf("no reason for %q", r.Cases)
		}
		list(r.Cases, "")
		for _, w := range r.With {
			if w.Setting == "" {
				t.Errorf("no setting for %q", w.Cases)
			}
			list(w.Cases, w.Setting)
		}
	}
	return settings
}

// numbered gives cases of one name numbers from the second on.
func numbered(cases []Case) {
	times := map[string]int{}
	for i := range cases {
		name := cases[i].Name
		if times[name]++; times[name] > 1 {
			cases[i].Name = fmt.Sprintf("%s #%d", name, times[name])
		}
	}
}
