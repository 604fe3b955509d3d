package resolve

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/lines"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/secret"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// findBlocks finds the questions between the lines of a file.
func (s *Session) findBlocks(f *file) error {
	if bytes.IndexByte(f.data, 0) >= 0 {
		return fmt.Errorf("%s: it has conflict marks, but is not a text; take a version of it whole, as git checkout --ours or --theirs does", f.path)
	}
	parts, err := marks.Parse(f.data)
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	f.readSides(parts)
	keys, at := map[string]int{}, [3]int{}
	for i, p := range parts {
		texts := [3]string{p.Text, p.Text, p.Text}
		if p.Block != nil {
			texts = p.Block.Texts
		}
		from := at
		for side, text := range texts {
			at[side] += marks.LineCount(text)
		}
		if p.Block == nil {
			continue
		}
		b := &block{Block: p.Block, file: f, at: i, from: from, to: at}
		f.ask(b)
		asked := decisions.Question{Place: decisions.Place{File: f.path}, Conflict: merge.BothChanged.String()}
		if len(b.asks) > 0 {
			asked = *b.asks[0]
		}
		asked.Secret = asked.Secret || f.lined.secret
		q := &Question{Question: &asked, Line: b.Line, block: b}
		key := strings.Join([]string{b.Names[merge.Dest], b.Texts[merge.Dest], b.Texts[merge.Updated]}, "\x00")
		b.key = fmt.Sprintf("%s\x00%d", key, keys[key])
		keys[key]++
		s.questions = append(s.questions, q)
	}
	return nil
}

// readSides reads a file with marks with each side of them everywhere.
func (f *file) readSides(parts []marks.Part) {
	l := &lined{parts: parts, secret: (&resource.Resource{Path: f.path}).Secret()}
	f.lined = l
	for i := range l.sides {
		l.texts[i] = marks.Take(parts, merge.Side(i))
		l.sides[i] = f.side(l.texts[i])
	}
	// A side that has nothing can be read, whatever the other is: a template, say.
	reads := func(side merge.Side) bool { return l.sides[side] != nil && len(bytes.TrimSpace(l.texts[side])) > 0 }
	l.yaml = isYAML(f.path) && (reads(merge.Dest) || reads(merge.Updated) || l.sides[merge.Dest] == nil && l.sides[merge.Updated] == nil && f.unreadable() == nil)
}

// side reads a file with one side of its marks everywhere.
func (f *file) side(text []byte) *marks.Side {
	s, err := marks.ReadSide(text, f.path)
	if err != nil {
		f.lined.secret = f.lined.secret || secret.In(node.String(string(text))).Any()
		return nil
	}
	f.lined.secret = f.lined.secret || s.Secret()
	return s
}

// ask finds what a block asks, by its label.
func (f *file) ask(b *block) {
	b.unknown = "the marks do not say which values of which resource these lines are"
	places, code, ok := b.Label()
	if !ok {
		return
	}
	b.unknown = ""
	about := ""
	for _, place := range places {
		o, unknown := f.question(b, place, code, &about)
		if b.unknown = cmp.Or(unknown, b.unknown); o != nil {
			b.asks = append(b.asks, o)
		}
	}
	if !b.HasOriginal && slices.ContainsFunc(b.asks, func(o *decisions.Question) bool { return o.Mark == "" }) {
		b.unknown = "the marks do not show what it was; marks of the style diff3 do"
	}
}

// question is what a block asks about a place, nil if nobody knows, which unknown says; about is the resource
// of the place in front, "" for none.
func (f *file) question(b *block, place marks.Labelled, code string, about *string) (o *decisions.Question, unknown string) {
	const notAll = "the marks do not say all that is asked"
	if lines.IsPath(place.Place) {
		if !b.Stands(place.Place) {
			return nil, notAll
		}
		o = &decisions.Question{Place: (&resource.Resource{Path: f.path}).At(), Conflict: code}
		o.Path = place.Place
		o.Original, o.Updated, o.Dest = b.Stretch().Values()
		return o, ""
	}
	elsewhere := false
	var found [3]marks.Place
	var at merge.Path
	if place.Place == path.Base(f.path) {
		for i, text := range f.lined.texts {
			found[i] = marks.Place{Resource: &resource.Resource{Path: f.path}, Value: textNode(string(text))}
		}
	} else {
		name, text := f.named(place.Place, *about)
		ok := false
		if at, ok = merge.ParsePath(text); !ok {
			return nil, notAll
		}
		*about = name
		for i, side := range f.lined.sides {
			found[i] = side.Find(name, at)
			elsewhere = elsewhere || found[i].Value != nil && !between(found[i], b.from[i], b.to[i])
		}
	}
	original, updated, dest := found[merge.Original], found[merge.Updated], found[merge.Dest]
	c := resource.Conflict{OriginalResource: original.Resource, UpdatedResource: updated.Resource, DestResource: dest.Resource}
	c.Conflict = merge.Conflict{Path: at, Original: original.Value, Updated: updated.Value, Dest: dest.Value}
	if c.Updated == nil && c.Dest == nil {
		return nil, notAll
	}
	o = c.Question(code, f.lined.secret)
	if place.Mark != "" && (!b.HasOriginal || place.Mark != o.Key().MarkOf()) {
		if elsewhere {
			return nil, "what the marks ask about stands elsewhere now, as lines in front of it were added or taken away"
		}
		o.Mark = place.Mark // What the sides have there is not all that is asked.
	}
	return o, ""
}

// named takes a place apart into what a label calls its resource, and the path.
func (f *file) named(place, about string) (name, at string) {
	name, at = about, place
	longest := -1
	for _, side := range f.lined.sides {
		if side == nil {
			continue
		}
		for known := range side.Resources {
			rest, is := strings.CutPrefix(place, known)
			if is && len(known) > longest && known != "" && (rest == "" || rest[0] == ' ') {
				name, at, longest = known, strings.TrimSpace(rest), len(known)
			}
		}
	}
	return name, at
}

// between reports whether a place has some of these lines, or stands around them.
func between(p marks.Place, from, to int) bool {
	return p.From < to && from < p.To || from == to && p.From <= from && from <= p.To
}

// taking gives the lines that an answer puts in place of a block; edited are those of Edit.
func (b *block) taking(choice Choice, edited *yaml.Node) (*yaml.Node, error) {
	switch choice {
	case Yours:
		return node.String(b.Texts[merge.Dest]), nil
	case Upstream:
		return node.String(b.Texts[merge.Updated]), nil
	case Both:
		return node.String(b.ended(ended(b.Texts[merge.Dest]) + b.Texts[merge.Updated])), b.both()
	case Edit:
		return node.String(b.ended(node.Text(edited))), nil
	case Accept:
	}
	return nil, fmt.Errorf("%w: marks stand there, and between them several answers; take a side, or edit the lines and delete the marks", ErrNoAnswer)
}

// both is why not both sides of a block can stand, as far as its values tell, nil if they may.
func (b *block) both() error {
	for _, o := range b.asks {
		at, _ := o.Where()
		if isKind(o.Updated, yaml.SequenceNode) && isKind(o.Dest, yaml.SequenceNode) {
			continue
		}
		if len(at) == 0 || at[len(at)-1].Name() != "" {
			return fmt.Errorf("%w: only elements of lists can stand both; edit the lines", ErrNoAnswer)
		}
		// An element that a key identifies is spelled [name=web].
		if key := at[len(at)-1:].String(); strings.Contains(key, "=") && isKind(o.Updated, yaml.MappingNode) && isKind(o.Dest, yaml.MappingNode) {
			return fmt.Errorf("%w: the list would have %s twice; edit the lines", ErrNoAnswer, key)
		}
	}
	return nil
}

// edited is the value of one of its places where a text stands in place of the block; why is not empty if
// nobody knows it. now reads the file with that text.
func (b *block) edited(o *decisions.Question, text string, now func() *marks.Side) (value *yaml.Node, why string) {
	switch at, _ := o.Where(); {
	case lines.IsPath(o.Path) && !utf8.ValidString(text):
		return nil, "YAML cannot hold these lines"
	case lines.IsPath(o.Path):
		return textNode(text), ""
	case o.Path == "":
		return nil, "a whole resource was edited"
	default:
		return now().Find(o.Called(), at).Value, ""
	}
}

// rest is a digest of what the file has, with yours everywhere, beside the places that the block asks about.
func (b *block) rest() (digest string) {
	s := b.file.side(marks.Take(b.file.lined.parts, merge.Dest))
	for _, o := range slices.Backward(b.asks) { // Elements behind one that goes move up.
		if r := s.Find(o.Called(), nil).Resource; r != nil {
			at, _ := o.Where()
			r.Node, _ = at.Edit(r.Node, func(merge.Spot) merge.Spot { return merge.Spot{} })
		}
	}
	for _, o := range b.asks {
		if r := s.Find(o.Called(), nil).Resource; r != nil {
			digest += merge.Digest(r.Node)
		}
	}
	return digest
}

// textNode is a text as a value, nil for nothing.
func textNode(text string) *yaml.Node {
	if text == "" {
		return nil
	}
	return node.String(text)
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
func (b *block) ended(text string) string {
	if b.at == len(b.file.lined.parts)-1 && !strings.HasSuffix(b.Texts[merge.Dest]+b.Texts[merge.Updated], "\n") {
		return strings.TrimSuffix(text, "\n")
	}
	return ended(text)
}

// text are the lines of a block as a person reads and edits them.
func (b *block) text() []byte {
	return marks.Print([]marks.Part{{Block: b.Block}}, marks.Diff3)
}
