package lines_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/lines"
	"github.com/krm-merge/krm-merge/merge"
)

// TestStretches: taken apart, a merge by lines is what a merge gives for either winner;
// what is open neither begins nor ends alike on both sides, and has the same name whatever
// stands around it.
func TestStretches(t *testing.T) {
	opened := 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 21))
		text := func(lines []string) string {
			return strings.Join(lines, "\n") + []string{"\n", "\n", ""}[r.IntN(3)]
		}
		line := func() string { return fmt.Sprint("line ", r.IntN(8)) }
		if seed%2 == 1 {
			line = func() string { return fmt.Sprintf("name%d=%d", r.IntN(20), r.IntN(3)) }
		}
		var words []string
		for range r.IntN(14) {
			words = append(words, line())
		}
		edited := func() string {
			changed := slices.Clone(words)
			for range r.IntN(5) {
				at := r.IntN(len(changed) + 1)
				changed = slices.Replace(changed, at, min(len(changed), at+r.IntN(3)), line())
			}
			return text(changed)
		}
		o, u, d := text(words), edited(), edited()
		all := lines.Stretches(o, u, d)
		paths := lines.Paths(all)
		var theirs, ours string
		var mine []string
		for i, s := range all {
			theirs, ours = theirs+s.Updated, ours+s.Dest
			if (paths[i] != nil) != s.Open() {
				t.Errorf("%q %q %q: %+v has the name %s", o, u, d, s, paths[i])
			}
			if !s.Open() {
				continue
			}
			opened++
			if mine = append(mine, s.Dest); !s.Is(paths[i]) || s.Updated != "" && s.Dest != "" && sameEnds(s.Updated, s.Dest) {
				t.Errorf("%q %q %q: %+v is %s", o, u, d, s, paths[i])
			}
			if again, ok := merge.ParsePath(paths[i].String()); !ok || again.String() != paths[i].String() || !lines.IsPath(paths[i].String()) {
				t.Errorf("%s is read as %s", paths[i], again)
			}
		}
		if m := diff.Texts(o, u, d); theirs != m.Text(true) || ours != m.Text(false) || m.Open() && len(mine) == 0 {
			t.Errorf("%q %q %q: %q and %q", o, u, d, theirs, ours)
		}
		const near, far = "# near\n# nearer\n# nearest\n", "# far away\n"
		var is, moved []string
		for _, at := range lines.Paths(lines.Stretches(near+o, near+u, near+d)) {
			is = append(is, at.String())
		}
		for _, at := range lines.Paths(lines.Stretches(far+near+o, far+near+u, far+near+d)) {
			moved = append(moved, at.String())
		}
		empty := func(name string) bool { return name == "" }
		if is, moved = slices.DeleteFunc(is, empty), slices.DeleteFunc(moved, empty); !slices.Equal(is, moved) {
			t.Errorf("%q %q %q: %s, and behind another line %s", o, u, d, is, moved)
		}
	}
	if opened < 500 {
		t.Errorf("only %d places", opened)
	}
	const copies = "a\na\na\n1\na\na\na\n1\na\na\na\n"
	places := lines.Paths(lines.Stretches(copies, strings.ReplaceAll(copies, "1", "2"), strings.ReplaceAll(copies, "1", "3")))
	if first, second := places[1].String(), places[3].String(); second != strings.Replace(first, "#=1/2", "#=2/2", 1) || second == first {
		t.Errorf("the same change at two places is %s and %s", first, second)
	}
}

// sameEnds reports whether two texts begin or end with the same line.
func sameEnds(a, b string) bool {
	x, y := strings.SplitAfter(strings.TrimSuffix(a, "\n"), "\n"), strings.SplitAfter(strings.TrimSuffix(b, "\n"), "\n")
	return strings.HasSuffix(a, "\n") == strings.HasSuffix(b, "\n") && (x[0] == y[0] && len(x) > 1 && len(y) > 1 || x[len(x)-1] == y[len(y)-1])
}
