package merge

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// CommentLost is the message of the note about comments of updated.
const CommentLost = "a comment that updated changed or added here is not in the result"

// remarkLines counts the comment lines of a document, each by its words.
type remarkLines map[string]int

func (l remarkLines) add(comment string) {
	for _, line := range commentLines(comment) {
		l[remarkWords(line)]++
	}
}

func (l remarkLines) addAll(root *yaml.Node) {
	for n := range node.All(root) {
		l.add(n.HeadComment)
		l.add(n.LineComment)
		l.add(n.FootComment)
	}
}

// remarkWords are the words of a line of a comment, with one space between them.
func remarkWords(line string) string {
	return strings.Join(strings.Fields(strings.TrimLeft(strings.TrimSpace(line), "#")), " ")
}

// tell remembers comments that a note tells of.
func (w *walker) tell(comments ...string) {
	if w.told == nil {
		w.told = remarkLines{}
	}
	for _, c := range comments {
		w.told.add(c)
	}
}

// lostComments are the comments that are not in a result.
type lostComments struct {
	*walker
	// kept are the lines of original and of the result.
	kept remarkLines
	// open are the places of conflicts, which show both sides.
	open map[string]bool
	// message is that of the note.
	message string
}

// lost notes comments that one side changed or added and that are not in the result,
// where nothing tells of it: those inside of elements that the other side changed, say.
// What dest removed takes updated's comments along without a word. The cost is linear.
//
// rule: comments/lost-*
func (w *walker) lost(v Versions, r *yaml.Node) {
	if w.system != threeWay || !w.traits.comments || v.Original == nil || v.Updated == nil || v.Dest == nil || r == nil {
		return
	}
	if !hasOwn(spot{nil, v.Updated}, spot{nil, v.Original}) && (r == v.Dest || !hasOwn(spot{nil, v.Dest}, spot{nil, v.Original})) {
		return
	}
	l := lostComments{walker: w, kept: remarkLines{}, open: map[string]bool{}, message: CommentLost}
	l.kept.addAll(v.Original)
	l.kept.addAll(r)
	for i := range w.conflicts {
		l.open[w.conflicts[i].Path.String()] = true
	}
	l.read(spot{nil, v.Updated}, spot{nil, v.Dest})
	l.message = CommentGone
	l.read(spot{nil, v.Dest}, spot{nil, v.Dest})
}

// read looks at a place of one version that dest has, too.
func (l *lostComments) read(p, d spot) {
	value, dest := target(p.value), target(d.value)
	switch {
	case dest == nil || len(l.open) > 0 && l.open[pathOf(l.at).String()]:
		return
	case value.Kind == yaml.DocumentNode:
		l.look(p)
		l.read(spot{nil, node.Root(value)}, spot{nil, node.Root(dest)})
		return
	case value.Kind == yaml.SequenceNode && dest.Kind == yaml.SequenceNode && len(dest.Content) >= len(value.Content):
		lost := l.look(p)
		for n := range node.All(value) {
			lost = lost || n != value && l.look(spot{nil, n})
		}
		return
	}
	l.look(p)
	if value.Kind != yaml.MappingNode {
		return
	}
	fields, own := children{nodes: value.Content}, fieldsOf(dest)
	for i := range fields.len() {
		key := fields.key(i)
		if node.IsMergeKey(key) {
			l.look(spot{key, nil})
			continue
		}
		l.enter(place{key: key})
		l.read(fields.spot(i), spot{key, own.at(own.find(&fields, i))})
		l.leave()
	}
}

// look notes that a comment of a spot is lost, and reports whether one is.
func (l *lostComments) look(p spot) bool {
	r := p.remarks()
	for _, comment := range [...]string{r.keyHead, r.keyFoot, r.head, r.line, r.foot} {
		for _, line := range commentLines(comment) {
			if words := remarkWords(line); words != "" && l.kept[words]+l.told[words] == 0 {
				l.note(NoteComment, l.message)
				l.tell(comment)
				return true
			}
		}
	}
	return false
}
