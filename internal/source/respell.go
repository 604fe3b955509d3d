package source

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// A changed document is written by the YAML library as it was and as it shall be. What
// differs between the two, line by line, is changed in the text, which spells the lines of
// the first in its own way: with other white space, on more lines, with blank lines and
// comments between.

// spelling tells which lines of a text spell each line of the library: from one to in
// front of another, none where the text has it otherwise.
type spelling struct {
	text []string // with their line breaks
	bare []string
	at   []diff.Span
	used []bool // by a line of the library
}

// spelled finds lines of the library, bare ones, in a text, if it is not strict also those
// that it has on several.
func spelled(a, text []string, strict bool) *spelling {
	s := &spelling{text: text, bare: bare(text), at: make([]diff.Span, len(a)), used: make([]bool, len(text))}
	b := s.bare
	i, k := 0, 0
	for _, p := range append(matched(a, b), [2]int{len(a), len(b)}) {
		if !strict {
			s.wrapped(a[i:p[0]], b[k:p[1]], i, k)
		}
		if p[0] < len(a) {
			s.take(p[0], p[1], p[1]+1)
		}
		i, k = p[0]+1, p[1]+1
	}
	return s
}

// matched pairs lines, those that say something first: the library may write comments elsewhere.
func matched(a, b []string) [][2]int {
	saying := func(lines []string) (at []int, some []string) {
		for i, l := range lines {
			if !isLayout(l) {
				at, some = append(at, i), append(some, l)
			}
		}
		return at, some
	}
	atA, someA := saying(a)
	atB, someB := saying(b)
	pairs := diff.Match(someA, someB)
	for i, p := range pairs {
		pairs[i] = [2]int{atA[p[0]], atB[p[1]]}
	}
	return refined(a, b, pairs, diff.Match)
}

func (s *spelling) take(line, from, to int) {
	s.at[line] = diff.Span{From: from, To: to}
	for k := from; k < to; k++ {
		s.used[k] = true
	}
}

// repeated finds lines of the library in a text wherever they are there: behind the line
// before, even if that has another value there, where that is so.
func repeated(lines, text []string) *spelling {
	a := bare(lines)
	s := spelled(a, text, false)
	b, keys, next := s.bare, keysOf(lines), 0
	places := map[string][]int{}
	for k, line := range b {
		places[line] = append(places[line], k)
	}
	for i, line := range a {
		for next < len(b) && b[next] == "" {
			next++
		}
		there := places[line]
		switch {
		case line == "":
			continue
		case s.at[i].Len() > 1:
			next = s.at[i].To
			continue
		case next < len(b) && b[next] != line && keys[i] != lines[i] && !isDash(lines[i][indent(lines[i]):]) &&
			strings.HasPrefix(b[next], strings.TrimLeft(keys[i], " ")+":"):
			s.at[i], next = diff.Span{}, next+1
			continue
		case len(there) == 0:
			continue
		}
		k, _ := slices.BinarySearch(there, max(next, s.at[i].From))
		k = there[k%len(there)]
		s.at[i], next = diff.Span{From: k, To: k + 1}, k+1
	}
	return s
}

// lines are those that spell a line.
func (s *spelling) lines(line int) []string { return s.text[s.at[line].From:s.at[line].To] }

// mostTries bounds the search for lines that a text has on several.
const mostTries = 1 << 22

// wrapped finds lines that a text has on several, among lines that it does not have as
// they are.
func (s *spelling) wrapped(lines, text []string, i, k int) {
	if len(lines)*len(text) > mostTries {
		return
	}
	next := 0
	for n, line := range lines {
		for from := next; line != "" && from < len(text); from++ {
			rest, to := line, from
			for to < len(text) && rest != "" && strings.HasPrefix(rest, text[to]) {
				rest = rest[len(text[to]):]
				to++
			}
			if rest == "" && text[from] != "" {
				s.take(i+n, k+from, k+to)
				next = to
				break
			}
		}
	}
}

// bare are lines without white space.
func bare(lines []string) []string {
	var all strings.Builder
	ends := make([]int, len(lines))
	for i, l := range lines {
		for word := range strings.FieldsSeq(l) {
			all.WriteString(word)
		}
		ends[i] = all.Len()
	}
	text, from := all.String(), 0
	out := make([]string, len(lines))
	for i, end := range ends {
		out[i], from = text[from:end], end
	}
	return out
}

// isLayout reports whether a line says nothing: it is blank, a comment, or an end marker.
func isLayout(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#' || line == "..."
}

// respeller changes a text.
type respeller struct {
	was, is []string
	// strict: what the text spells otherwise is written as the library does, in lines that
	// stay, too.
	strict bool
	// calm are the lines that stay among lines that stay.
	calm []bool
	// kept are comments that stay with nothing that they are about, and how many of each.
	kept map[string]int
	// dest spells was, the others spell is.
	dest   *spelling
	others []*spelling
	own    bool // The others have the text itself, too.
	out    []string
	// columns are where what the end is in stands, in the lines of the library and here.
	columns []column
	last    int // of the line before
}

type column struct {
	library, here int
	dash          bool
}

// respell gives a text the lines of is for those of was, spelled as one of the other texts
// spells them.
func respell(text, was, is []string, strict bool, kept map[string]int, others [][]string) []string {
	r := &respeller{was: was, is: is, strict: strict, kept: kept, dest: spelled(bare(was), text, strict)}
	for _, o := range others {
		r.others = append(r.others, repeated(is, o))
	}
	pairs := diff.Match(was, is)
	if !strict {
		pairs = refined(was, is, pairs, alike)
	}
	wasIn, isIn := around(was), around(is)
	pairs = slices.DeleteFunc(pairs, func(p [2]int) bool { return wasIn[p[0]] != isIn[p[1]] })
	r.calm = calmLines(pairs, is)
	i, k, t := 0, 0, 0
	for _, p := range pairs {
		at := r.dest.at[p[0]]
		if at.Len() == 0 {
			continue
		}
		r.between(diff.Hunk{Original: diff.Span{From: i, To: p[0]}, Updated: diff.Span{From: k, To: p[1]}, Dest: diff.Span{From: t, To: at.From}})
		lines := text[at.From:at.To]
		if was[p[0]] != is[p[1]] {
			lines = []string{reworded(was[p[0]], is[p[1]], strings.Join(lines, ""))}
			if o := r.has(p[1]); o != nil && o.at[p[1]].Len() > 1 {
				lines = moved(o.lines(p[1]), indent(text[at.From])-indent(o.text[o.at[p[1]].From]))
			}
		}
		if strict && isLayout(is[p[1]]) && !r.calm[p[1]] {
			lines = []string{is[p[1]] + "\n"}
		}
		r.write(is[p[1]], lines)
		i, k, t = p[0]+1, p[1]+1, at.To
	}
	r.between(diff.Hunk{Original: diff.Span{From: i, To: len(was)}, Updated: diff.Span{From: k, To: len(is)}, Dest: diff.Span{From: t, To: len(text)}})
	return r.out
}

// calmLines tells which lines stay among others that stay: those that say something above and
// below them, and what is between.
func calmLines(pairs [][2]int, is []string) []bool {
	calm := make([]bool, len(is))
	from := 0 // of a stretch of pairs without a gap
	for n := range pairs {
		if n+1 < len(pairs) && pairs[n+1] == [2]int{pairs[n][0] + 1, pairs[n][1] + 1} {
			continue
		}
		first, last := pairs[from][1], pairs[n][1]
		for first > 0 && first < last && isLayout(is[first]) {
			first++
		}
		for last < len(is)-1 && first < last && isLayout(is[last]) {
			last--
		}
		for k := first; k <= last; k++ {
			calm[k] = true
		}
		from = n + 1
	}
	return calm
}

// alike pairs lines that have one key, or that stand in the place of each other.
func alike(was, is []string) [][2]int {
	return refined(was, is, diff.Match(keysOf(was), keysOf(is)), func(a, b []string) [][2]int {
		return slices.DeleteFunc(inOrder(a, b), func(p [2]int) bool { return indent(a[p[0]]) != indent(b[p[1]]) })
	})
}

// refined pairs what lies between pairs, too.
func refined[T any](a, b []T, pairs [][2]int, between func(a, b []T) [][2]int) (all [][2]int) {
	i, k := 0, 0
	for _, p := range append(pairs, [2]int{len(a), len(b)}) {
		for _, q := range between(a[i:p[0]], b[k:p[1]]) {
			all = append(all, [2]int{i + q[0], k + q[1]})
		}
		if p[0] < len(a) {
			all = append(all, p)
		}
		i, k = p[0]+1, p[1]+1
	}
	return all
}

// inOrder pairs the elements of two sequences of which there are as many.
func inOrder[T any](a, b []T) (pairs [][2]int) {
	for n := 0; len(a) == len(b) && n < len(a); n++ {
		pairs = append(pairs, [2]int{n, n})
	}
	return pairs
}

// keysOf are lines up to the value behind their key.
func keysOf(lines []string) []string {
	keys := make([]string, len(lines))
	for i, l := range lines {
		keys[i], _, _ = strings.Cut(l, ": ")
		keys[i] = strings.TrimSuffix(keys[i], ":")
	}
	return keys
}

// around gives the key of the field that each line stands in, "-" for an element of a list, and what
// begins a text for its lines: lines that are the same in another field are others.
func around(lines []string) []string {
	keys, in := make([]string, len(lines)), []int{}
	for i, l := range lines {
		for len(in) > 0 && !isSpace(l) && indent(lines[in[len(in)-1]]) >= indent(l) {
			in = in[:len(in)-1]
		}
		outer := ""
		if len(in) > 0 {
			outer = strings.TrimLeft(lines[in[len(in)-1]], " ")
		}
		text := beginsText(outer)
		switch {
		case text:
			keys[i], _, _ = strings.Cut("|"+outer, ":")
		case strings.HasPrefix(outer, "-"):
			keys[i] = "-"
		default:
			keys[i], _, _ = strings.Cut(outer, ":")
		}
		if !text && !isLayout(l) {
			in = append(in, i)
		}
	}
	return keys
}

// beginsText reports whether a literal or folded text stands below a line.
func beginsText(line string) bool {
	if !strings.ContainsAny(line, "|>") {
		return false
	}
	line, _, _ = strings.Cut(line, " #")
	words := strings.Fields(line)
	if len(words) == 0 || !strings.ContainsAny(words[len(words)-1][:1], "|>") || strings.Trim(words[len(words)-1][1:], "-+0123456789") != "" {
		return false
	}
	before := words[max(len(words)-2, 0)]
	return len(words) == 1 || before == "-" || strings.HasSuffix(before, ":") || strings.ContainsAny(before[:1], "&!")
}

// between writes what stands between two lines that stay.
func (r *respeller) between(h diff.Hunk) {
	text := r.dest.text[h.Dest.From:h.Dest.To]
	was, is := r.was[h.Original.From:h.Original.To], r.is[h.Updated.From:h.Updated.To]
	at := h.Updated.From
	calm := len(was)+len(is) == 0 && at > 0 && at < len(r.is) && r.calm[at-1] && r.calm[at]
	if !r.strict && slices.Equal(was, is) || calm {
		r.out = append(r.out, text...)
		return
	}
	var next []column // of the second
	if h.Updated.To < len(r.is) && !isLayout(r.is[h.Updated.To]) {
		next = appendColumns(nil, r.is[h.Updated.To], r.dest.text[h.Dest.To])
	}
	if !r.strict && len(was) > 0 && r.beside(h, next) {
		return
	}
	// The comments above the first entry stay where it goes: they are about the file.
	head := h.Original.From == 0 && len(is) == 0 && len(was) > 0 && !slices.Contains(r.is, was[0]) &&
		slices.ContainsFunc(was, func(l string) bool { return !isLayout(l) })
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
	r.layout(text[:from])
	whole := true
	for i := h.Original.From; i < h.Original.To; i++ {
		whole = whole && r.dest.at[i].Len() > 0
	}
	for i := from; i < to; i++ {
		switch comment := strings.TrimSpace(text[i]); {
		case whole && free(i) && comment != "":
		case r.kept[comment] > 0:
			r.kept[comment]--
		default:
			continue
		}
		r.out = append(r.out, text[i])
	}
	r.add(h.Updated, next)
	rest := text[to:]
	if len(is) == 0 && from < to && (r.isFirst(h) || from > 0 && isSpace(text[from-1])) {
		for len(rest) > 0 && isSpace(rest[0]) {
			rest = rest[1:]
		}
	}
	r.layout(rest)
}

// layout writes lines that say nothing. If it is strict, they are none of a text above them.
func (r *respeller) layout(lines []string) {
	for _, l := range lines {
		switch {
		case !r.strict:
			r.out = append(r.out, l)
		case !isSpace(l):
			r.out = append(r.out, strings.TrimLeft(l, " "))
		}
	}
}

// beside adds lines in front of, or behind, others that the text spells otherwise. It is
// false if more is to be done.
func (r *respeller) beside(h diff.Hunk, next []column) bool {
	was, is, added := r.was[h.Original.From:h.Original.To], h.Updated, h.Updated.Len()-h.Original.Len()
	front, behind := diff.CommonEnds(was, r.is[is.From:is.To])
	text := r.dest.text[h.Dest.From:h.Dest.To]
	switch {
	case front == len(was):
		r.out = append(r.out, text...)
		r.add(diff.Span{From: is.To - added, To: is.To}, next)
	case behind == len(was):
		r.add(diff.Span{From: is.From, To: is.From + added}, next)
		r.out = append(r.out, text...)
	default:
		return false
	}
	return true
}

// isFirst reports whether what stood there was the first of what is around it.
func (r *respeller) isFirst(h diff.Hunk) bool {
	return h.Updated.From == 0 || strings.HasSuffix(r.is[h.Updated.From-1], ":")
}

// add writes lines that are new, as the first text spells each that has it.
func (r *respeller) add(span diff.Span, next []column) {
	if !r.strict && !r.own && span.Len() > 0 {
		r.own, r.others = true, append(r.others, repeated(r.is, r.dest.text))
	}
	for k := span.From; k < span.To; k++ {
		line, lines, o := r.is[k], []string{r.is[k] + "\n"}, r.has(k)
		follows := false
		if o != nil {
			lines = o.lines(k)
			blank, below := o.blankAbove(k)
			if follows = below; below && k > span.From {
				r.out = append(r.out, blank...)
			}
		}
		if !isSpace(line) {
			at, known := r.column(line, next)
			if follows && (isLayout(line) || !known && isDash(line[indent(line):])) {
				at = r.last + indent(lines[0]) - indent(o.lines(k - 1)[0]) // As deep below the line before as there.
			}
			lines = moved(lines, at-indent(lines[0]))
		}
		r.write(line, lines)
	}
}

// has gives the first text that has a line below the one before, else the first that has it,
// nil for none.
func (r *respeller) has(k int) *spelling {
	var first *spelling
	for _, o := range r.others {
		if o.at[k].Len() == 0 {
			continue
		}
		if _, below := o.blankAbove(k); below {
			return o
		}
		first = cmp.Or(first, o)
	}
	return first
}

// blankAbove are the blank lines between a line and the one before, false if the text does not have
// it below that.
func (s *spelling) blankAbove(k int) (lines []string, below bool) {
	if k == 0 || s.at[k-1].Len() == 0 || s.at[k-1].To > s.at[k].From {
		return nil, false
	}
	lines = s.text[s.at[k-1].To:s.at[k].From]
	return lines, !slices.ContainsFunc(lines, func(l string) bool { return !isSpace(l) })
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

// write writes a line of the library as it is spelled.
func (r *respeller) write(line string, as []string) {
	r.out = append(r.out, as...)
	if len(as) == 0 {
		return
	}
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

func isDash(text string) bool { return text[0] == '-' && isSpace(text[1:min(2, len(text))]) }

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

// reworded is the spelling of a line of the library with the words of another in the
// place of those that differ.
func reworded(was, is, text string) string {
	a, b := words(was), words(is)
	var out strings.Builder
	at := 0 // in text
	rest := func(to int) {
		out.WriteString(text[at:max(at, to)])
		at = max(at, to)
	}
	solids, seen := solidPlaces(text), 0 // of was
	// behind is the place behind those seen, or behind the white space that follows.
	behind := func(space bool) int {
		switch {
		case seen > 0 && !space:
			return solids[seen-1] + 1
		case seen < len(solids):
			return solids[seen]
		}
		return len(strings.TrimRight(text, "\r\n"))
	}
	i, k := 0, 0
	for _, p := range append(diff.Match(a, b), [2]int{len(a), len(b)}) {
		gone, added := strings.Join(a[i:p[0]], ""), strings.Join(b[k:p[1]], "")
		if gone != "" || added != "" {
			rest(behind(i == 0 || isSpace(a[i-1])))
			seen += solid(gone)
			if gone != "" {
				at = max(at, behind(isSpace(a[p[0]-1])))
			}
			out.WriteString(added)
		}
		if p[0] < len(a) {
			seen += solid(a[p[0]])
		}
		i, k = p[0]+1, p[1]+1
	}
	rest(len(text))
	return out.String()
}

// words takes a line apart: words with the numbers and versions among them, white space, and
// signs one by one.
func words(line string) []string {
	const word, space, sign = 1, 2, 3
	kind := func(c rune) int {
		switch {
		case unicode.IsLetter(c), unicode.IsDigit(c), unicode.IsMark(c), strings.ContainsRune("_.-", c):
			return word
		case unicode.IsSpace(c):
			return space
		}
		return sign
	}
	var all []string
	from, before := 0, 0
	for i, c := range line {
		k := kind(c)
		if i > 0 && (k != before || k == sign) {
			all, from = append(all, line[from:i]), i
		}
		before = k
	}
	return append(all, line[from:])
}

func isSpace(text string) bool { return strings.TrimSpace(text) == "" }

// solid counts the bytes that are no white space.
func solid(text string) (n int) {
	for word := range strings.FieldsSeq(text) {
		n += len(word)
	}
	return n
}

// solidPlaces are the places of the bytes that are no white space.
func solidPlaces(text string) []int {
	var places []int
	for i, c := range text {
		for n := range len(string(c)) {
			if !unicode.IsSpace(c) {
				places = append(places, i+n)
			}
		}
	}
	return places
}
