package wire

import (
	"hash/maphash"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/source"
)

// largeItem is the size from which the library parses only parts of an item that
// was printed: smaller ones it parses as fast as their parts.
const largeItem = 1 << 13

// confirms reports whether the text of a list of one large item reads as a value. All
// of it is read here, because it is plain; the YAML library also reads what was
// written, with the entries around it, and must agree.
func confirms(text []byte, written []source.Span, value *yaml.Node) bool {
	item, found := strings.CutPrefix(string(text), itemsKey)
	if !found || len(item) < largeItem || value.Kind != yaml.MappingNode || len(value.Content) != 2 {
		return false
	}
	s := scanner{seed: maphash.MakeSeed()}
	if o := s.outline(item, leadingSpaces(item)); o == nil || o.comments {
		return false
	}
	return readsAs(item, value.Content[1]) && agrees(item, written)
}

// readsAs reports whether a plain collection reads as a value, comments included.
func readsAs(text string, value *yaml.Node) bool {
	m := matcher{root: value}
	return read(text, &m) && !m.differs
}

// matcher compares what is read with a value.
type matcher struct {
	root    *yaml.Node
	open    []matching
	differs bool
}

// matching is a collection and its next child.
type matching struct {
	node *yaml.Node
	next int
}

// take gives the node that should be read next, nil if there is none.
func (m *matcher) take() *yaml.Node {
	if m.differs {
		return nil
	}
	if len(m.open) == 0 {
		return m.root
	}
	top := &m.open[len(m.open)-1]
	if top.next == len(top.node.Content) {
		return nil
	}
	top.next++
	return top.node.Content[top.next-1]
}

func (m *matcher) begin(_ *reader, kind yaml.Kind, _ yaml.Style, _ int) {
	n := m.take()
	if n == nil || n.Kind != kind || n.Anchor != "" || n.HeadComment != "" || n.LineComment != "" || n.FootComment != "" {
		m.differs = true
		return
	}
	tag := n.ShortTag()
	m.differs = tag != "!!map" && tag != "!!seq"
	m.open = append(m.open, matching{node: n})
}

func (m *matcher) end() {
	if m.differs {
		return
	}
	top := m.open[len(m.open)-1]
	m.differs = top.next != len(top.node.Content)
	m.open = m.open[:len(m.open)-1]
}

func (m *matcher) scalar(_ *reader, s *yaml.Node, _ int) {
	n := m.take()
	m.differs = n == nil || n.HeadComment != "" || n.FootComment != "" || n.LineComment != s.LineComment || !source.Equal(n, s)
}

// agrees reports whether the library reads the entries of a plain item that hold
// something written as they are read here. It gets all of them as one item, each under
// a key of its own.
func agrees(item string, written []source.Span) bool {
	sections, ok := sectionsOf(item, written)
	if !ok {
		return false
	}
	if len(sections) == 0 {
		return true
	}
	var b strings.Builder
	for i, s := range sections {
		if s.column <= len("- ") {
			return false
		}
		lead := "  "
		if i == 0 {
			lead = "- "
		}
		b.WriteString(lead + "k" + strconv.Itoa(i) + ":\n" + item[s.start:s.end])
	}
	parts := &Item{text: b.String()}
	s := scanner{seed: maphash.MakeSeed()}
	if o := s.outline(parts.text, 0); o == nil || o.comments || !parts.parsed() {
		return false
	}
	return readsAs(parts.text, parts.doc.Content[0].Content[1])
}

// section is a part of an item: entries that begin in one column, with all their
// lines.
type section struct{ start, end, column int }

// sectionsOf gives the entries that something was written in.
func sectionsOf(item string, written []source.Span) (sections []section, ok bool) {
	for _, w := range written {
		p := section{start: max(w.Start-len(itemsKey), 0), end: max(w.End-len(itemsKey), 0)}
		last := len(sections) - 1
		if p.start == p.end || last >= 0 && p.end <= sections[last].end {
			continue
		}
		if !p.widen(item) {
			return nil, false
		}
		if header := p.header(item, sections); header >= 0 {
			p.start = header
			if !p.widen(item) {
				return nil, false
			}
		}
		for ; last >= 0 && p.start < sections[last].end; last-- {
			p.start = min(p.start, sections[last].start)
			if !p.widen(item) {
				return nil, false
			}
			sections = sections[:last]
		}
		sections = append(sections, p)
	}
	return sections, true
}

// header is where the line with the header of a block scalar begins that the
// section lies in, -1 if it lies in none. Lines above that are known from other
// sections are not looked at.
func (p *section) header(item string, above []section) int {
	for at := p.start; at > 0; {
		if n := len(above); n > 0 && at <= above[n-1].end {
			if above[n-1].column == p.column {
				return -1
			}
			at, above = min(at, above[n-1].start), above[:n-1]
			continue
		}
		end := at - 1
		at = strings.LastIndexByte(item[:end], '\n') + 1
		if n := indentOf(item[at:]); n >= 0 && n < p.column {
			line := strings.TrimRight(item[at:end], " +-")
			if line != "" && (line[len(line)-1] == '|' || line[len(line)-1] == '>') {
				return at
			}
			return -1
		}
	}
	return -1
}

// widen makes a section of any bytes one of whole entries. It is false if there are
// none.
func (p *section) widen(item string) bool {
	p.start = strings.LastIndexByte(item[:p.start], '\n') + 1
	p.column = -1
	at := p.start
	for at < len(item) && (at < p.end || at == p.start) {
		if n := indentOf(item[at:]); n >= 0 && (p.column < 0 || n < p.column) {
			p.column = n
		}
		at += lineLength(item[at:])
	}
	if p.column < 0 {
		return false
	}
	for indentOf(item[p.start:]) != p.column {
		if p.start == 0 {
			return false
		}
		p.start = strings.LastIndexByte(item[:p.start-1], '\n') + 1
		if n := indentOf(item[p.start:]); n >= 0 && n < p.column {
			return false
		}
	}
	for at < len(item) {
		if n := indentOf(item[at:]); n >= 0 && n <= p.column {
			break
		}
		at += lineLength(item[at:])
	}
	p.end = at
	return true
}

// indentOf counts the spaces that a line begins with, -1 for a blank one.
func indentOf(line string) int {
	n := leadingSpaces(line)
	if n == len(line) || line[n] == '\n' {
		return -1
	}
	return n
}

// lineLength is the length of the first line, with its break.
func lineLength(text string) int {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return n + 1
	}
	return len(text)
}
