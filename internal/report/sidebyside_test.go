package report

import (
	"fmt"
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
			for i, c := range []cell{row.dest, row.result} {
				if c.line == 0 {
					continue
				}
				text := strings.Join(c.words, "")
				if next[i]++; c.line != next[i] || text != lines[i][c.line-1] {
					t.Fatalf("line %d (%q) comes when %d is due, in\n%s", c.line, text, next[i], shown(f))
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

// TestSideBySide: what the merge changed is shown with a few lines around it, and says who made each
// line what it is.
func TestSideBySide(t *testing.T) {
	text := func(a, b, c string) []byte {
		return []byte("a: 1\nb: 1\nc: 1\nd: 1\ne: 1\nk: " + a + "\nl: " + b + "\nm: 1\nn: 1\no: 1\np: " + c + "\n")
	}
	f := &File{Dest: 2, Columns: []Column{
		{Version: "original", Text: text("1", "1", "1")}, {Version: "updated", Text: text("2", "1", "1")},
		{Version: "dest", Text: text("1", "3", "3")}, {Version: "result", Text: text("2", "3", "3")},
	}}
	var got []string
	rows := f.rows()
	shown := ofInterest(rows, nil)
	for i, row := range rows {
		line := fmt.Sprint(shown[i])
		for _, c := range []cell{row.dest, row.result} {
			line += " | " + strings.TrimSpace(string(c.from)+" "+c.text)
		}
		got = append(got, line)
	}
	want := []string{
		"false | a: 1 | a: 1", "false | b: 1 | b: 1", "true | c: 1 | c: 1", "true | d: 1 | d: 1", "true | e: 1 | e: 1", "true | k: 1 | up k: 2",
		"true | down l: 3 | down l: 3", "true | m: 1 | m: 1", "true | n: 1 | n: 1", "false | o: 1 | o: 1", "false | down p: 3 | down p: 3",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
