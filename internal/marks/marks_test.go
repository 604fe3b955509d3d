package marks_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/merge"
)

// TestPrintAndParse: what is printed is read back, in every style.
func TestPrintAndParse(t *testing.T) {
	block := func(mine, original, updated string) marks.Part {
		return marks.Part{Block: &marks.Block{Texts: [3]string{original, updated, mine}, HasOriginal: true, Names: [3]string{"v1", "v2", "mine: a"}}}
	}
	for name, parts := range map[string][]marks.Part{
		"no block":         {{Text: "a: 1\n"}},
		"nothing":          nil,
		"one":              {{Text: "a: 1\n"}, block("b: 3\n", "b: 1\n", "b: 2\n"), {Text: "c: 1\n"}},
		"beside another":   {block("a: 3\n", "", "a: 2\n"), block("", "b: 1\n", "b: 2\n")},
		"no last end":      {{Text: "a: 1\n"}, block("b: 3", "b: 1", "b: 2")},
		"windows":          {{Text: "a: 1\r\n"}, block("b: 3\r\n", "b: 1\r\n", "b: 2\r\n"), {Text: "c: 1\r\n"}},
		"looks like marks": {{Text: "=======\n"}, block("<<<<<<< x\n", "", ">>>>>>>> x\n"), {Text: "||||||||||| y\n"}},
		"lines in common":  {block("a: 1\nb: 3\nc: 1\n", "", "a: 1\nb: 2\nc: 1\n")},
	} {
		for _, style := range []marks.Style{marks.StyleDefault, marks.Diff3, marks.ZDiff3, marks.Merge} {
			t.Run(name+" "+style.String(), func(t *testing.T) {
				text := marks.Print(parts, style)
				read, err := marks.Parse(text)
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				for _, side := range []merge.Side{merge.Dest, merge.Updated} {
					if got, want := string(marks.Take(read, side)), string(marks.Take(parts, side)); got != want {
						t.Errorf("got\n%s\nwant\n%s\nof\n%s", got, want, text)
					}
				}
				marked := len(parts) > 1 || name == "lines in common"
				if refused := marks.Refuse(text) != nil; refused != marked {
					t.Errorf("refused: %v\n%s", refused, text)
				}
			})
		}
	}
}

// TestRefuse: which texts have marks, and where the first one is.
func TestRefuse(t *testing.T) {
	for text, line := range map[string]int{
		"":                         0,
		"<<<<<<< HEAD\n":           0,
		">>>>>>> x\n<<<<<<< y\n":   0,
		"<<<<<<< a\n>>>>>>>> b\n":  0,
		"<<<<<<<a\n>>>>>>>b\n":     0,
		" <<<<<<< a\n >>>>>>> b\n": 0,
		"<<<<<< a\n>>>>>> b\n":     0,
		"x\n<<<<<<< a\n>>>>>>> b":  2,
		"<<<<<<<\r\n>>>>>>>\r\n":   1,
		"<<<<<<< a\n<<<<<<<<< b\n<<<<<<<<< c\n>>>>>>>>> d\n": 2,
		"k: |\n  x\n<<<<<<< a\n=======\n>>>>>>> b\n":         3,
	} {
		err := marks.Refuse([]byte(text))
		if (err != nil) != (line > 0) || err != nil && !strings.HasPrefix(err.Error(), fmt.Sprintf("line %d: ", line)) {
			t.Errorf("%q: got %v, want line %d", text, err, line)
		}
	}
}

// TestFindBelowText: a place below a plain string is not there, and looking for it ends; one in a document in a text is.
func TestFindBelowText(t *testing.T) {
	side, err := marks.ReadSide([]byte("a: text\nb: |\n  c: {d: 1}\n"), "a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{"a.b": false, "a.b.c": false, "b": true, "b.c.d": true, "b.c.e": false} {
		at, ok := merge.ParsePath(path)
		if found := side.Find("", at); !ok || found.Value != nil != want {
			t.Errorf("%s: found %+v", path, found)
		}
	}
}

// TestMutated: whatever happens to one mark of a block is an error with a line of the
// text, and never another reading. What original has is left out here: without its mark
// nobody can tell that it was shown.
func TestMutated(t *testing.T) {
	block := func(mine, updated string) marks.Part {
		return marks.Part{Block: &marks.Block{Texts: [3]string{merge.Updated: updated, merge.Dest: mine}, Names: [3]string{merge.Updated: "v2", merge.Dest: "mine: a"}}}
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
				if err == nil || !strings.HasPrefix(err.Error(), "line ") {
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
			if !strings.HasPrefix(err.Error(), "line ") {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		printed := marks.Print(parts, marks.Diff3)
		again, err := marks.Parse(printed)
		if err != nil {
			t.Fatalf("%q, printed %q: %v", text, printed, err)
		}
		for _, side := range []merge.Side{merge.Dest, merge.Updated} {
			if was, is := string(marks.Take(parts, side)), string(marks.Take(again, side)); was != is {
				t.Fatalf("%q, printed %q: %q became %q", text, printed, was, is)
			}
		}
	})
}
