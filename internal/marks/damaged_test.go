package marks_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/marks"
)

// TestMutated: whatever happens to one mark of a block is an error with a line of the
// text, and never another reading. What original has is left out here: without its mark
// nobody can tell that it was shown.
func TestMutated(t *testing.T) {
	block := func(mine, updated string) marks.Part {
		return marks.Part{Block: &marks.Block{Yours: mine, Upstream: updated, Names: marks.Names{Yours: "mine: a", Upstream: "v2"}}}
	}
	for name, parts := range map[string][]marks.Part{
		"one":     {{Text: "a: 1\n"}, block("b: 3\n", "b: 2\n"), {Text: "c: 1\n"}},
		"several": {block("a: 3\n", "a: 2\n"), {Text: "x: 1\n"}, block("", "b: 2\n"), block("c: 3\n", ""), {Text: "z: 1\n"}},
	} {
		lines := strings.SplitAfter(string(marks.Print(parts, marks.Merge)), "\n")
		whole, err := marks.Parse([]byte(strings.Join(lines, "")))
		if err != nil {
			t.Fatal(err)
		}
		tried := 0
		for i, line := range lines {
			if len(line) < marks.Size || !strings.Contains("<=>", line[:1]) {
				continue
			}
			for what, by := range map[string]string{
				"gone": "", "shorter": line[1:], "longer": line[:1] + line, "twice": line + line, "indented": " " + line,
				"another": strings.Repeat(string("=><"[strings.Index("<=>", line[:1])]), marks.Size) + "\n", "joined": line[:marks.Size] + "x\n",
			} {
				tried++
				text := strings.Join(slices.Concat(lines[:i], []string{by}, lines[i+1:]), "")
				parts, err := marks.Parse([]byte(text))
				var at *marks.Error
				if !errors.As(err, &at) || at.Line < 1 || at.Line > strings.Count(text, "\n") {
					t.Errorf("%s: line %d %s: %v, %d parts, not %d:\n%s", name, i+1, what, err, len(parts), len(whole), text)
				}
			}
		}
		if tried < 21 {
			t.Errorf("%s: %d tried", name, tried)
		}
	}
}

// FuzzParse: a text is an error with one of its lines, or is read in a way that is
// printed and read back.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "a: 1\n", "<<<<<<< a\n1\n||||||| b\n2\n=======\n3\n>>>>>>> c\n", "x\n<<<<<<< a\r\n1\r\n=======\r\n>>>>>>> c\r\ny",
		"<<<<<<< a\n<<<<<<<<< b\n=========\n>>>>>>>>> c\n=======\n>>>>>>> d", "<<<<<<<\n=======\n=======\n>>>>>>>\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		parts, err := marks.Parse(text)
		if err != nil {
			var at *marks.Error
			if !errors.As(err, &at) || at.Line < 1 || at.Line > strings.Count(string(text), "\n")+1 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		printed := marks.Print(parts, marks.Diff3)
		again, err := marks.Parse(printed)
		if err != nil {
			t.Fatalf("%q, printed %q: %v", text, printed, err)
		}
		for _, side := range []func(*marks.Block) string{marks.Yours, marks.Upstream} {
			if was, is := string(marks.Choose(parts, side)), string(marks.Choose(again, side)); was != is {
				t.Fatalf("%q, printed %q: %q became %q", text, printed, was, is)
			}
		}
	})
}
