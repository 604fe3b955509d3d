package resolve

import (
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// view is what a version has, as lines for people.
type view struct {
	// there: the version has something.
	there bool
	lines []viewed
	// around is for each line the one that it is inside of, -1 for none.
	around []int
	// rows are what is shown.
	rows []row
}

// viewed is a line, and what is known of it.
type viewed struct {
	words []string
	// differs says which words another version has otherwise.
	differs []bool
	shown   bool
}

// row is a line that is shown; one that stands for lines which are not has no words.
type row struct {
	words   []string
	differs []bool
	// more is how many lines are left out at the end.
	more int
}

// viewOf is a value as YAML, without comments; nil for none.
func viewOf(n *yaml.Node) view {
	if node.Target(n) == nil {
		return view{}
	}
	return textView(phrase.YAML(phrase.JSON(n)))
}

// textView is a text.
func textView(text string) view {
	v := view{there: true}
	for line := range strings.Lines(text) {
		words := diff.Words(printable.Line(strings.TrimSuffix(line, "\n")))
		v.lines = append(v.lines, viewed{words: words, differs: make([]bool, len(words))})
	}
	v.nest()
	return v
}

// nest finds the line around each.
func (v *view) nest() {
	v.around = make([]int, len(v.lines))
	var open []int
	indent := make([]int, len(v.lines))
	for i, l := range v.lines {
		v.around[i] = -1
		if len(l.words) == 0 {
			continue
		}
		if strings.TrimSpace(l.words[0]) == "" {
			indent[i] = len(l.words[0])
		}
		for len(open) > 0 && indent[open[len(open)-1]] >= indent[i] {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			v.around[i] = open[len(open)-1]
		}
		open = append(open, i)
	}
}

// texts are the lines as they are compared.
func (v *view) texts() []string {
	all := make([]string, len(v.lines))
	for i, l := range v.lines {
		all[i] = strings.Join(l.words, "")
	}
	return all
}

// compare finds what is shown of the versions: the lines in which they differ, with those
// around, and in them the words. Original is compared with both others, which are compared
// with each other where there is no original. It reports whether there is a difference to
// be seen. The cost is that of a diff.
func compare(original, updated, dest *view) (differ bool) {
	var there []*view
	for _, v := range []*view{original, updated, dest} {
		if v.there {
			there = append(there, v)
		}
	}
	if len(there) == 0 {
		return false
	}
	base, others := there[0], [2]*view{there[0], there[0]}
	copy(others[:], there[1:])
	var pairs [2][][2]int
	lines := base.texts()
	for i, other := range others {
		pairs[i] = diff.Match(lines, other.texts())
		if other != base {
			differ = mark(base, other, pairs[i]) || differ
		}
	}
	const few = 8
	all := len(there) == 1 || !slices.ContainsFunc(there, func(v *view) bool { return len(v.lines) > few })
	for _, h := range diff.Hunks(pairs[0], pairs[1], len(base.lines), len(others[0].lines), len(others[1].lines)) {
		base.show(h.Original)
		for i, span := range []diff.Span{h.Updated, h.Dest} {
			if others[i] != base {
				others[i].show(span)
			}
		}
	}
	for _, v := range there {
		v.cut(all)
	}
	return differ || len(there) == 1
}

// mark marks the words that two versions have otherwise, and reports whether there are any.
func mark(a, b *view, pairs [][2]int) (differ bool) {
	for _, h := range diff.Hunks(pairs, pairs, len(a.lines), len(b.lines), len(b.lines)) {
		x, y := a.wordsOf(h.Original), b.wordsOf(h.Updated)
		inA, inB := diff.Unlike(x.texts, y.texts)
		x.differ(inA)
		y.differ(inB)
		differ = differ || len(x.at)+len(y.at) > 0
	}
	return differ
}

// stretch are the words of some lines, and where it is noted that they differ.
type stretch struct {
	texts []string
	at    []*bool
}

func (v *view) wordsOf(of diff.Span) stretch {
	var s stretch
	for i := of.From; i < of.To; i++ {
		l := &v.lines[i]
		for k, word := range l.words {
			s.texts, s.at = append(s.texts, word), append(s.at, &l.differs[k])
		}
	}
	return s
}

// differ marks words that the other version does not have.
func (s *stretch) differ(unlike []bool) {
	for i, at := range s.at {
		*at = *at || unlike[i] && strings.TrimSpace(s.texts[i]) != ""
	}
}

// show has a stretch of lines shown, with one before and one behind it, and the lines that
// these are inside of.
func (v *view) show(of diff.Span) {
	for i := max(0, of.From-1); i < min(len(v.lines), of.To+1); i++ {
		for at := i; at >= 0 && !v.lines[at].shown; at = v.around[at] {
			v.lines[at].shown = true
		}
	}
}

// cut makes the rows: of the lines that are shown, or of all.
func (v *view) cut(all bool) {
	const most = 16
	for i, l := range v.lines {
		alone := (i == 0 || v.lines[i-1].shown) && (i == len(v.lines)-1 || v.lines[i+1].shown)
		switch {
		case len(v.rows) == most:
			v.rows = append(v.rows, row{more: len(v.lines) - i})
			return
		case all || l.shown || alone:
			v.rows = append(v.rows, l.row())
		case len(v.rows) == 0 || v.rows[len(v.rows)-1].words != nil:
			v.rows = append(v.rows, row{})
		}
	}
}

// row is a line as it is shown: of a long one, what is around the first word that differs.
func (l *viewed) row() row {
	const longest, before = 120, 16
	r := row{words: l.words, differs: l.differs}
	if r.words == nil {
		r.words = []string{}
	}
	length := 0
	for _, w := range r.words {
		length += utf8.RuneCountInString(w)
	}
	if length <= longest {
		return r
	}
	first := max(0, slices.Index(r.differs, true))
	for room := before; first > 0; first-- {
		if room -= utf8.RuneCountInString(r.words[first-1]); room < 0 {
			break
		}
	}
	cut := row{}
	if first > 0 {
		cut.words, cut.differs = []string{"…"}, []bool{false}
	}
	room := longest
	for i := first; i < len(r.words) && room > 0; i++ {
		cut.words, cut.differs = append(cut.words, phrase.Cut(r.words[i], room)), append(cut.differs, r.differs[i])
		if room -= utf8.RuneCountInString(r.words[i]); room == 0 && i < len(r.words)-1 {
			cut.words, cut.differs = append(cut.words, "…"), append(cut.differs, false)
		}
	}
	return cut
}
