package source

import (
	"bytes"
	"flag"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/slow"
)

var update = flag.Bool("update", false, "rewrite the wanted output of the print cases")

// A case holds a text (before), the texts new nodes come from (after) and what
// printing after into before gives (want), whatever the line breaks of before are.
func TestPrint(t *testing.T) {
	golden.Each(t, "testdata/print/*.txtar", func(t *testing.T, name string, a *txtar.Archive) {
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
		got, p := printInto(t, before, after)
		if anew := bytes.Contains(a.Comment, []byte("written anew")); anew != (p.anew > 0) || p.lossy > 0 {
			t.Errorf("%d documents anew, %d lossy", p.anew, p.lossy)
		}
		golden.Compare(t, name, a, map[string]string{"want.yaml": string(got)}, *update)
		// With other line breaks and the like it is the same, and only a break at the end may come.
		befores, wants := variants(before), variants(got)
		for i, v := range befores {
			end := ""
			if !bytes.HasSuffix(v.text, []byte("\n")) {
				end = "\r\n"
			}
			if got, _ := printInto(t, v.text, after); holdTheSame(v.text, before) && !bytes.Equal(bytes.TrimRight(got, end), bytes.TrimRight(wants[i].text, end)) {
				t.Errorf("%s (-want +got):\n%s", v.name, cmp.Diff(string(wants[i].text), string(got)))
			}
		}
	})
}

// printInto prints the documents of one text into another. Documents pair by
// position; what after has more is added, what it has less deleted.
func printInto(t testing.TB, before, after []byte) ([]byte, *printer) {
	t.Helper()
	docs := paired(parsed(t, before), after)
	p, out, err := printed(before, docs)
	if err != nil {
		t.Errorf("%v\nbefore:\n%s\nafter:\n%s", err, before, after)
	}
	return out, p
}

func paired(old []*yaml.Node, after []byte) []Change {
	docs := make([]Change, len(old))
	for i, doc := range old {
		docs[i].Old = doc
	}
	i := 0
	for text, err := range Documents(after) {
		if err != nil {
			panic(err)
		}
		if i == len(docs) {
			docs = append(docs, Change{Text: text.Bytes})
		}
		docs[i].New = text.Docs[0]
		i++
	}
	return docs
}

// Every awkward file is printed into every other: the values are those of the
// other, whatever the two look like.
func TestPrintIntoOthers(t *testing.T) {
	files := awkward(t)
	prints, anew := 0, 0
	for i, before := range files {
		for j, after := range files {
			if i == j || !slow.Wanted && (i+j)%7 > 0 {
				continue
			}
			out, p := printInto(t, before.Data, after.Data)
			if !isJSON(before.Data) { // Which cannot hold all that YAML can.
				prints, anew = prints+1, anew+p.anew
			}
			if p.anew+p.lossy > 0 && testing.Verbose() {
				t.Logf("%s into %s: %d documents anew, %d lossy", after.Name, before.Name, p.anew, p.lossy)
			}
			want := parsed(t, after.Data)
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
	if anew*100 > prints {
		t.Errorf("%d documents of %d texts were written anew", anew, prints)
	}
}
