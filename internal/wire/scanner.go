package wire

import (
	"hash/maphash"
	"strings"
)

// deepest is how deep the collections of an outlined item nest, longestKey how
// long its keys are. YAML allows more.
const (
	deepest    = 40
	longestKey = 256
)

// scanner goes through the lines of an item.
type scanner struct {
	text   string
	out    Outline
	levels []level
	// keys are those of the maps that are open, the innermost map's last.
	keys []string
	// start is where the line at hand begins, end where its line break is.
	start, end int
	// next is where the next line begins.
	next int
	// open is the part whose value stands below: the last key had none.
	open     bool
	opening  part
	openPath uint64
	// column of a comment of its own line that the next line has to stand in,
	// -1 without one.
	comment int
	// trailing reports whether comments end the item that stand in it also when it is
	// read by itself: directly below its last line, and not to the left of its keys.
	trailing bool
	// found are the annotations so far.
	found []annotation
	seed  maphash.Seed
}

// level is a collection that is open.
type level struct {
	indent int
	list   bool
	part   part
	// path stands for the keys that lead to it; within: it lies in a list.
	path   uint64
	within bool
	// start is the line it begins on.
	start int
	// keys is where its keys begin, many holds them all where they are many.
	keys int
	many map[string]bool
}

// item reads all lines.
func (s *scanner) item(column int) bool {
	if !s.first(column) {
		return false
	}
	for s.advance() {
		n := s.indent()
		if s.comment >= 0 && s.comment != n {
			return false
		}
		at := s.start + n
		if s.text[at] == '#' {
			if s.inside(annotations) {
				return false
			}
			s.commentLine(n)
			continue
		}
		s.comment = -1
		if !s.content(at, n) {
			return false
		}
	}
	if s.open {
		s.out.Nulls = true
	}
	s.start = len(s.text)
	for len(s.levels) > 0 {
		s.pop()
	}
	return (s.comment < 0 || s.trailing) && !(s.open && s.opening != nothing)
}

// commentLine reads a comment in a line of its own.
func (s *scanner) commentLine(column int) {
	s.trailing = (s.comment < 0 || s.trailing) && !s.open && column >= s.levels[0].indent && !s.isBelowBlank()
	s.comment, s.out.comments = column, true
}

// isBelowBlank reports whether the line above the one at hand is blank.
func (s *scanner) isBelowBlank() bool {
	above := strings.TrimRight(s.text[:s.start-1], " ")
	return strings.HasSuffix(above, "\n")
}

// first reads the line with the dash, comments behind that, and the first entry.
func (s *scanner) first(column int) bool {
	s.line(0)
	at := column + len("- ")
	if at >= s.end || s.text[at-1] != ' ' || s.text[at] == ' ' {
		return false
	}
	for key := at; s.text[at] == '#'; at = s.start + key {
		s.out.comments = true
		if !s.advance() || s.indent() != key {
			return false
		}
	}
	s.push(at-s.start, false, root, 0)
	return s.text[at] != '-' && s.entry(at)
}

// line moves to the line that begins there.
func (s *scanner) line(start int) {
	s.start = start
	if n := strings.IndexByte(s.text[start:], '\n'); n >= 0 {
		s.end = start + n
		s.next = s.end + 1
	} else {
		s.end = len(s.text)
		s.next = s.end
	}
}

// advance moves to the next line that is not blank.
func (s *scanner) advance() bool {
	for s.next < len(s.text) {
		s.line(s.next)
		if s.indent() < s.end-s.start {
			return true
		}
	}
	return false
}

// indent counts the spaces the line begins with.
func (s *scanner) indent() int {
	return leadingSpaces(s.text[s.start:s.end])
}

func (s *scanner) top() *level { return &s.levels[len(s.levels)-1] }

func (s *scanner) push(indent int, list bool, p part, path uint64) bool {
	within := len(s.levels) > 0 && (s.top().within || s.top().list)
	s.levels = append(s.levels, level{indent: indent, list: list, part: p, path: path, within: within, start: s.start, keys: len(s.keys)})
	return len(s.levels) < deepest
}

func (s *scanner) pop() {
	if top := s.top(); top.list && !top.within {
		s.list(top.path, s.text[top.start:s.start])
	}
	s.keys = s.keys[:s.top().keys]
	s.levels = s.levels[:len(s.levels)-1]
}

// inside reports whether the line at hand may belong to that part.
func (s *scanner) inside(p part) bool {
	return s.open && s.opening == p || s.top().part == p
}

// content reads a line that is neither blank nor a comment.
func (s *scanner) content(at, indent int) bool {
	dash := s.isDash(at)
	if s.open && !s.descend(indent, dash) {
		return false
	}
	for len(s.levels) > 0 && (s.top().indent > indent || s.top().indent == indent && s.top().list && !dash) {
		s.pop()
	}
	if len(s.levels) == 0 || s.top().indent != indent || s.top().list != dash {
		return false
	}
	if dash {
		return s.element(at)
	}
	return s.entry(at)
}

// descend begins the collection that is the value of the key above, if the line at hand
// is in it; else that value is null.
func (s *scanner) descend(indent int, dash bool) bool {
	s.open = false
	above := s.top()
	if indent > above.indent || indent == above.indent && dash && !above.list {
		s.out.hasMetadata = s.out.hasMetadata || s.opening == metadata
		return !(dash && s.opening != nothing) && s.push(indent, dash, s.opening, s.openPath)
	}
	s.out.Nulls = true
	return s.opening == nothing
}

// element reads what stands behind a dash: more dashes, an entry, or a value.
func (s *scanner) element(at int) bool {
	for {
		value := s.skip(at + 1)
		if value == s.end || s.text[value] == '#' {
			return false
		}
		switch {
		case s.isDash(value):
			if !s.push(value-s.start, true, nothing, 0) {
				return false
			}
			at = value
			continue
		case s.isEntry(value):
			return s.push(value-s.start, false, nothing, 0) && s.entry(value)
		}
		_, _, ok := s.value(value, s.top().indent)
		return ok
	}
}

func (s *scanner) isDash(at int) bool {
	return s.text[at] == '-' && (at+1 == s.end || s.text[at+1] == ' ')
}

func (s *scanner) skip(at int) int {
	for at < s.end && s.text[at] == ' ' {
		at++
	}
	return at
}

// entry reads a key and its value, or as much of it as its line has.
func (s *scanner) entry(at int) bool {
	key, after := s.key(at)
	if after == 0 {
		return false
	}
	in := s.top()
	if !s.once(in, key) {
		return false
	}
	p := in.part.below(key)
	from, begins := s.start, s.inQuotes(at)
	at = s.skip(after)
	if at == s.end || s.text[at] == '#' {
		return s.without(at, in, key)
	}
	if c := s.text[at]; (c == '[' || c == '{') && !in.within {
		s.list(s.below(in.path, key), s.text[at:s.end])
	}
	value, plain, ok := s.value(at, in.indent)
	if !ok || p != nothing {
		return false
	}
	if in.part == annotations {
		s.found = append(s.found, annotation{
			name: stretchOf(begins, begins+len(key)), value: stretchOf(s.inQuotes(at), s.inQuotes(at)+len(value)),
			lines: stretchOf(from, s.next), plain: plain && value != "",
		})
		return true
	}
	if place := s.field(in.part, key); place != nil {
		*place = stretchOf(s.inQuotes(at), s.inQuotes(at)+len(value))
		return plain && value != ""
	}
	return true
}

// without reads a key that has no value on its line, but maybe a comment there.
func (s *scanner) without(at int, in *level, key string) bool {
	if in.part == annotations || s.field(in.part, key) != nil {
		return false
	}
	s.open, s.opening, s.openPath = true, in.part.below(key), s.below(in.path, key)
	if at < s.end {
		s.out.comments = true
		if s.opening == metadata {
			s.out.texts.comment = stretchOf(at, s.end)
		}
	}
	return true
}

// inQuotes is where the text of a scalar begins that begins there, maybe with a
// quote.
func (s *scanner) inQuotes(at int) int {
	if c := s.text[at]; c == '"' || c == '\'' {
		return at + 1
	}
	return at
}
