package rules

import (
	"os"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/slow"
)

// All are the rules in the files of directories.
func All(t testing.TB, dirs ...string) (all []Rule) {
	t.Helper()
	for _, dir := range dirs {
		found, err := Read(os.DirFS(dir))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	return all
}

// Floors holds a generator to what a laws.yaml says of it: so many cases where slow tests are wanted,
// and of each kind at least such a share of them, in percent.
func Floors(t testing.TB, file, generator string, cases int, kinds map[string]int) {
	t.Helper()
	var laws struct {
		Generators map[string]struct {
			Cases  int
			Shares map[string]int
		}
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = yaml.Unmarshal(text, &laws)
	}
	if err != nil {
		t.Fatal(err)
	}
	g := laws.Generators[generator]
	if cases != g.Cases && slow.Wanted {
		t.Errorf("%s: %d cases, and %s says %d", generator, cases, file, g.Cases)
	}
	for kind, least := range g.Shares {
		if 100*kinds[kind] < least*cases {
			t.Errorf("%s: %d of %d cases have %s, want %d percent", generator, kinds[kind], cases, kind, least)
		}
	}
	t.Logf("%s: %v of %d cases", generator, kinds, cases)
}
