package files_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/slow"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Where the merge of a file by lines is clean and has the values of the merge, its bytes
// are the result, in each profile.
func TestLawLines(t *testing.T) {
	cases := 4000
	if !slow.Wanted {
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

// A change of quotes that makes another value of a text for Kubernetes, or for any reader of
// YAML 1.1, is in the merge, whatever the other side changed beside it.
func TestLawQuotes(t *testing.T) {
	values := []string{"y", "Yes", "on", "ON", "n", "no", "off", "0777", "0o17", "1_000", "0b11", "1:30", "-190:20:30.5", "1e3", "12", "true"}
	for _, template := range []string{
		"a: V\nb: N\n", "b: N\na: V\n", "m:\n  x: 1\n  a: V\n\n  # about\n  b: N\n", "m: {a: V, b: N}\n",
		"l:\n- name: p\n  value: V\n- name: q\n  value: N\n",
	} {
		for _, value := range values {
			for _, spelled := range [][2]string{{value, "'" + value + "'"}, {`"` + value + `"`, value}} {
				text := func(v, n string) []byte { return []byte(strings.NewReplacer("V", v, "N", n).Replace(template)) }
				requoted, beside := text(spelled[1], "before"), text(spelled[0], "after")
				want, err := source.Parse(text(spelled[1], "after"))
				if err != nil {
					t.Fatal(err)
				}
				for _, sides := range [][2][]byte{{requoted, beside}, {beside, requoted}} {
					out, _, err := files.Bytes(text(spelled[0], "before"), sides[0], sides[1], "a.yaml", files.Options{})
					if err != nil {
						t.Fatalf("%s: %v", sides[0], err)
					}
					got, err := source.Parse(out)
					if err != nil || len(got) != 1 || !source.Equal(got[0], want[0]) {
						t.Errorf("updated\n%sdest\n%sgot\n%s", sides[0], sides[1], out)
					}
				}
			}
		}
	}
}

// A line of comments that all versions have is in the merge, wherever it stands and to
// whatever the YAML library counts it: both sides change what is beside it.
func TestLawCommentsStay(t *testing.T) {
	cases := 3000
	if !slow.Wanted {
		cases = 600
	}
	r := rand.New(rand.NewPCG(22, 4))
	for i := range cases {
		// The gap between two fields, and what upstream adds there.
		gap, addition := commentLines(r, "c"), commentLines(r, "u")
		added := slices.Concat(gap, addition)
		if r.IntN(2) > 0 {
			added = slices.Concat(addition, gap)
		}
		text := func(gap []string, a, b int) string {
			above, below := fmt.Sprintf("  a: %d\n  k: %s\n", a, [...]string{"{}", "1", "[]"}[i%3]), fmt.Sprintf("  b: %d\n", b)
			if a == 0 {
				above = ""
			}
			if b == 0 {
				below = ""
			}
			return "y: 1\n\nr:\n" + above + strings.Join(gap, "") + below + "z: 1\n"
		}
		o, u, d := text(gap, 1, 1), text(added, 1, 1), text(gap, 1+r.IntN(2), 2)
		if r.IntN(3) == 0 { // Nothing but comments is left of the map.
			u, d = text(gap, 0, 1), text(gap, 1, 0)
		}
		if r.IntN(3) == 0 {
			u, d = d, u
		}
		out, _, err := files.Bytes([]byte(o), []byte(u), []byte(d), "a.yaml", files.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range append(gap, "y: 1\n\n") {
			if line = strings.Trim(line, " "); !strings.Contains(string(out), line) {
				t.Fatalf("case %d: %q is gone\noriginal\n%s\nupdated\n%s\ndest\n%s\ngot\n%s", i, line, o, u, d, out)
			}
		}
	}
}

// commentLines are a few lines of comments, as deep as the fields or deeper, and blank ones.
func commentLines(r *rand.Rand, name string) (lines []string) {
	for n := range r.IntN(4) {
		lines = append(lines, fmt.Sprintf("%s# %s%d.\n", strings.Repeat(" ", 2+2*r.IntN(3)), name, n))
		if r.IntN(3) == 0 {
			lines = append(lines, "\n")
		}
	}
	return lines
}
