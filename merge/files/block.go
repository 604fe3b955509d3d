package files

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// edit puts other lines in place of those from one place to in front of another.
type edit struct {
	from, to int
	lines    []string
	// at is where the lines stand in the other text.
	at int
}

// editsOf are the edits that make one text of another.
func editsOf(a, b []string) []edit {
	var edits []edit
	i, j := 0, 0
	for _, p := range append(diff.Match(a, b), [2]int{len(a), len(b)}) {
		if p[0] > i || p[1] > j {
			edits = append(edits, edit{i, p[0], b[j:p[1]], j})
		}
		i, j = p[0]+1, p[1]+1
	}
	return edits
}

// blocks are the places of a file where somebody has to choose: mine is the file with dest's
// values everywhere, updated that with updated's.
type blocks struct {
	mine, updated []string
	// edits make updated of mine, originals what original has.
	edits, originals []edit
	knowsOriginal    bool
	list             []block
}

// block is one of them: some lines of mine, and what stands in their place. Original is nil
// where what original has is not known.
type block struct {
	from, to          int
	updated, original []string
	questions         []*resource.Conflict
	// of are the edits that make updated of mine there.
	of []edit
}

// newBlocks takes a file apart at the places of questions; original is the file with what
// original has there, nil if that is not known. It gives the questions that no line is about.
// The cost is that of two diffs, and of parsing three texts and a mixture of them.
func newBlocks(name string, questions []*resource.Conflict, mine, updated, original []string) (b *blocks, unplaced []*resource.Conflict) {
	here, there := placesIn(mine, name, questions), placesIn(updated, name, questions)
	b = &blocks{mine: mine, updated: updated, edits: split(editsOf(mine, updated), here, there), knowsOriginal: original != nil}
	b.originals = editsOf(mine, original)
	first, behind := make([]int, len(questions)), make([]int, len(questions))
	var order []int
	for q := range questions {
		if first[q], behind[q] = b.editsOver(here[q], there[q]); first[q] < behind[q] {
			order = append(order, q)
		} else {
			unplaced = append(unplaced, questions[q])
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(first[x], first[y]) })
	var starts []int // of the blocks among the edits
	end, covered := 0, 0
	for _, q := range order {
		if n := len(b.list) - 1; n >= 0 && first[q] < end {
			b.list[n].questions = append(b.list[n].questions, questions[q])
		} else {
			b.list = append(b.list, block{questions: []*resource.Conflict{questions[q]}})
			starts, end = append(starts, first[q]), first[q]
		}
		covered += max(0, behind[q]-end)
		end = max(end, behind[q])
	}
	if covered < len(b.edits) && len(unplaced) > 0 {
		b.asOne(questions)
		return b, nil
	}
	for i := range b.list {
		// What is between two blocks goes with the first, what is in front of all with that.
		from, to := starts[i]*min(i, 1), len(b.edits)
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		b.list[i].of = b.edits[from:to]
		b.fill(&b.list[i])
	}
	if b.knowsOriginal && slices.ContainsFunc(b.list, func(k block) bool { return k.original == nil }) {
		b.originals = split(b.originals, here, placesIn(original, name, questions))
		for i := range b.list {
			b.fill(&b.list[i])
		}
	}
	if !b.mixes(name, questions, here, there) {
		var placed []*resource.Conflict
		for _, k := range b.list {
			placed = append(placed, k.questions...)
		}
		b.asOne(placed)
	}
	return b, unplaced
}

// editsOver are the edits that touch the lines of a place in one of the two texts: the first, and
// what follows the last.
func (b *blocks) editsOver(here, there marks.Place) (first, behind int) {
	first = len(b.edits)
	in := func(p marks.Place, lines func(e edit) (from, to int)) {
		begin := sort.Search(len(b.edits), func(i int) bool { _, to := lines(b.edits[i]); return to > p.From })
		end := sort.Search(len(b.edits), func(i int) bool { from, _ := lines(b.edits[i]); return from >= p.To })
		if begin < end {
			first, behind = min(first, begin), max(behind, end)
		}
	}
	in(here, func(e edit) (from, to int) { return e.from, e.to })
	in(there, func(e edit) (from, to int) { return e.at, e.at + len(e.lines) })
	return first, behind
}

// placesIn finds the places of questions in a text; none if it cannot be parsed.
func placesIn(text []string, name string, questions []*resource.Conflict) []marks.Place {
	places := make([]marks.Place, len(questions))
	if side, err := marks.ReadSide([]byte(strings.Join(text, "")), name); err == nil {
		for i, c := range questions {
			of := c.At()
			places[i] = side.Find(of.Called(), c.Path)
		}
	}
	return places
}

// split cuts edits where the place of another question begins on both sides, so that lines
// that stand side by side are asked about one by one.
func split(edits []edit, here, there []marks.Place) []edit {
	type start struct{ here, there int }
	var starts []start
	for i := range here {
		if here[i].Value != nil && there[i].Value != nil {
			starts = append(starts, start{here[i].From, there[i].From})
		}
	}
	slices.SortFunc(starts, func(a, b start) int { return cmp.Or(cmp.Compare(a.here, b.here), cmp.Compare(a.there, b.there)) })
	var all []edit
	next := 0
	for _, e := range edits {
		for ; next < len(starts) && starts[next].here < e.to; next++ {
			s := starts[next]
			if s.here <= e.from || s.there <= e.at || s.there >= e.at+len(e.lines) {
				continue
			}
			n := s.there - e.at
			all = append(all, edit{e.from, s.here, e.lines[:n], e.at})
			e = edit{s.here, e.to, e.lines[n:], s.there}
		}
		all = append(all, e)
	}
	return all
}

// fill gives a block its lines, by its edits and by those that make original of mine.
func (b *blocks) fill(k *block) {
	k.from, k.to = k.of[0].from, k.of[len(k.of)-1].to
	k.updated, _ = edited(b.mine, k.from, k.to, k.of)
	if !b.knowsOriginal {
		return
	}
	original, ok := edited(b.mine, k.from, k.to, b.originals)
	same := slices.Equal(original, b.mine[k.from:k.to])
	if !ok || same && slices.ContainsFunc(k.questions, func(c *resource.Conflict) bool { return !merge.Equal(c.Original, c.Dest) }) {
		return
	}
	k.original = append([]string{}, original...)
}

// edited are the lines of a stretch of a text after edits, and whether all edits that
// touch it lie in it. Edits elsewhere do not count.
func edited(text []string, from, to int, edits []edit) (lines []string, ok bool) {
	ok = true
	at := from
	for _, e := range edits {
		switch {
		case e.from >= from && e.to <= to:
			lines = append(append(lines, text[at:e.from]...), e.lines...)
			at = e.to
		case e.from < to && e.to > from:
			ok = false
		}
	}
	return append(lines, text[at:to]...), ok
}

// newLineBlocks is newBlocks for a file without documents: a question is about all of it, or about
// lines that both sides changed, which stand where it says.
func newLineBlocks(_ string, questions []*resource.Conflict, mine, updated, original []string) (b *blocks, unplaced []*resource.Conflict) {
	b = &blocks{mine: mine, updated: updated, edits: editsOf(mine, updated), originals: editsOf(mine, original), knowsOriginal: original != nil}
	if len(questions[0].Path) == 0 {
		b.asOne(questions)
		return b, nil
	}
	has := func(n *yaml.Node) []string {
		if n == nil {
			return []string{}
		}
		return diff.Lines(n.Value)
	}
	for i, c := range questions {
		from := c.Line - 1
		b.list = append(b.list, block{from: from, to: from + len(has(c.Dest)), updated: has(c.Updated), original: has(c.Original), questions: questions[i : i+1]})
	}
	return b, nil
}

// asOne makes one block of all.
func (b *blocks) asOne(questions []*resource.Conflict) {
	b.list = nil
	if len(b.edits) > 0 {
		b.list = []block{{questions: questions, of: b.edits}}
		b.fill(&b.list[0])
	}
}

// mixes reports whether any answers fit together, as far as one mixture shows, every other
// block for updated: it can be read, and has at each place what its answer takes.
func (b *blocks) mixes(name string, questions []*resource.Conflict, here, there []marks.Place) bool {
	if len(b.list) < 2 {
		return true
	}
	var edits []edit
	want, index := map[*resource.Conflict]*yaml.Node{}, map[*resource.Conflict]int{}
	for i, q := range questions {
		want[q], index[q] = here[i].Value, i
	}
	for i := 0; i < len(b.list); i += 2 {
		edits = append(edits, b.list[i].of...)
		for _, q := range b.list[i].questions {
			want[q] = there[index[q]].Value
		}
	}
	text, _ := edited(b.mine, 0, len(b.mine), edits)
	for i, p := range placesIn(text, name, questions) {
		if !merge.Equal(p.Value, want[questions[i]]) {
			return false
		}
	}
	return true
}

// parts takes the file apart at its blocks.
func (b *blocks) parts(opts Marks) []marks.Part {
	var parts []marks.Part
	plain := func(lines []string) {
		if len(lines) > 0 {
			parts = append(parts, marks.Part{Text: strings.Join(lines, "")})
		}
	}
	at := 0
	for _, k := range b.list {
		plain(b.mine[at:k.from])
		at = k.to
		names := [3]string{phrase.Original, phrase.Updated, phrase.Dest}
		for side := range names {
			names[side] = cmp.Or(opts.Names[side], names[side])
		}
		names[merge.Dest] += ": " + marks.Label(k.questions)
		texts := [3]string{strings.Join(k.original, ""), strings.Join(k.updated, ""), strings.Join(b.mine[k.from:k.to], "")}
		parts = append(parts, marks.Part{Block: &marks.Block{Size: opts.Size, Texts: texts, HasOriginal: k.original != nil, Names: names}})
	}
	plain(b.mine[at:])
	return parts
}
