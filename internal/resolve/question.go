package resolve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// Title is what happened, on one line: a file may call it anything. Between lines of which
// nobody knows more it names the sides.
func (q *Question) Title() string {
	title := phrase.TitleOf(q.Conflict)
	switch {
	case q.unknown():
		title = q.block.unlabelled()
	case q.block != nil && len(q.block.asks) > 1:
		title += fmt.Sprintf(" (and %d more in the same lines)", len(q.block.asks)-1)
	case q.Several():
		title += " (one answer is that to several questions)"
	}
	return printable.Line(title)
}

// Subject is the place of the question, on one line.
func (q *Question) Subject() string {
	place, resource, path := q.subject()
	return strings.Join(slices.DeleteFunc([]string{place, resource, path}, func(part string) bool { return part == "" }), " ")
}

// subject is the place of the question: the file and line, the resource, and the path.
func (q *Question) subject() (place, resource, path string) {
	place = cmp.Or(q.shown, q.File)
	if q.Line > 0 {
		place += fmt.Sprintf(":%d", q.Line)
	}
	if q.unknown() {
		return printable.Line(place), "", ""
	}
	return printable.Line(place), printable.Line(q.Resource.String()), printable.Line(cmp.Or(q.Path, "(whole)"))
}

// unknown reports whether it stands between lines of which nobody knows the values.
func (q *Question) unknown() bool { return q.block != nil && len(q.block.asks) == 0 }

// Words are what is said of it; the values only where they are shown in one line.
func (q *Question) Words() phrase.Words {
	w := phrase.Words{Kind: phrase.Kind{Code: q.Conflict, Title: q.Title()}, Outcome: "unresolved", Hint: "krm-merge resolve", Open: true}
	if !q.Secret && (q.Path != "" || q.Conflict == merge.Moved.String()) {
		values := phrase.Excerpts(q.sides()...)
		w.Original, w.Updated, w.Dest = values[0], values[1], values[2]
	}
	return w
}

// String is the question on one line.
func (q *Question) String() string {
	words := q.Words()
	text := q.Subject() + ": " + words.Question()
	switch {
	case q.noText:
		text += " (binary)"
	case q.Secret:
		text += " (secret)"
	}
	return text
}

// Called is what answers call the question, as long as its values stay; "" where nobody must know whether they do.
func (q *Question) Called() string {
	switch {
	case q.Secret:
		return ""
	case q.block != nil:
		const length = 8
		return terms.Digest(length, q.block.key)
	}
	return q.Key().MarkOf()
}

// id is a question in every session.
func (q *Question) id() string {
	if q.block != nil {
		return q.File + "\x00" + q.block.key
	}
	return strings.Join([]string{q.in.file.path, fmt.Sprint(q.in.index), q.File, q.Resource.Kind, q.Resource.Namespace, q.Resource.Name, q.Path, q.Conflict}, "\x00")
}

// ofFile reports whether the question is about a file without resources.
func (q *Question) ofFile() bool {
	text := func(n *yaml.Node) bool { return n == nil || n.Kind == yaml.ScalarNode && n.Tag == "!!str" }
	return q.Path == "" && q.Resource.Kind == "" && text(q.Original) && text(q.Updated) && text(q.Dest)
}

// OfLines reports whether the question is about a file that is merged by lines: one answer is
// that to all places which both sides changed.
func (q *Question) OfLines() bool {
	return q.ofFile() && q.Conflict == merge.BothChanged.String() && q.Original != nil && q.Updated != nil && q.Dest != nil && !q.Link && !q.binary()
}

// sides are what the versions have, Original first; of updated what taking its side puts there.
func (q *Question) sides() []*yaml.Node {
	if q.Several() {
		return []*yaml.Node{q.Original, q.Updated, q.Dest}
	}
	return []*yaml.Node{q.Original, q.Answered(), q.Dest}
}

// binary reports whether a question is about a file that is not a text.
func (q *Question) binary() bool {
	return q.noText || q.ofFile() && slices.ContainsFunc(q.sides(), isBinary)
}

func isBinary(n *yaml.Node) bool {
	n = node.Target(n)
	return n != nil && n.Kind == yaml.ScalarNode && (n.Tag == "!!binary" || strings.ContainsRune(n.Value, 0))
}

// both has the elements of both lists, nil where there are not two.
func (q *Question) both() *yaml.Node {
	mine, theirs := node.Target(q.Dest), node.Target(q.Answered())
	if !isKind(mine, yaml.SequenceNode) || !isKind(theirs, yaml.SequenceNode) {
		return nil
	}
	list, seen := *mine, map[string]bool{}
	list.Content = nil
	for _, e := range slices.Concat(mine.Content, theirs.Content) {
		if d := merge.Digest(e); !seen[d] {
			seen[d] = true
			list.Content = append(list.Content, e)
		}
	}
	return &list
}

// place is where an answer goes.
func (q *Question) place() (merge.Path, error) {
	at, ok := q.Where()
	if !ok {
		return nil, fmt.Errorf("%s: %q is not the path of one place; merge again", q.File, cmp.Or(q.At, q.Path))
	}
	return at, nil
}

func isKind(n *yaml.Node, kind yaml.Kind) bool {
	n = node.Target(n)
	return n != nil && n.Kind == kind
}

// unlabelled is what happened in a block whose label names no place.
func (b *block) unlabelled() string {
	switch yours := b.Names[merge.Dest]; {
	case strings.Contains(yours, ": "):
		return yours
	case yours == "", yours == phrase.Dest, yours == "ours":
		return "the versions differ here"
	default:
		return fmt.Sprintf("the versions differ here: yours is %s, upstream's %s", yours, cmp.Or(b.Names[merge.Updated], "the other"))
	}
}
