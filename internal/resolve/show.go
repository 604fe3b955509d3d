package resolve

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/paint"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// words are those of a text.
func words(text string) []string { return strings.Fields(printable.Line(text)) }

// paint is a text in a style, if there are colours.
func (d *Dialog) paint(style paint.Style, text string) string {
	return style.If(d.Colour).Sprint(text)
}

// line writes words with a space between, on several lines where the terminal is too
// narrow. The end of the last line is left to the caller.
func (d *Dialog) line(indent string, words ...string) {
	room := 0
	if d.Columns != nil {
		room = d.Columns()
	}
	at, colours := 0, regexp.MustCompile("\x1b\\[[0-9]*m") // Codes, which take no room.
	for i, w := range words {
		wide, between := utf8.RuneCountInString(colours.ReplaceAllString(w, "")), " "
		switch {
		case i == 0:
			between = indent
		case room > 0 && at+1+wide > room:
			between, at = "\n"+indent+"  ", 0
		}
		fmt.Fprint(d.Out, between+w)
		at += len(strings.TrimPrefix(between, "\n")) + wide
	}
}

// says writes a sentence.
func (d *Dialog) says(indent, text string) {
	d.line(indent, words(text)...)
	fmt.Fprintln(d.Out)
}

// show tells where a question is, what each version has, and which answers cannot stand.
func (d *Dialog) show(q *Question, at, of int) {
	here := q
	if d.Shown != nil {
		here = q.SeenAt(d.Shown(q.File))
	}
	place, resource, path := here.subject()
	parts := append([]string{d.paint(paint.Bold, fmt.Sprintf("%d of %d ", at, of)), place}, words(resource)...)
	if path != "" {
		parts = append(parts, d.paint(paint.Cyan, path))
	}
	fmt.Fprintln(d.Out)
	d.line("", parts...)
	fmt.Fprintln(d.Out)
	d.says("", q.Title())
	switch {
	case q.Secret && q.block == nil:
		d.says("  ", "(the values of a secret are neither shown nor written down; to take another one, edit the file, then krm-merge resolve --take file)")
	case q.Secret:
		d.says("  ", "(the values of a secret are not shown)")
	case q.unknown():
		b := q.block
		d.versions("  ", [3]view{rawView(textNode(b.Original)), rawView(textNode(b.Upstream)), rawView(textNode(b.Yours))}, nil)
	case q.block != nil && len(q.block.asks) > 1:
		d.showAll(q.block)
	default:
		d.values("  ", q)
	}
}

// showAll shows all questions that one block asks.
func (d *Dialog) showAll(b *block) {
	const most = 6
	for i := range b.asks {
		if i == most {
			d.says("  ", fmt.Sprintf("… and %d more", len(b.asks)-most))
			return
		}
		q := &Question{Open: b.asks[i]}
		fmt.Fprintln(d.Out, "  "+d.paint(paint.Cyan, printable.Line(cmp.Or(q.Path, "(whole)"))))
		d.values("    ", q)
	}
}

// values shows the values of a question.
func (d *Dialog) values(indent string, q *Question) {
	shown, binary := viewOf, q.binary()
	if q.ofFile() {
		shown = rawView
	}
	var all [3]view
	for i, n := range q.sides() {
		if all[i] = shown(n); binary && all[i] != nil {
			all[i] = textView(fmt.Sprintf("(not a text, %d bytes)", len(node.Target(n).Value)))
		}
	}
	spelled := phrase.Excerpts(q.sides()...)
	if binary {
		spelled = nil
	}
	d.versions(indent, all, spelled)
}

// versions shows what the three versions have; spelled is how to show them where their lines
// do not differ, nil for no other way.
func (d *Dialog) versions(indent string, all [3]view, spelled []string) {
	if !compare(all) && spelled != nil {
		all = [3]view{textView(spelled[0]), textView(spelled[1]), textView(spelled[2])}
		compare(all)
	}
	const few = 8
	whole := max(len(all[0]), len(all[1]), len(all[2])) <= few || len(slices.DeleteFunc(slices.Clone(all[:]), view.none)) == 1
	var shown [3][]string
	for i, style := range []paint.Style{paint.Red, paint.Green, paint.Yellow} {
		shown[i] = all[i].rows(whole, style.If(d.Colour), paint.Faint.If(d.Colour))
	}
	for i, name := range []string{phrase.Original, phrase.Updated, phrase.Dest} {
		rows := shown[i]
		switch {
		case all[i] == nil && i == 0:
		case all[i] == nil && all[0] != nil:
			fmt.Fprintf(d.Out, "%s%-8s  (deleted)\n", indent, name)
		case len(rows) == 0:
			fmt.Fprintf(d.Out, "%s%-8s  (nothing)\n", indent, name)
		case max(len(shown[0]), len(shown[1]), len(shown[2])) <= 1:
			fmt.Fprintf(d.Out, "%s%-8s  %s\n", indent, name, rows[0])
		default:
			fmt.Fprintf(d.Out, "%s%s\n", indent, name)
			for _, row := range rows {
				fmt.Fprintf(d.Out, "%s  %s\n", indent, row)
			}
		}
	}
}

// offer is an answer, and why it cannot stand.
type offer struct {
	choice  Choice
	meaning string
	refused error
}

// offers are the answers to a question.
func (s *Session) offers(q *Question) []offer {
	yours, upstream := "what you have stays", "upstream's is taken"
	switch {
	case q.Secret || q.unknown() || q.Original == nil:
	case q.Dest == nil:
		yours, upstream = "it stays deleted", "it is added again, as upstream has it"
	case q.Answered() == nil:
		upstream = "it is deleted, as upstream did"
	}
	both, edit := "the elements of both lists", "write the value in your editor"
	if q.block != nil {
		both, edit = "the lines of both sides, yours first", "write the lines in your editor"
	}
	all := []offer{{Yours, yours, nil}, {Upstream, upstream, nil}, {Both, both, nil}, {Edit, edit, nil}}
	for i := range all {
		all[i].refused = s.Stands(q, all[i].choice)
	}
	return all
}

// refusal says why an answer cannot stand, without what is known where it is said.
func (o *offer) refusal(q *Question) string {
	why := " is not possible here: "
	if breaks(o.refused) {
		why = " cannot stand: "
	}
	text := strings.TrimPrefix(strings.TrimPrefix(o.refused.Error(), ErrNoAnswer.Error()+": "), q.File+": ")
	return o.choice.String() + why + strings.TrimPrefix(text, answersBreak+": ")
}

// warn tells which answers cannot stand, of those that one may expect to.
func (d *Dialog) warn(q *Question, all []offer) {
	for _, o := range all {
		if breaks(o.refused) && o.choice != Edit || o.refused != nil && o.choice == Upstream && !q.Secret {
			d.says("  ", o.refusal(q))
		}
	}
}

// prompt asks.
func (d *Dialog) prompt(all []offer) {
	var names []string
	for _, o := range all {
		if o.refused == nil {
			names = append(names, o.choice.String()+",")
		}
	}
	names = append(names, "skip,", "previous,", "quit,", "?")
	for i, name := range names {
		names[i] = d.paint(paint.Bold, name[:1]) + name[1:]
	}
	d.line("", names...)
	fmt.Fprint(d.Out, " ")
}

// help says what each answer does, or why it cannot stand.
func (d *Dialog) help(q *Question, all []offer) {
	explain := func(letter, text string) {
		d.line("  ", append([]string{d.paint(paint.Bold, letter+" ")}, words(text)...)...)
		fmt.Fprintln(d.Out)
	}
	for _, o := range all {
		text := o.choice.String() + ": " + o.meaning
		if o.refused != nil {
			text = o.refusal(q)
		}
		explain(text[:1], text)
	}
	explain("…", "yours all, upstream all, both all: so it is with the rest that is like this")
	explain("s", "skip: leave it open")
	explain("p", "previous: take the last answer back, with those that it was for, too, or go back to what was skipped")
	explain("q", "quit: what was answered is written")
	explain("?", "this help")
}
