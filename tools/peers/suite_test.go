// Package peers runs the tests of other projects that can be read as merges through
// this project's merge, and compares by value. The tests are read from the module cache
// as Go source; nothing of them is kept here but the names of the cases that differ, with
// the reasons.
package peers

import (
	_ "embed"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Suite is the tests of one project.
type Suite struct {
	Title string
	// Settings are those that all cases are merged with, as a configuration has them.
	Settings string
	read     func(root string) ([]Case, error)
	// reasons say why cases differ: YAML, a list of Reason.
	reasons string
}

// Reason is why some cases differ from what the other project gives.
type Reason struct {
	Reason string
	// Cases are those that no setting makes equal.
	Cases []string
	// With are settings that make cases equal.
	With []struct {
		Setting string
		Cases   []string
	}
}

// Result is what the cases of a suite gave.
type Result struct {
	// Cases is how many there are, Default how many are equal with default settings, and
	// Equal how many are with those of the suite.
	Cases, Default, Equal int
	Reasons               []Reason
}

//go:embed testdata/strategic.yaml
var strategicReasons string

//go:embed testdata/json.yaml
var jsonReasons string

//go:embed testdata/kyaml.yaml
var kyamlReasons string

// Suites are the suites that there are.
func Suites() []Suite {
	return []Suite{
		{
			Title: "Strategic merge patch",
			// The patch of each case is applied in a 2-way merge, and what it was made from
			// (original, modified and the live object) merged 3-way. The schema is a
			// CustomResourceDefinition made from the tags of the tests' Go type.
			Settings: "lists: {order: Updated}", read: strategicCases, reasons: strategicReasons,
		},
		{
			Title: "JSON merge patch",
			// The patch of each case, the RFC's own among them, is applied in a 2-way merge; the
			// cases of kubectl apply for custom resources are also merged 3-way. There is no
			// schema. Patches of lists of documents, and patches merged with patches, are left out.
			Settings: "{}", read: jsonCases, reasons: jsonReasons,
		},
		{
			Title: "kyaml",
			// Documents are merged as they are, with the schemas of their kinds and of comments.
			Settings: "{}", read: kyamlCases, reasons: kyamlReasons,
		},
	}
}

// Run merges the cases of the suite; root is that of the repository. It fails if a case
// that differs is not listed with a reason, or if what is listed does not hold.
func (s Suite) Run(root string) (Result, error) {
	all, err := s.read(root)
	if err != nil {
		return Result{}, err
	}
	r := Result{Cases: len(all)}
	decoder := yaml.NewDecoder(strings.NewReader(s.reasons))
	decoder.KnownFields(true)
	if err = decoder.Decode(&r.Reasons); err != nil {
		return r, fmt.Errorf("%s: %w", s.Title, err)
	}
	settings, err := settingsOf(r.Reasons)
	if err != nil {
		return r, fmt.Errorf("%s: %w", s.Title, err)
	}
	numbered(all)
	for _, c := range all {
		if c.difference("{}") == "" {
			r.Default++
		}
		difference := c.difference(s.Settings)
		if difference == "" {
			r.Equal++
		}
		setting, listed := settings[c.Name]
		delete(settings, c.Name)
		switch {
		case !listed && difference != "":
			return r, fmt.Errorf("%s: %q differs, and no reason is listed: %s", s.Title, c.Name, difference)
		case listed && difference == "":
			return r, fmt.Errorf("%s: %q is listed, and no longer differs", s.Title, c.Name)
		case setting == "":
			continue
		}
		if difference := c.difference(setting); difference != "" {
			return r, fmt.Errorf("%s: %q differs with %s too: %s", s.Title, c.Name, setting, difference)
		}
	}
	for name := range settings {
		return r, fmt.Errorf("%s: there is no case %q", s.Title, name)
	}
	return r, nil
}

// settingsOf are the cases that are listed, each with the setting that makes it equal,
// "" if none does.
func settingsOf(reasons []Reason) (map[string]string, error) {
	settings := map[string]string{}
	list := func(cases []string, setting string) error {
		for _, name := range cases {
			if _, ok := settings[name]; ok {
				return fmt.Errorf("%q is listed twice", name)
			}
			settings[name] = setting
		}
		return nil
	}
	for _, r := range reasons {
		if r.Reason == "" {
			return nil, fmt.Errorf("no reason for %q", r.Cases)
		}
		if err := list(r.Cases, ""); err != nil {
			return nil, err
		}
		for _, w := range r.With {
			if w.Setting == "" {
				return nil, fmt.Errorf("no setting for %q", w.Cases)
			}
			if err := list(w.Cases, w.Setting); err != nil {
				return nil, err
			}
		}
	}
	return settings, nil
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
