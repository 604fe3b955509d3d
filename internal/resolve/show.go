package resolve

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/paint"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// part is a part of a line that is not broken: its first letters have the style, all of
// them if there are none.
type part struct {
	text    string
	style   paint.Style
	letters int
}

// words are the parts of a text in plain style.
func words(text string) []part {
	var all []part
	for word := range strings.FieldsSeq(printable.Line(text)) {
		all = append(all, part{text: word})
	}
	return all
}

// line writes parts with a space between, on several lines where the terminal is too
// narrow. The end of the last line is left to the caller.
func (d *Dialog) line(indent string, parts ...part) {
	room := 0
	if d.Columns != nil {
		room = d.Columns()
	}
	at := len(indent)
	fmt.Fprint(d.Out, indent)
	for i, p := range parts {
		wide := utf8.RuneCountInString(p.text)
		switch {
		case i == 0:
		case room > 0 && at+1+wide > room:
			fmt.Fprint(d.Out, "\n"+indent+"  ")
			at = len(indent) + 2
		default:
			fmt.Fprint(d.Out, " ")
			at++
		}
		at += wide
		letters := len(p.text)
		if p.letters > 0 {
			letters = p.letters
		}
		fmt.Fprint(d.Out, p.style.If(d.Colour).Sprint(p.text[:letters])+p.text[letters:])
	}
}

// says writes a sentence.
func (d *Dialog) says(indent, text string) {
	d.line(indent, words(text)...)
	fmt.Fprintln(d.Out)
}

// show tells where a question is, what each version has, and which answers cannot stand.
func (d *Dialog) show(q *Question, at, of int) {
	fmt.Fprintln(d.Out)
	here := q
	if d.Shown != nil {
		here = q.SeenAt(d.Shown(q.File))
	}
	place, resource, path := here.subject()
	parts := []part{{text: fmt.Sprintf("%d of %d ", at, of), style: paint.Bold}, {text: place}}
	parts = append(parts, words(resource)...)
	if path != "" {
		parts = append(parts, part{text: path, style: paint.Cyan})
	}
	d.line("", parts...)
	fmt.Fprintln(d.Out)
	d.says("", q.Title())
	switch {
	case q.Secret && q.block == nil:
		d.says("  ", "(the values of a secret are neither shown nor written down; to take another one, edit the file, then krm-merge resolve --take file)")
	case q.Secret:
		d.says("  ", "(the values of a secret are not shown)")
	case q.binary():
		d.show3("  ", sized(q.Original), sized(q.Answered()), sized(q.Dest))
	case q.unknown():
		b := q.block
		original := view{}
		if b.HasOriginal {
			original = rawView(textNode(b.Original))
		}
		d.show3("  ", original, rawView(textNode(b.Upstream)), rawView(textNode(b.Yours)))
	case q.block != nil && len(q.block.asks) > 1:
		d.showAll(q.block)
	default:
		d.showValues("  ", q)
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
		d.line("  ", part{text: printable.Line(cmp.Or(q.Path, "(whole)")), style: paint.Cyan})
		fmt.Fprintln(d.Out)
		d.showValues("    ", q)
	}
}

// showValues shows the values of a question.
func (d *Dialog) showValues(indent string, q *Question) {
	original, updated, dest := viewOf(q.Original), viewOf(q.Answered()), viewOf(q.Dest)
	if q.ofFile() {
		original, updated, dest = rawView(q.Original), rawView(q.Answered()), rawView(q.Dest)
	}
	d.show3(indent, original, updated, dest, phrase.Excerpts(q.Original, q.Answered(), q.Dest)...)
}

// rawView is the text of a file; nil for none.
func rawView(n *yaml.Node) view {
	if n = node.Target(n); n == nil {
		return view{}
	}
	return textView(n.Value)
}

// sized says how large a file is that is not a text.
func sized(n *yaml.Node) view {
	if n = node.Target(n); n == nil {
		return view{}
	}
	return textView(fmt.Sprintf("(not a text, %d bytes)", len(n.Value)))
}

// show3 shows what the three versions have; spelled is how to show them where their lines
// do not differ.
func (d *Dialog) show3(indent string, original, updated, dest view, spelled ...string) {
	if !compare(&original, &updated, &dest) && len(spelled) == 3 {
		original, updated, dest = textView(spelled[0]), textView(spelled[1]), textView(spelled[2])
		compare(&original, &updated, &dest)
	}
	short := max(len(original.rows), len(updated.rows), len(dest.rows)) <= 1
	for _, v := range []struct {
		name  string
		style paint.Style
		view
	}{{phrase.Original, paint.Red, original}, {phrase.Updated, paint.Green, updated}, {phrase.Dest, paint.Yellow, dest}} {
		switch {
		case !v.there && v.name == phrase.Original:
			continue
		case !v.there && original.there:
			fmt.Fprintf(d.Out, "%s%-8s  (deleted)\n", indent, v.name)
		case len(v.rows) == 0:
			fmt.Fprintf(d.Out, "%s%-8s  (nothing)\n", indent, v.name)
		case short:
			fmt.Fprintf(d.Out, "%s%-8s  %s\n", indent, v.name, d.painted(v.rows[0], v.style))
		default:
			fmt.Fprintf(d.Out, "%s%s\n", indent, v.name)
			for _, r := range v.rows {
				fmt.Fprintf(d.Out, "%s  %s\n", indent, d.painted(r, v.style))
			}
		}
	}
}

// painted is a row with the words that differ in that style.
func (d *Dialog) painted(r row, style paint.Style) string {
	switch {
	case r.more > 0:
		return paint.Faint.If(d.Colour).Sprint(fmt.Sprintf("… %d more lines", r.more))
	case r.words == nil:
		return paint.Faint.If(d.Colour).Sprint("…")
	}
	var b strings.Builder
	for i := 0; i < len(r.words); {
		// Words side by side are painted together, with the spaces between them.
		from, differs := i, r.differs[i]
		for i < len(r.words) && (r.differs[i] == differs || differs && i+1 < len(r.words) && r.differs[i+1] && strings.TrimSpace(r.words[i]) == "") {
			i++
		}
		text := strings.Join(r.words[from:i], "")
		if differs {
			text = style.If(d.Colour).Sprint(text)
		}
		b.WriteString(text)
	}
	return b.String()
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

// refusal says why an answer cannot stand.
func refusal(q *Question, o offer) string {
	if breaks(o.refused) {
		return o.choice.String() + " cannot stand: " + reason(q, o.refused)
	}
	return o.choice.String() + " is not possible here: " + reason(q, o.refused)
}

// warn tells which answers cannot stand, of those that one may expect to.
func (d *Dialog) warn(q *Question, all []offer) {
	for _, o := range all {
		expected := o.choice != Edit
		if breaks(o.refused) && expected || o.refused != nil && o.choice == Upstream && !q.Secret {
			d.says("  ", refusal(q, o))
		}
	}
}

// prompt asks.
func (d *Dialog) prompt(all []offer) {
	var parts []part
	for _, o := range all {
		if o.refused == nil {
			parts = append(parts, part{o.choice.String() + ",", paint.Bold, 1})
		}
	}
	for _, word := range []string{"skip,", "previous,", "quit,"} {
		parts = append(parts, part{word, paint.Bold, 1})
	}
	d.line("", append(parts, part{"?", paint.Bold, 1})...)
	fmt.Fprint(d.Out, " ")
}

// help says what each answer does, or why it cannot stand.
func (d *Dialog) help(q *Question, all []offer) {
	for _, o := range all {
		text := o.choice.String() + ": " + o.meaning
		if o.refused != nil {
			text = refusal(q, o)
		}
		d.explain(o.choice.String()[:1], text)
	}
	d.explain("…", "yours all, upstream all, both all: so it is with the rest that is like this")
	d.explain("s", "skip: leave it open")
	d.explain("p", "previous: take the last answer back, with those that it was for, too, or go back to what was skipped")
	d.explain("q", "quit: what was answered is written")
	d.explain("?", "this help")
}

func (d *Dialog) explain(letter, text string) {
	d.line("  ", append([]part{{text: letter + " ", style: paint.Bold}}, words(text)...)...)
	fmt.Fprintln(d.Out)
}

// refuses reports whether a choice is one that cannot stand, and says why.
func (d *Dialog) refuses(q *Question, choice Choice, all []offer) bool {
	for _, o := range all {
		if o.choice == choice && o.refused != nil {
			d.says("", refusal(q, o))
			return true
		}
	}
	return false
}
