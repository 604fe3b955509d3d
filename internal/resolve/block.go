package resolve

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/decisions"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/marks"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// block is a question that stands between lines.
type block struct {
	*marks.Block
	// asks are the questions that it holds, none where nobody knows them: unknown is why.
	asks    []asked
	unknown string
	// key is the same in every session, and another one for each block of a file.
	key string
}

// asked is a question between lines, as decisions know it.
type asked struct {
	open     decisions.Open
	question decisions.Question
	// lines: it is about lines of a file that is merged by lines.
	lines bool
}

// lined is what a file with marks in lines holds.
type lined struct {
	parts []marks.Part
	// chosen are the answers so far.
	chosen map[*marks.Block]string
	// yaml: the file can be read with one of both sides everywhere, and has to be with
	// the answers. secret: it may hold what nobody must see.
	yaml, secret bool
	// mine and updated: it can be read with that side everywhere.
	mine, updated bool
}

// findBlocks finds the questions between the lines of a file.
func (s *Session) findBlocks(f *file) error {
	if bytes.IndexByte(f.data, 0) >= 0 {
		return fmt.Errorf("%s: it has conflict marks, but is not a text; take a version of it whole, as git checkout --ours or --theirs does", f.path)
	}
	parts, err := marks.Parse(f.data)
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	f.lined = &lined{parts: parts, chosen: map[*marks.Block]string{}}
	f.sides()
	d := &document{file: f}
	keys := map[string]int{}
	for _, b := range f.known() {
		q := &Question{Line: b.Line, in: d, block: b}
		q.File, q.Conflict, q.Secret = f.path, b.Names.Mine, f.lined.secret
		if len(b.asks) > 0 {
			q.Open = b.asks[0].open
		}
		key := strings.Join([]string{b.Names.Mine, b.Mine, b.Updated}, "\x00")
		b.key = fmt.Sprintf("%s\x00%d", key, keys[key])
		keys[key]++
		s.questions = append(s.questions, q)
	}
	return nil
}

func isYAML(name string) bool { return files.HoldsResources(name) && path.Ext(name) != ".json" }

// with gives the file with the answers so far, and one side where there is none.
func (l *lined) with(side func(*marks.Block) string) []byte {
	return marks.Choose(l.parts, func(b *marks.Block) string {
		if text, is := l.chosen[b]; is {
			return text
		}
		return side(b)
	})
}

// unreadable is why the file cannot be read with the answers so far, whatever the others
// will be, nil if it can.
func (f *file) unreadable() (err error) {
	for _, side := range []func(*marks.Block) string{marks.Updated, marks.Mine} {
		text := f.lined.with(side)
		// What was taken may have marks of an earlier merge, which are asked about next.
		if marks.Refuse(text) != nil {
			return nil
		}
		if err = check(f.path, text); err == nil {
			return nil
		}
	}
	return err
}

// sides finds whether the file can be read, and may hold what nobody must see.
func (f *file) sides() {
	l := f.lined
	var mine, updated bool
	l.mine, mine = l.side(marks.Mine)
	l.updated, updated = l.side(marks.Updated)
	l.secret = mine || updated || (&resource.Resource{Path: f.path}).Secret()
	l.yaml = isYAML(f.path) && (l.mine || l.updated || f.unreadable() == nil)
}

// side reports whether the file can be read with one side everywhere, and whether there
// are values that must not be shown; of a text that cannot be read nobody knows.
func (l *lined) side(of func(*marks.Block) string) (readable, secret bool) {
	text := l.with(of)
	f := &file{data: text}
	if f.parse() != nil {
		return false, bytes.Contains(text, []byte("Secret")) || bytes.Contains(text, []byte("sops"))
	}
	return marks.Refuse(text) == nil, slices.ContainsFunc(f.docs, func(d *document) bool { return d.resource().Secret() })
}

// linedText is the file with the answers, and with marks where there is none; nil if nothing
// is left of it.
func (f *file) linedText() ([]byte, error) {
	l := f.lined
	if len(l.chosen) == 0 {
		return f.data, nil
	}
	if l.yaml {
		if err := f.unreadable(); err != nil {
			return nil, err
		}
	}
	parts := slices.Clone(l.parts)
	left := false
	for i, p := range parts {
		text, is := l.chosen[p.Block]
		if is {
			parts[i] = marks.Part{Text: text}
		}
		left = left || p.Block != nil && !is
	}
	// What the marks show besides the sides stands in the blocks as it was read.
	data := marks.Print(parts, marks.Diff3)
	if !left && l.yaml && len(bytes.TrimSpace(data)) == 0 {
		return nil, nil
	}
	return data, nil
}

// answerBlock answers a question between lines.
func (s *Session) answerBlock(q *Question, choice Choice, value *yaml.Node) error {
	f, b := q.in.file, q.block
	edited := ""
	if choice == Edit {
		edited = value.Value
	}
	text, err := f.taking(b, &choice, edited)
	if err != nil {
		return err
	}
	f.lined.chosen[b.Block] = text
	if f.lined.yaml && (choice == Both || choice == Edit || choice == Pin) {
		if err = f.unreadable(); err != nil {
			delete(f.lined.chosen, b.Block)
			return fmt.Errorf("%w: %w", ErrNoAnswer, err)
		}
	}
	if s.Remember && choice != Pin {
		if err = s.rememberBlock(q, choice); err != nil {
			return err
		}
	}
	s.questions = slices.DeleteFunc(slices.Clone(s.questions), func(other *Question) bool { return other == q })
	return nil
}

// pinned gives the local lines of a block with the comment that keeps the places it asks
// about, each above the line that the place begins.
func (f *file) pinned(b *block) (string, error) {
	cannot := fmt.Errorf("%w: no comment could keep these lines; answer mine, which is remembered", ErrNoAnswer)
	if len(b.asks) == 0 || !f.lined.yaml {
		return "", cannot
	}
	// Before the lines of the block come those of what stands in front of it.
	now, first := &file{path: f.path, data: f.lined.with(marks.Mine)}, 1
	if err := now.parse(); err != nil {
		return "", err
	}
	for _, p := range f.lined.parts {
		if p.Block == b.Block {
			break
		}
		text, chosen := f.lined.chosen[p.Block]
		switch {
		case p.Block == nil:
			text = p.Text
		case !chosen:
			text = p.Block.Mine
		}
		first += strings.Count(text, "\n")
	}
	lines := strings.SplitAfter(b.Mine, "\n")
	pins := map[int]string{}
	for i := range b.asks {
		q := &Question{Open: b.asks[i].open}
		at := now.nodeOf(q)
		if at == nil || at.Line < first || at.Line-first >= len(lines) {
			return "", cannot
		}
		line := at.Line - first
		if margin := lines[line][:min(at.Column-1, len(lines[line]))]; strings.TrimSpace(margin) == "" {
			pins[line] = margin + "# " + merge.PinComment + "\n"
			continue
		}
		return "", cannot
	}
	var text strings.Builder
	for i, line := range lines {
		text.WriteString(pins[i] + line)
	}
	return text.String(), nil
}

// nodeOf is the node in front of which a comment about the place of a question stands: its
// key, or an element; nil if the place is not there.
func (f *file) nodeOf(q *Question) *yaml.Node {
	d, in := f.holding(q)
	at, ok := q.Where()
	if d == nil || !ok || len(at) == 0 {
		return nil
	}
	spot, whole := slices.Concat(in, at).Find(d.root)
	switch {
	case !whole:
		return nil
	case spot.Key != nil:
		return spot.Key
	}
	return spot.Value
}

// ended is a text whose last line has an end.
func ended(text string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

// ended is what stands in place of a block: its last line has an end, but at the end of
// a file whose last line has none.
func (l *lined) ended(b *marks.Block, text string) string {
	if l.parts[len(l.parts)-1].Block == b && !strings.HasSuffix(b.Mine+b.Updated, "\n") {
		return strings.TrimSuffix(text, "\n")
	}
	return ended(text)
}

// newest is the side with the higher version in all questions of a block.
func (b *block) newest() (Choice, error) {
	if len(b.asks) == 0 {
		return Mine, fmt.Errorf("%w: nobody knows which values these lines hold", ErrNoAnswer)
	}
	var all []Choice
	for i := range b.asks {
		q := Question{Open: b.asks[i].open}
		c, err := q.newest()
		if err != nil {
			return Mine, err
		}
		all = append(all, c)
	}
	if len(slices.Compact(all)) > 1 {
		return Mine, fmt.Errorf("%w: of the values in these lines some are newer here, some there", ErrNoAnswer)
	}
	return all[0], nil
}

// rememberBlock remembers the answer to the questions of a block.
func (s *Session) rememberBlock(q *Question, choice Choice) error {
	b := q.block
	if b.unknown != "" {
		s.Unremembered = append(s.Unremembered, q.Subject()+": this answer is not remembered: "+b.unknown)
		return nil
	}
	var now *file
	for i := range b.asks {
		a := &b.asks[i]
		e := decisions.Entry{Question: a.question, Secret: a.open.Secret, When: s.Today}
		about := &Question{Open: a.open}
		switch {
		case choice == Mine:
			e.Taken = decisions.Dest
		case choice == Theirs:
			e.Taken = decisions.Updated
		case a.lines:
			text := q.in.file.lined.chosen[b.Block]
			if !a.isAll(b.Block) || !utf8.ValidString(text) {
				s.Unremembered = append(s.Unremembered, q.Subject()+": this answer is not remembered: krm-merge asks about other lines than these marks, or YAML cannot hold them")
				continue
			}
			e.Taken, e.Value = taken(about, textNode(text))
		default:
			if now == nil {
				now = &file{path: q.File, data: q.in.file.lined.with(marks.Mine)}
				if err := now.parse(); err != nil {
					return err
				}
			}
			e.Taken, e.Value = taken(about, now.valueOf(about))
		}
		if err := s.remember(about, e); err != nil {
			return err
		}
	}
	return nil
}

// textNode is a text as a value, nil for nothing.
func textNode(text string) *yaml.Node {
	if text == "" {
		return nil
	}
	return node.String(text)
}

// standing is what a text has between the marks that were there, nil if nobody knows.
func (l *lined) standing(text []byte) []string {
	var all []merge.Stretch
	for _, p := range l.parts {
		switch {
		case p.Block == nil:
			all = append(all, merge.Stretch{Original: p.Text, Updated: p.Text, Dest: p.Text})
		case p.Block.Mine == p.Block.Updated:
			return nil
		default:
			all = append(all, stretchOf(p.Block))
		}
	}
	return merge.Standing(all, string(text))
}

// valueOf is what a file has at the place of a question, nil for nothing.
func (f *file) valueOf(q *Question) *yaml.Node {
	d, in := f.holding(q)
	at, ok := q.Where()
	if d == nil || !ok {
		return nil
	}
	spot, whole := slices.Concat(in, at).Find(d.root)
	if !whole {
		return nil
	}
	return spot.Value
}

// holding is the document of a file that has what a question is about, nil if there is
// none; in is the place of the resource in it, if it is an item of a List.
func (f *file) holding(q *Question) (d *document, in merge.Path) {
	for _, d := range f.docs {
		if d.root == nil {
			continue
		}
		if q.Document > 0 {
			// A document without a name is known by its place alone; an item of a List has
			// none of its own.
			if d.index+1 == q.Document && (resource.ItemsOf(d.root) == nil || resource.MetaOf(d.root).Kind == q.Resource.Kind) {
				return d, nil
			}
			continue
		}
		if q.isAbout(d.root) {
			return d, nil
		}
		for i, item := range resource.ItemsOf(d.root) {
			if q.isAbout(item) {
				return d, merge.Path{merge.Field("items"), merge.Index(i)}
			}
		}
	}
	return nil, nil
}

// isAbout reports whether a question is about a resource that has a name.
func (q *Question) isAbout(root *yaml.Node) bool {
	at := resource.PlaceOf(&resource.Resource{Node: root}).Resource
	return at.Name == q.Resource.Name && at.Kind == q.Resource.Kind && at.Namespace == q.Resource.Namespace
}

// shown are the lines of a block as a person reads and edits them.
func (b *block) shown() []byte {
	return marks.Print([]marks.Part{{Block: b.Block}}, marks.Diff3)
}
