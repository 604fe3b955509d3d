package phrase

import (
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Way is a way to another outcome of a conflict, to be copied as it is.
type Way struct {
	// Answer is what it gives: Updated, Dest or Edited.
	Answer string `json:"answer"`
	// Command is a command line that answers a conflict which stands in what was written.
	Command string `json:"command,omitempty"`
	// Rule is YAML for the configuration of the merge, with which nobody asks again.
	Rule string `json:"rule,omitempty"`
}

// Line is the command, or else the rule as a line of the configuration.
func (w Way) Line() string {
	var settings yaml.Node
	if w.Command != "" || yaml.Unmarshal([]byte(w.Rule), &settings) != nil || len(settings.Content) == 0 {
		return w.Command
	}
	settings.Content[0].Style = yaml.FlowStyle
	text, err := yaml.Marshal(settings.Content[0])
	if err != nil {
		return strings.TrimSpace(w.Rule)
	}
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(string(text)), "{"), "}")
}

const resolve = "krm-merge resolve"

// ways are those to other outcomes: for a conflict that is open one for each answer, else
// a rule, if one decides. Commands name the file that holds it; "" is the package around
// the working directory.
func ways(c *resource.Conflict, o *resource.Options, file string) []Way {
	switch {
	case c.Open():
		return openWays(c, file)
	case o.Strategy == resource.Layers || o.Strategy == resource.TwoWay:
		return nil
	case c.By == merge.ByMode || c.By == merge.ByPin || c.By == merge.ByNull:
		return nil
	}
	other := merge.ChoseUpdated
	if c.Taken == merge.Updated {
		other = merge.ChoseDest
	}
	if rule := setting(c, other); rule != "" {
		return []Way{{Answer: other.String(), Rule: rule}}
	}
	return nil
}

func openWays(c *resource.Conflict, file string) []Way {
	var all []Way
	take := map[merge.Choice]string{merge.ChoseUpdated: " --take theirs", merge.ChoseDest: " --take mine"}
	for answer := merge.ChoseUpdated; answer <= merge.ChoseEdited; answer++ {
		w := Way{Answer: answer.String()}
		if c.Marked {
			w.Command = resolve + take[answer] + selecting(c, file)
		}
		if answer != merge.ChoseEdited {
			w.Rule = setting(c, answer)
		}
		if w.Command != "" || w.Rule != "" {
			all = append(all, w)
		}
	}
	return all
}

// Asks is the command that asks about the conflict, "" where none does.
func (w Words) Asks() string {
	for _, way := range w.Ways {
		if way.Answer == merge.ChoseEdited.String() {
			return way.Command
		}
	}
	return ""
}

// Answering are lines to copy which answer an open conflict: a command that asks, with what
// answers at once behind it, or else rules.
func (w Words) Answering() []string {
	if len(w.Answers) == 0 {
		return nil
	}
	if command := w.Asks(); command != "" {
		return []string{command + " # or with --take mine, --take theirs"}
	}
	var all []string
	for _, way := range w.Ways {
		all = append(all, way.Line())
	}
	return all
}

// selecting are the arguments of resolve that name the conflict.
func selecting(c *resource.Conflict, file string) string {
	place, args := c.At(), ""
	switch r := place.Resource; {
	case r.Kind != "" && r.Name != "" && r.Namespace != "":
		args = " --resource " + quoted(r.Kind+"/"+r.Namespace+"/"+r.Name)
	case r.Kind != "" && r.Name != "":
		args = " --resource " + quoted(r.Kind+"/"+r.Name)
	case file == "":
		file = place.File
	}
	// A place that is not shown as it is has no name here.
	if p := c.Place(); p != "" && p == c.Path.String() {
		args += " --path " + quoted(p)
	}
	if file != "" {
		args += " " + quoted(file)
	}
	return args
}

// plain are texts that no shell takes for more than they are.
var plain = regexp.MustCompile(`^[A-Za-z0-9_./:@%+,=-]+$`)

// quoted is a text as an argument on a command line.
func quoted(text string) string {
	if plain.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// setting is the setting or rule that decides for one side, "" where there is none.
func setting(c *resource.Conflict, answer merge.Choice) string {
	keep := answer == merge.ChoseDest
	switch whole := len(c.Path) == 0 && !c.Moved; {
	case whole && c.UpdatedResource == nil && keep:
		return "onDeletedUpstream: KeepModified\n"
	case whole && c.UpdatedResource == nil:
		return "onDeletedUpstream: Delete\n"
	case whole && c.DestResource == nil && keep:
		return "onDeletedLocally: StayDeleted\n"
	case whole && c.DestResource == nil:
		return "onDeletedLocally: Readd\n"
	case c.Subject().Node == nil || c.Moved:
		return "onConflict: " + answer.String() + "\n"
	case c.Place() != c.Path.String():
		return ""
	}
	return rule(c, answer)
}

// rule is a rule for the place of the conflict alone.
func rule(c *resource.Conflict, answer merge.Choice) string {
	type target struct {
		Kind      string `yaml:"kind,omitempty"`
		Name      string `yaml:"name,omitempty"`
		Namespace string `yaml:"namespace,omitempty"`
	}
	type written struct {
		Target     target `yaml:"target,omitempty,flow"`
		Path       string `yaml:"path,omitempty"`
		OnConflict string `yaml:"onConflict"`
	}
	r := c.At().Resource
	text, err := yaml.Marshal([]written{{target{r.Kind, r.Name, r.Namespace}, c.Path.String(), answer.String()}})
	if err != nil {
		return ""
	}
	return "rules:\n" + string(text)
}
