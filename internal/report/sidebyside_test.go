package report

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRows: of whatever versions, every line of dest and of the result is in the rows once
// and in order, and the words of a line are its text.
func TestRows(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		f := randomFile(random)
		lines := [2][]string{linesOf(f.Columns[2].Text), linesOf(f.Columns[3].Text)}
		var next [2]int
		for _, row := range f.rows() {
			for i, c := range []shownCell{row.Dest, row.Result} {
				if c.Line == 0 {
					continue
				}
				text := ""
				for _, w := range c.Words {
					text += w.Text
				}
				if next[i]++; c.Line != next[i] || text != lines[i][c.Line-1] {
					t.Fatalf("%s: line %d (%q) comes when %d is due, in\n%s", c.Column, c.Line, text, next[i], shown(f))
				}
			}
		}
		if next != [2]int{len(lines[0]), len(lines[1])} {
			t.Fatalf("%d of %d and %d lines are shown, in\n%s", next, len(lines[0]), len(lines[1]), shown(f))
		}
	}
}

// randomFile is a file whose versions differ in a few lines.
func randomFile(random *rand.Rand) *File {
	f := &File{Dest: 2}
	var lines []string
	for range random.IntN(20) {
		lines = append(lines, strings.Repeat(" ", random.IntN(3))+string(rune('a'+random.IntN(5)))+": "+string(rune('0'+random.IntN(3)))+"\n")
	}
	for _, name := range []string{"original", "updated", "dest", "result"} {
		var text strings.Builder
		for _, line := range lines {
			switch random.IntN(8) {
			case 0:
			case 1:
				text.WriteString("a: new\n" + line)
			case 2:
				text.WriteString(strings.Replace(line, ": ", ": other", 1))
			default:
				text.WriteString(line)
			}
		}
		f.Columns = append(f.Columns, Column{Version: name, Text: []byte(text.String())})
	}
	return f
}

func shown(f *File) string {
	var b strings.Builder
	for _, c := range f.Columns {
		b.WriteString("-- " + c.Version + " --\n" + string(c.Text))
	}
	return b.String()
}

// TestSideBySide: what the merge changed is shown with a few lines around it, under
// the name of its resource, and says who made each line what it is; the rest is folded.
func TestSideBySide(t *testing.T) {
	text := func(a, b, c string) []byte {
		return []byte("# about a\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: " + a + "\n  l: " + b + "\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: far\n1: 1\n2: 2\n3: 3\n4: 4\n5: " + c + "\n")
	}
	f := &File{Dest: 2, Columns: []Column{
		{Version: "original", Text: text("1", "1", "1")}, {Version: "updated", Text: text("2", "1", "1")},
		{Version: "dest", Text: text("1", "3", "3")}, {Version: "result", Text: text("2", "3", "3")},
	}}
	var got []string
	file := f.shown(nil, map[int]bool{})
	for _, part := range file.Parts {
		for _, row := range part.Rows {
			line := part.Resource + part.Folded
			for _, c := range []shownCell{row.Dest, row.Result} {
				line += " | " + strings.TrimSpace(c.From+" "+strings.TrimSpace(c.text))
			}
			got = append(got, line)
		}
	}
	const folded = "… 8 lines that the merge left alone …"
	want := []string{
		"v1 ConfigMap a | # about a | # about a",
		"v1 ConfigMap a | apiVersion: v1 | apiVersion: v1",
		"v1 ConfigMap a | kind: ConfigMap | kind: ConfigMap",
		"v1 ConfigMap a | metadata: | metadata:",
		"v1 ConfigMap a | name: a | name: a",
		"v1 ConfigMap a | data: | data:",
		"v1 ConfigMap a | k: 1 | up k: 2",
		"v1 ConfigMap a | down l: 3 | down l: 3",
		"v1 ConfigMap far | --- | ---",
		"v1 ConfigMap far | apiVersion: v1 | apiVersion: v1",
		folded + " | kind: ConfigMap | kind: ConfigMap",
		folded + " | metadata: | metadata:",
		folded + " | name: far | name: far",
		folded + " | 1: 1 | 1: 1",
		folded + " | 2: 2 | 2: 2",
		folded + " | 3: 3 | 3: 3",
		folded + " | 4: 4 | 4: 4",
		folded + " | down 5: 3 | down 5: 3",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
