package files_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Where the merge of a file by lines is clean and has the values of the merge, its bytes
// are the result, in each profile.
func TestLawLines(t *testing.T) {
	cases := 4000
	if testing.Short() {
		cases = 800
	}
	r := rand.New(rand.NewPCG(3, 21))
	clean := 0
	for i := range cases {
		original := manifests(r)
		updated, dest := editedText(r, original, "u"), editedText(r, original, "d")
		lines, is := diff.MergeLines(original, updated, dest)
		want, err := source.Parse([]byte(lines))
		if !is || err != nil {
			continue
		}
		opts := files.Options{}
		if i%2 > 0 {
			opts.Options = resource.Careful()
		}
		out, _, err := files.Bytes([]byte(original), []byte(updated), []byte(dest), "a.yaml", opts)
		if err != nil {
			continue // A question, or a key twice.
		}
		got, err := source.Parse(out)
		if err != nil || !slices.EqualFunc(got, want, func(a, b *yaml.Node) bool { return source.Equal(a, b) }) {
			continue
		}
		clean++
		if string(out) != lines {
			t.Fatalf("case %d\noriginal\n%s\nupdated\n%s\ndest\n%s\ngot\n%s\nlines\n%s", i, original, updated, dest, out, lines)
		}
	}
	if clean < cases/3 {
		t.Errorf("only %d of %d merges are clean", clean, cases)
	}
}

// manifests is a stream of two resources with comments, blank lines, lists and a text.
func manifests(r *rand.Rand) string {
	var b strings.Builder
	for i := range 2 {
		fmt.Fprintf(&b, "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x%d\ndata:\n", i)
		for k := range 4 + r.IntN(4) {
			b.WriteString([...]string{"", "\n", "  # about it\n"}[r.IntN(3)])
			fmt.Fprintf(&b, [...]string{"  k%d: a\n", "  k%d: 'b'  # behind\n", "  k%d: |\n    one  \n    two\n\n"}[r.IntN(3)], k)
		}
	}
	return b.String()
}

// editedText is a text with a few lines changed, added or taken out below its fields.
func editedText(r *rand.Rand, text, name string) string {
	lines := diff.Lines(text)
	for n := range 1 + r.IntN(3) {
		at := 6 + r.IntN(len(lines)-6)
		switch r.IntN(5) {
		case 0:
			lines[at] = strings.Replace(lines[at], ": a", ": "+name, 1)
		case 1:
			lines = slices.Insert(lines, at, "\n")
		case 2:
			lines[at] = strings.Replace(lines[at], "# ", "# "+name+" ", 1)
		case 3:
			if strings.HasPrefix(lines[at], "  k") {
				lines = slices.Insert(lines, at, fmt.Sprintf("  %s%d: new\n", name, n))
			}
		case 4:
			lines[at] = strings.Replace(lines[at], "'b'  #", `"b" #`, 1)
		}
	}
	return strings.Join(lines, "")
}
