package source

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/slow"
)

// A comment below a block scalar comes, goes and changes, whatever the scalar does with the blank lines at its end and whatever follows.
func TestCommentsBelowText(t *testing.T) {
	cases := 0
	for i, pair := range textsAndComments() {
		if !slow.Wanted && i%7 > 0 {
			continue
		}
		without, with := pair[0], pair[1]
		changed := strings.ReplaceAll(with, "# c", "# e")
		for _, change := range [][2]string{{without, with}, {with, without}, {with, changed}} {
			before, after := variants([]byte(change[0])), variants([]byte(change[1]))
			for i := range before {
				if holdTheSame(before[i].text, after[i].text) {
					printsBelow(t, before[i].text, after[i].text)
					cases++
				}
			}
		}
	}
	if cases < 10_000 && slow.Wanted || cases < 1000 {
		t.Errorf("only %d cases", cases)
	}
}

// textsAndComments are documents with a block scalar, without and with comments below
// it.
func textsAndComments() (pairs [][2]string) {
	for _, at := range []struct {
		lead  string
		below []string
	}{
		{"k: ", []string{"", "...\n", "---\nz: 1\n", "b: 1\n", "\n# h\nb: 1\n"}},
		{"- ", []string{"", "---\n- 1\n", "- 1\n", "# h\n- 1\n"}},
		{"k:\n- m: 1\n  n: ", []string{"", "b: 1\n"}},
		{"z: 1\n---\nk:\n  n: ", []string{"", "  # h\nb: 1\n"}},
	} {
		for _, header := range []string{"|", "|-", "|+", ">+", "|2+"} {
			for _, blank := range []string{"", "\n", "\n\n", "\n  \n"} {
				text := at.lead + header + "\n    x\n" + blank
				for _, comment := range []string{"# c\n", "\n# c\n", "# c\n\n", "# c\n\n# d\n"} {
					for _, below := range at.below {
						pairs = append(pairs, [2]string{text + below, text + comment + below})
					}
				}
			}
		}
	}
	return pairs
}

// printsBelow prints a text into another of the same values.
func printsBelow(t *testing.T, before, after []byte) {
	t.Helper()
	out, _ := printInto(t, before, after)
	if !holdTheSame(out, after) {
		t.Errorf("another value: %q\nbefore: %q\nafter: %q", out, before, after)
	}
	if diff := cmp.Diff(commentsOf(t, after), commentsOf(t, out)); diff != "" {
		t.Errorf("%s\nbefore: %q\nafter: %q", diff, before, after)
	}
}

// commentsOf gives the comment lines of a stream, sorted: the library changes their
// order with the line breaks.
func commentsOf(t *testing.T, text []byte) (all []string) {
	t.Helper()
	for _, d := range parsed(t, text) {
		all = append(all, appendComments(nil, d)...)
	}
	slices.Sort(all)
	return all
}

// A document that is one value, and no block of entries, is not left as it is where
// only its comments differ.
func TestCommentsOfRoot(t *testing.T) {
	for _, root := range []string{"x", "{a: 1}", "[]"} {
		for _, form := range []string{"# c\n%s\n", "%s # c\n", "%s\n# c\n", "# d\n%s # c\n"} {
			with, without := []byte(fmt.Sprintf(form, root)), []byte(root+"\n")
			for _, change := range [][2][]byte{{without, with}, {with, without}} {
				out, _ := printInto(t, change[0], change[1])
				if diff := cmp.Diff(commentsOf(t, change[1]), commentsOf(t, out)); diff != "" {
					t.Errorf("%q into %q gave %q", change[1], change[0], out)
				}
			}
		}
	}
}

// holdTheSame reports whether two texts hold the same documents.
func holdTheSame(a, b []byte) bool {
	docs, err := Parse(a)
	return err == nil && checkStream(b, changes(docs)) == nil
}
