package files

import (
	"slices"
	"strings"

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
}

// editsOf are the edits that make one text of another.
func editsOf(a, b []string) []edit {
	var edits []edit
	i, j := 0, 0
	for _, p := range append(diff.Match(a, b), [2]int{len(a), len(b)}) {
		if p[0] > i || p[1] > j {
			edits = append(edits, edit{i, p[0], b[j:p[1]]})
		}
		i, j = p[0]+1, p[1]+1
	}
	return edits
}

// linesOf are the lines of a text, with their ends.
func linesOf(data []byte) []string { return slices.Collect(strings.Lines(string(data))) }

// blocks are the places of a file where somebody has to choose.
type blocks struct {
	// mine is the file with dest's values, updated that with updated's, original that
	// with original's, nil if that is unknown; the edits lead from mine to the others.
	mine, updated, original []string
	toUpdated, toOriginal   []edit
	list                    []block
}

// block is one of them: some lines of mine, and what stands in their place.
type block struct {
	from, to          int
	updated, original []string
	hasOriginal       bool
	questions         []*question
}

// add adds the block of one question: all that its answer changes.
func (b *blocks) add(q *question) {
	k := block{from: q.updated[0].from, to: q.updated[len(q.updated)-1].to, questions: []*question{q}}
	k.updated, _ = edited(b.mine, k.from, k.to, q.updated)
	if q.hasOriginal {
		k.original, k.hasOriginal = edited(b.mine, k.from, k.to, q.original)
	}
	b.list = append(b.list, k)
}

// addStretch adds a part of a file merged by lines, and its block if both sides changed it.
func (b *blocks) addStretch(s merge.Stretch, c *resource.Conflict) {
	mine, updated, original := linesOf([]byte(s.Dest)), linesOf([]byte(s.Updated)), linesOf([]byte(s.Original))
	from := len(b.mine)
	b.mine, b.updated, b.original = append(b.mine, mine...), append(b.updated, updated...), append(b.original, original...)
	if s.Open() {
		b.list = append(b.list, block{from, len(b.mine), updated, original, true, []*question{{conflict: c}}})
	}
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

// unite makes one block of those that overlap, and of those with the lines around them
// that are changed only if all is answered.
func (b *blocks) unite() {
	for {
		slices.SortStableFunc(b.list, func(x, y block) int {
			if x.from != y.from {
				return x.from - y.from
			}
			return x.to - y.to
		})
		var united []block
		for _, k := range b.list {
			if n := len(united); n > 0 && united[n-1].meets(k) {
				last := &united[n-1]
				last.to = max(last.to, k.to)
				last.questions = append(last.questions[:len(last.questions):len(last.questions)], k.questions...)
				continue
			}
			united = append(united, k)
		}
		b.list = united
		if !b.widen() {
			break
		}
	}
	for i := range b.list {
		if k := &b.list[i]; len(k.questions) > 1 {
			b.fill(k)
		}
	}
}

// meets reports whether the block behind has lines or its place in common.
func (k block) meets(behind block) bool {
	return behind.from < k.to || behind.from == k.from && behind.to == k.to
}

// widen widens blocks of several questions to all that changes at their edges.
func (b *blocks) widen() (changed bool) {
	for i := range b.list {
		k := &b.list[i]
		if len(k.questions) < 2 {
			continue
		}
		for _, e := range b.toUpdated {
			if e.from <= k.to && e.to >= k.from && (e.from < k.from || e.to > k.to) {
				k.from, k.to, changed = min(k.from, e.from), max(k.to, e.to), true
			}
		}
	}
	return changed
}

// fill has what stands in the place of a block of several questions.
func (b *blocks) fill(k *block) {
	k.updated, _ = edited(b.mine, k.from, k.to, b.toUpdated)
	k.original, k.hasOriginal = nil, false
	if b.original != nil {
		k.original, k.hasOriginal = edited(b.mine, k.from, k.to, b.toOriginal)
	}
}

// asOne makes one block of all.
func (b *blocks) asOne() {
	if len(b.list) == 0 || len(b.toUpdated) == 0 {
		return
	}
	one := block{from: b.toUpdated[0].from, to: b.toUpdated[len(b.toUpdated)-1].to}
	for i := range b.list {
		one.questions = append(one.questions, b.list[i].questions...)
	}
	b.fill(&one)
	b.list = []block{one}
}

// text is the file with some blocks answered for updated.
func (b *blocks) text(chosen func(i int) bool) []string {
	var edits []edit
	for i, k := range b.list {
		if chosen(i) {
			edits = append(edits, edit{k.from, k.to, k.updated})
		}
	}
	lines, _ := edited(b.mine, 0, len(b.mine), edits)
	return lines
}

// label is what the block asks about.
func (k *block) label() string {
	conflicts := make([]*resource.Conflict, len(k.questions))
	for i, q := range k.questions {
		conflicts[i] = q.conflict
	}
	return phrase.Label(conflicts)
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
		names := opts.names()
		names.Yours += ": " + k.label()
		parts = append(parts, marks.Part{Block: &marks.Block{
			Size: opts.Size, Yours: strings.Join(b.mine[k.from:k.to], ""), Upstream: strings.Join(k.updated, ""),
			Original: strings.Join(k.original, ""), HasOriginal: k.hasOriginal, Names: names,
		}})
	}
	plain(b.mine[at:])
	return parts
}
