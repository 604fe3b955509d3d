package resolve

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/paint"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// view is what a version has, as lines for people; nil for one that has nothing.
type view []viewed

// viewed is a line, and what is known of it.
type viewed struct {
	words  []word
	indent int
	shown  bool
}

// word is a word of a line; differs: another version has it otherwise.
type word struct {
	text    string
	differs bool
}

func (v view) none() bool { return v == nil }

// viewOf is a value as YAML, without comments; nil for none.
func viewOf(n *yaml.Node) view {
	if node.Target(n) == nil {
		return nil
	}
	return textView(phrase.YAML(phrase.JSON(n)))
}

// rawView is the text of a file; nil for none.
func rawView(n *yaml.Node) view {
	if n = node.Target(n); n == nil {
		return nil
	}
	return textView(n.Value)
}

// textView is a text.
func textView(text string) view {
	v := view{}
	for line := range strings.Lines(text) {
		line = printable.Line(strings.TrimSuffix(line, "\n"))
		l := viewed{indent: len(line) - len(strings.TrimLeft(line, " "))}
		for _, text := range diff.Words(line) {
			l.words = append(l.words, word{text: text})
		}
		v = append(v, l)
	}
	return v
}

// texts are the lines as they are compared.
func (v view) texts() []string {
	all := make([]string, len(v))
	for i, l := range v {
		for _, w := range l.words {
			all[i] += w.text
		}
	}
	return all
}

// compare finds what is shown of the versions: the lines in which they differ, with those
// around, and in them the words. Original is compared with both others, which are compared
// with each other where there is no original. It reports whether there is a difference to
// be seen. The cost is that of a diff.
func compare(versions [3]view) (differ bool) {
	there := slices.DeleteFunc(versions[:], view.none)
	if len(there) == 0 {
		return false
	}
	base, others := there[0], [2]view{there[0], there[0]}
	copy(others[:], there[1:])
	var pairs [2][][2]int
	lines := base.texts()
	for i, other := range others {
		pairs[i] = diff.Match(lines, other.texts())
		if i+1 < len(there) {
			differ = mark(base, other, pairs[i]) || differ
		}
	}
	for _, h := range diff.Hunks(pairs[0], pairs[1], len(base), len(others[0]), len(others[1])) {
		base.show(h.Original)
		others[0].show(h.Updated)
		others[1].show(h.Dest)
	}
	return differ || len(there) == 1
}

// mark marks the words that two versions have otherwise, and reports whether there are any.
func mark(a, b view, pairs [][2]int) (differ bool) {
	for _, h := range diff.Hunks(pairs, pairs, len(a), len(b), len(b)) {
		inA, textsA := a.words(h.Original)
		inB, textsB := b.words(h.Updated)
		unlikeA, unlikeB := diff.Unlike(textsA, textsB)
		unlike := slices.Concat(unlikeA, unlikeB)
		for i, w := range slices.Concat(inA, inB) {
			w.differs = w.differs || unlike[i] && strings.TrimSpace(w.text) != ""
			differ = true
		}
	}
	return differ
}

// words are the words of some lines.
func (v view) words(of diff.Span) (all []*word, texts []string) {
	for _, l := range v[of.From:of.To] {
		for i := range l.words {
			all, texts = append(all, &l.words[i]), append(texts, l.words[i].text)
		}
	}
	return all, texts
}

// show has a stretch of lines shown, with one before and one behind it, and the lines that
// these are inside of.
func (v view) show(of diff.Span) {
	for i := max(0, of.From-1); i < min(len(v), of.To+1); i++ {
		v[i].shown = true
		for at, indent := i-1, v[i].indent; at >= 0 && indent > 0; at-- {
			if v[at].indent < indent && len(v[at].words) > 0 {
				if v[at].shown {
					break
				}
				v[at].shown, indent = true, v[at].indent
			}
		}
	}
}

// rows are the lines that are shown, or all, with the words that differ in a style.
func (v view) rows(all bool, style, quiet paint.Style) (rows []string) {
	const most = 16
	folded := false
	for i, l := range v {
		alone := (i == 0 || v[i-1].shown) && (i == len(v)-1 || v[i+1].shown)
		switch {
		case len(rows) == most:
			return append(rows, quiet.Sprint(fmt.Sprintf("… %d more lines", len(v)-i)))
		case all || l.shown || alone:
			rows, folded = append(rows, painted(l.cut(), style)), false
		case !folded:
			rows, folded = append(rows, quiet.Sprint("…")), true
		}
	}
	return rows
}

// cut is a line as it is shown: of a long one, what is around the first word that differs.
func (l *viewed) cut() []word {
	const longest, before = 120, 16
	length := 0
	for _, w := range l.words {
		length += utf8.RuneCountInString(w.text)
	}
	if length <= longest {
		return l.words
	}
	first := max(0, slices.IndexFunc(l.words, func(w word) bool { return w.differs }))
	for room := before; first > 0; first-- {
		if room -= utf8.RuneCountInString(l.words[first-1].text); room < 0 {
			break
		}
	}
	var cut []word
	if first > 0 {
		cut = append(cut, word{text: "…"})
	}
	room := longest
	for i := first; i < len(l.words) && room > 0; i++ {
		cut = append(cut, word{phrase.Cut(l.words[i].text, room), l.words[i].differs})
		if room -= utf8.RuneCountInString(l.words[i].text); room == 0 && i < len(l.words)-1 {
			cut = append(cut, word{text: "…"})
		}
	}
	return cut
}

// painted is a line with the words that differ in that style.
func painted(words []word, style paint.Style) string {
	var b strings.Builder
	for i := 0; i < len(words); {
		// Words side by side are painted together, with the spaces between them.
		text, differs := "", words[i].differs
		for ; i < len(words) && (words[i].differs == differs || differs && i+1 < len(words) && words[i+1].differs && strings.TrimSpace(words[i].text) == ""); i++ {
			text += words[i].text
		}
		if differs {
			text = style.Sprint(text)
		}
		b.WriteString(text)
	}
	return b.String()
}
