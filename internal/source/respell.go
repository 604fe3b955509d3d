package source

import (
	"slices"
	"strings"
	"unicode"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// A changed document is written by the YAML library as it was and as it shall be. What
// differs between the two, line by line, is changed in the text, which spells the lines of
// the first in its own way: with other white space, on more lines, with blank lines and
// comments between.

// respeller changes a text.
type respeller struct {
	was, is []string
	// kept are comments that stay with nothing that they are about, and how many of each.
	kept map[string]int
	// dest spells was, the others spell is.
	dest   *spelling
	others []*spelling
	out    []string
	// columns are where what the end is in stands, in the lines of the library and here.
	columns []column
	last    int // where the line before begins here
}

// respell gives a text the lines of is for those of was, spelled as one of the other texts
// spells them.
func respell(text, was, is []string, kept map[string]int, others [][]string) []string {
	r := &respeller{was: was, is: is, kept: kept, dest: spelled(was, text)}
	pairs, fresh := refined(was, is, diff.Match(was, is), sameKeyed), slices.Clone(is)
	for _, p := range pairs {
		if was[p[0]] == is[p[1]] {
			fresh[p[1]] = nowhere
		}
	}
	// Lines that stay may stand elsewhere in other texts, and keep those that are new from being found.
	for _, lines := range [][]string{is, fresh} {
		for _, o := range others {
			r.others = append(r.others, spelled(lines, o))
		}
	}
	i, k, t := 0, 0, 0
	for _, p := range pairs {
		if !r.dest.has(p[0]) {
			continue
		}
		at := r.dest.at[p[0]]
		r.between(diff.Hunk{Original: diff.Span{From: i, To: p[0]}, Updated: diff.Span{From: k, To: p[1]}, Dest: diff.Span{From: t, To: at.From}})
		r.write(is[p[1]], r.reworded(p[0], p[1]))
		i, k, t = p[0]+1, p[1]+1, at.To
	}
	r.between(diff.Hunk{Original: diff.Span{From: i, To: len(was)}, Updated: diff.Span{From: k, To: len(is)}, Dest: diff.Span{From: t, To: len(text)}})
	return r.out
}

// sameKeyed pairs lines that give one key different values.
func sameKeyed(was, is []string) [][2]int {
	keys := func(lines []string) []string {
		keys := make([]string, len(lines))
		for i, l := range lines {
			keys[i], _, _ = strings.Cut(l, ": ")
			keys[i] = strings.TrimSuffix(keys[i], ":")
		}
		return keys
	}
	return diff.Match(keys(was), keys(is))
}

// between writes what stands between two lines that stay.
func (r *respeller) between(h diff.Hunk) {
	text := r.dest.text[h.Dest.From:h.Dest.To]
	was, is := r.was[h.Original.From:h.Original.To], r.is[h.Updated.From:h.Updated.To]
	var next []column // of the second line
	if k := h.Updated.To; k < len(r.is) && !isLayout(r.is[k]) {
		next = appendColumns(nil, r.is[k], r.dest.text[h.Dest.To])
	}
	front, behind := diff.CommonEnds(was, is)
	switch {
	case len(was) == 0 && len(is) > 0:
	case front == len(was): // All stays, others come behind it.
		r.out = append(r.out, text...)
		r.add(diff.Span{From: h.Updated.From + front, To: h.Updated.To}, next)
		return
	case behind == len(was):
		r.add(diff.Span{From: h.Updated.From, To: h.Updated.To - behind}, next)
		r.out = append(r.out, text...)
		return
	}
	// The comments above the first entry stay where it goes: they are about the file.
	head := h.Original.From == 0 && len(is) == 0 && !slices.Contains(r.is, was[0]) && !isLayout(was[len(was)-1])
	free := func(i int) bool { return isLayout(text[i]) && (head || !r.dest.used[h.Dest.From+i]) }
	from, to := 0, len(text)
	for from < to && free(from) {
		from++
	}
	for to > from && free(to-1) {
		to--
	}
	if from == to && h.Dest.From > 0 {
		from, to = 0, 0 // What is added stands behind what is above it.
	}
	r.out = append(r.out, text[:from]...)
	for _, l := range text[from:to] {
		if comment := strings.TrimSpace(l); r.kept[comment] > 0 {
			r.kept[comment]--
			r.out = append(r.out, l)
		}
	}
	r.add(h.Updated, next)
	if len(is) == 0 && from < to {
		text, to = r.joined(text[to:]), 0
	}
	r.out = append(r.out, text[to:]...)
}

// joined are the lines behind what goes, without blank lines that would follow others or begin something.
func (r *respeller) joined(lines []string) []string {
	last := ""
	if len(r.out) > 0 {
		last = strings.TrimSpace(r.out[len(r.out)-1])
	}
	for len(lines) > 0 && isSpace(lines[0]) && (last == "" || strings.HasSuffix(last, ":")) {
		lines = lines[1:]
	}
	return lines
}

// add writes lines that are new, as another text spells them.
func (r *respeller) add(span diff.Span, next []column) {
	shift := 0 // How much further right the line before stands here.
	for k := span.From; k < span.To; k++ {
		line := r.is[k]
		lines, o := r.spelled(k)
		switch {
		case o == nil:
		case k > span.From:
			blank, _ := o.blankAbove(k)
			r.out = append(r.out, blank...)
		default:
			shift = r.last - indent(o.lines(k - 1)[0])
		}
		at, known := r.column(line, next)
		if o == nil || !isLayout(line) && (known || !isDash(strings.TrimLeft(line, " "))) {
			shift = at - indent(lines[0])
		}
		r.write(line, moved(lines, shift))
	}
}

// spelled is a line as the first text has it that has it below the line before, and that text, or
// else as the first has it that has it at all.
func (r *respeller) spelled(k int) (lines []string, below *spelling) {
	lines = []string{r.is[k] + "\n"}
	for _, o := range slices.Backward(r.others) {
		if o.has(k) {
			lines = o.lines(k)
		}
	}
	for _, o := range r.others {
		if _, below := o.blankAbove(k); below {
			return o.lines(k), o
		}
	}
	return lines, nil
}

// reworded is how the text spells a line, with what differs exchanged where that can be told.
func (r *respeller) reworded(i, k int) []string {
	lines := r.dest.lines(i)
	as, _ := r.spelled(k)
	if r.was[i] == r.is[k] {
		return lines
	}
	a, b := words(r.was[i]), words(r.is[k])
	front, behind := diff.CommonEnds(a, b)
	for front > 0 && isSpace(strings.Join(a[front:len(a)-behind], "")) {
		front-- // What is added stands behind the word before.
	}
	gone, added := strings.Join(a[front:len(a)-behind], ""), strings.Join(b[front:len(b)-behind], "")
	nth := strings.Count(strings.Join(a[:front], ""), gone) + 1
	if parts := strings.SplitN(strings.Join(lines, ""), gone, nth+1); gone != "" && len(as) == 1 && len(parts) > nth {
		text := strings.Join(parts[:nth], gone) + added + parts[nth]
		if added == "" {
			text = strings.TrimRight(text, " \n") + "\n"
		}
		if slices.Equal(bare([]string{text}), bare(r.is[k:k+1])) {
			return []string{text}
		}
	}
	return moved(as, indent(lines[0])-indent(as[0]))
}

// words takes a line apart: words with the numbers and versions among them, and all else.
func words(line string) (all []string) {
	isWord := func(c rune) bool {
		return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) || strings.ContainsRune("_.-", c)
	}
	from, before := 0, false
	for i, c := range line {
		if word := isWord(c); !word || !before {
			all, from, before = append(all, line[from:i]), i, word
		}
	}
	return append(all, line[from:])
}

// moved are lines so many columns further right.
func moved(lines []string, by int) []string {
	out := slices.Clone(lines)
	for i, l := range lines {
		if !isSpace(l) {
			out[i] = strings.Repeat(" ", max(indent(l)+by, 0)) + strings.TrimLeft(l, " ")
		}
	}
	return out
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// column is where an entry begins, in a line of the library and here.
type column struct {
	library, here int
	dash          bool
}

// write writes a line of the library as it is spelled.
func (r *respeller) write(line string, as []string) {
	r.out = append(r.out, as...)
	if r.last = indent(as[0]); isLayout(line) {
		return
	}
	for n := len(r.columns); n > 0 && r.columns[n-1].library > indent(line); n-- {
		r.columns = r.columns[:n-1]
	}
	r.columns = appendColumns(r.columns, line, as[0])
}

// appendColumns appends where the first entries of a line stand.
func appendColumns(to []column, library, here string) []column {
	a, b := indent(library), indent(here)
	for a < len(library) && b < len(here) {
		dash := isDash(library[a:]) && isDash(here[b:])
		to = append(to, column{a, b, dash})
		if !dash {
			break
		}
		a, b = a+1+indent(library[a+1:]), b+1+indent(here[b+1:])
	}
	return to
}

func isDash(text string) bool {
	return text != "" && text[0] == '-' && isSpace(text[1:min(2, len(text))])
}

// column is where a new line is to stand: below, or above, what is known to stand in the
// same column, else as much deeper as the library has it.
func (r *respeller) column(line string, next []column) (at int, known bool) {
	at = indent(line)
	dash := isDash(line[at:])
	for _, c := range slices.Backward(r.columns) {
		switch {
		case c.library == at && (c.dash == dash || isLayout(line)):
			return c.here, true
		case c.library < at || c.library == at && dash:
			for _, n := range next {
				if n.library == at && n.dash == dash {
					return n.here, true
				}
			}
			return at + c.here - c.library, false
		}
	}
	return at, false
}
