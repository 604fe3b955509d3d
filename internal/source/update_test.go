package source

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/golden"
)

var update = flag.Bool("update", false, "rewrite the wanted output of the print cases")

// A case holds a text (before), the texts new nodes come from (after) and what
// printing after into before gives (want). A file before.crlf and the like
// cannot be told in txtar: the variants test covers those.
func TestPrint(t *testing.T) {
	for _, name := range golden.Cases(t, "testdata/print/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var before, after []byte
			for _, f := range a.Files {
				switch f.Name {
				case "before.yaml":
					before = f.Data
				case "after.yaml":
					after = f.Data
				case "want.yaml":
				default:
					t.Fatalf("unknown section %s", f.Name)
				}
			}
			got, stats := printInto(t, before, after)
			if stats.Encoded+stats.Comments > 0 {
				t.Errorf("not in place: %+v", stats)
			}
			golden.Compare(t, name, a, map[string]string{"want.yaml": string(got)}, *update)
		})
	}
}

// printInto prints the documents of one text into another. Documents pair by
// position; what after has more is added, what it has less deleted.
func printInto(t testing.TB, before, after []byte) ([]byte, Stats) {
	t.Helper()
	old, err := Parse(before)
	if err != nil {
		t.Fatal(err)
	}
	updated, err := Parse(after)
	if err != nil {
		t.Fatal(err)
	}
	docs := paired(old, updated)
	out, stats, err := Print(before, docs, Text{Bytes: after, Docs: updated})
	if err != nil {
		t.Errorf("%v\nbefore:\n%s\nafter:\n%s", err, before, after)
	}
	return out, stats
}

// reasonsFor tells why not all was printed in place.
func reasonsFor(t testing.TB, before, after []byte) []error {
	t.Helper()
	old, _ := Parse(before)
	updated, _ := Parse(after)
	docs := paired(old, updated)
	p, err := newPrinter(Text{Bytes: before, Docs: old}, []Text{{Bytes: after, Docs: updated}})
	if err != nil {
		return []error{err}
	}
	_, _ = p.print(docs)
	return p.reasons
}

func paired(old, updated []*yaml.Node) []Change {
	var docs []Change
	for i := range max(len(old), len(updated)) {
		var c Change
		if i < len(old) {
			c.Old = old[i]
		}
		if i < len(updated) {
			c.New = updated[i]
		}
		docs = append(docs, c)
	}
	return docs
}

// Every awkward file is printed into every other: the values are those of the
// other, whatever the two look like.
func TestPrintIntoOthers(t *testing.T) {
	files := awkward(t)
	if len(files) > 200 {
		files = files[:200]
	}
	var total Stats
	for i, before := range files {
		for j, after := range files {
			if i == j || testing.Short() && (i+j)%7 > 0 {
				continue
			}
			out, stats := printInto(t, before.Data, after.Data)
			total.Add(stats)
			if stats.Encoded+stats.Comments > 0 && testing.Verbose() {
				t.Logf("%s into %s: %+v %v", after.Name, before.Name, stats, reasonsFor(t, before.Data, after.Data))
			}
			want, err := Parse(after.Data)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Parse(out)
			if err != nil || len(got) != len(want) {
				t.Errorf("%s into %s: %d documents instead of %d: %v", after.Name, before.Name, len(got), len(want), err)
				continue
			}
			for k := range want {
				if !equal(got[k], want[k], anyReading) {
					t.Errorf("%s into %s: another value:\n%s", after.Name, before.Name, out)
				}
			}
		}
	}
	t.Logf("%+v", total)
	if total.Encoded*100 > total.Changed {
		t.Errorf("%d of %d documents were encoded", total.Encoded, total.Changed)
	}
}

// Add adds what was counted elsewhere.
func (s *Stats) Add(t Stats) {
	s.Documents += t.Documents
	s.Changed += t.Changed
	s.InPlace += t.InPlace
	s.Entries += t.Entries
	s.Encoded += t.Encoded
	s.Comments += t.Comments
}
