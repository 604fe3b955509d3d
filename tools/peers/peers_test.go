package peers

import "testing"

const repository = "../.."

// The numbers are those of the pinned versions: more or fewer cases, or fewer equal
// ones, must be looked at.
func TestSuites(t *testing.T) {
	want := map[string][3]int{
		"Strategic merge patch": {431, 371, 379},
		"JSON merge patch":      {84, 81, 81},
		"kyaml":                 {154, 150, 150},
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
