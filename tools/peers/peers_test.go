package peers

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const repository = "../.."

// The numbers are those of the pinned versions: more or fewer cases, or fewer equal
// ones, must be looked at.
func TestSuites(t *testing.T) {
	want := map[string][3]int{
		"Strategic merge patch": {431, 371, 379},
		"JSON merge patch":      {84, 81, 81},
	}
	for _, s := range Suites() {
		t.Run(s.Title, func(t *testing.T) {
			r, err := s.Run(repository)
			if err != nil {
				t.Fatal(err)
			}
			if got := [3]int{r.Cases, r.Default, r.Equal}; got != want[s.Title] {
				t.Errorf("cases, equal with default settings and with the suite's: %v, want %v", got, want[s.Title])
			}
		})
	}
}

// What is listed must hold: each of these changes one thing in a list that does.
func TestReasonsAreChecked(t *testing.T) {
	value := func(source string) *yaml.Node {
		n, err := parse(source)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	read := func(string) ([]Case, error) { //nolint:unparam // Suites read files.
		return []Case{
			{Name: "same", steps: []step{twoWayStep(value("{a: 1}"), value("{b: 2}"))}, want: value("{a: 1, b: 2}")},
			{Name: "drift", steps: []step{threeWayStep(value("{a: 1}"), value("{a: 1}"), value("{a: 2}"))}, want: value("{a: 1}")},
		}, nil
	}
	holds := "- {reason: drift, with: [{setting: 'strategy: TwoWay', cases: [drift]}]}"
	for name, c := range map[string]struct{ reasons, want string }{
		"holds":          {holds, ""},
		"without":        {"- {reason: drift, cases: [drift]}", ""},
		"not listed":     {"[]", `"drift" differs, and no reason is listed`},
		"equal":          {holds + "\n- {reason: none, cases: [same]}", `"same" is listed, and no longer differs`},
		"no such case":   {holds + "\n- {reason: none, cases: [other]}", `there is no case "other"`},
		"no reason":      {"- {cases: [drift]}", "no reason for"},
		"wrong setting":  {"- {reason: drift, with: [{setting: 'nulls: Changed', cases: [drift]}]}", `"drift" differs with nulls: Changed too`},
		"twice":          {holds + "\n- {reason: drift, cases: [drift]}", "is listed twice"},
		"empty setting":  {"- {reason: drift, with: [{cases: [drift]}]}", "no setting for"},
		"not a setting":  {"- {reason: drift, with: [{setting: 'no: Way', cases: [drift]}]}", "error:"},
		"not its fields": {"- {because: drift}", "because"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Suite{Title: "x", Settings: "{}", read: read, reasons: c.reasons}.Run(repository)
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want == "" && (r.Cases != 2 || r.Equal != 1):
				t.Errorf("got %d of %d", r.Equal, r.Cases)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
