package marks_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/merge"
)

// TestPrintAndParse: what is printed is read back, in every style.
func TestPrintAndParse(t *testing.T) {
	block := func(mine, original, updated string) marks.Part {
		return marks.Part{Block: &marks.Block{Yours: mine, Original: original, Upstream: updated, HasOriginal: true, Names: marks.Names{Yours: "mine: a", Original: "v1", Upstream: "v2"}}}
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
				for _, side := range []func(*marks.Block) string{marks.Yours, marks.Upstream} {
					if got, want := string(marks.Choose(read, side)), string(marks.Choose(parts, side)); got != want {
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
		var at *marks.Error
		if errors.As(err, &at); at == nil && line > 0 || at != nil && at.Line != line {
			t.Errorf("%q: got %v, want line %d", text, err, line)
		}
	}
}

// TestDamaged: a damaged mark is an error with its line.
func TestDamaged(t *testing.T) {
	const whole = "a\n<<<<<<< x\n1\n||||||| y\n2\n=======\n3\n>>>>>>> z\nb\n"
	if _, err := marks.Parse([]byte(whole)); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(whole, "\n")
	without := func(i int) string { return strings.Join(append(append([]string{}, lines[:i]...), lines[i+1:]...), "") }
	twice := func(i int) string { return strings.Join(append(append([]string{}, lines[:i+1]...), lines[i:]...), "") }
	for text, line := range map[string]int{
		without(1): 7, without(5): 7, without(7): 2,
		twice(1): 3, twice(3): 5, twice(5): 7, twice(7): 9,
		strings.Replace(whole, "=======", "========", 1): 8,
	} {
		_, err := marks.Parse([]byte(text))
		var at *marks.Error
		if !errors.As(err, &at) || at.Line != line {
			t.Errorf("got %v, want line %d of\n%s", err, line, text)
		}
	}
	if _, err := marks.Parse([]byte(without(3))); err != nil {
		t.Errorf("without original: %v", err)
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
