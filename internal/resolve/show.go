package resolve

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/lines"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/paint"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge/files"
)

// paint is a text in a style, if there are colours.
func (d *Dialog) paint(style paint.Style, text string) string {
	return style.If(d.Colour).Sprint(text)
}

// says writes a sentence.
func (d *Dialog) says(indent, text string) { fmt.Fprintln(d.Out, indent+printable.Line(text)) }

// show tells where a question is, and what each version has.
func (d *Dialog) show(q *Question, at, of int) {
	place, resource, path := q.subject()
	fmt.Fprintln(d.Out, strings.TrimRight("\n"+d.paint(paint.Bold, fmt.Sprintf("%d of %d ", at, of))+" "+place+" "+resource, " "))
	if path != "" {
		fmt.Fprintln(d.Out, d.paint(paint.Cyan, path))
	}
	d.says("", q.Title())
	switch {
	case q.noText:
		d.says("  ", "(it is not a text; to take another version, replace the file, then krm-merge resolve --take file)")
	case q.Secret && q.block == nil:
		d.says("  ", "(the values of a secret are neither shown nor written down; to take another one, edit the file, then krm-merge resolve --take file)")
	case q.Secret:
		d.says("  ", "(the values of a secret are not shown)")
	case q.block != nil && len(q.block.asks) != 1:
		original, updated, dest := q.block.Stretch().Values()
		d.values([]*yaml.Node{original, updated, dest}, true)
	default:
		d.values(q.sides(), q.ofFile() || lines.IsPath(q.Path))
	}
}

// values shows what the versions have, Original first: in a line each where none has more, else how
// they differ from the first that there is. raw: they are texts of a file, or lines of it.
func (d *Dialog) values(versions []*yaml.Node, raw bool) {
	texts, short := textsOf(versions, raw)
	is := func(n *yaml.Node) bool { return n != nil }
	base := slices.IndexFunc(versions, is)
	alone := !slices.ContainsFunc(versions[base+1:], is)
	names := []string{phrase.Original, phrase.Updated, phrase.Dest}
	for i, style := range []paint.Style{paint.Red, paint.Green, paint.Yellow} {
		line := texts[i]
		switch {
		case !is(versions[i]) && i == 0:
			continue
		case !is(versions[i]) && is(versions[0]):
			line = "(deleted)"
		case line == "":
			line = "(nothing)"
		case short:
			line = d.paint(style, strings.TrimSuffix(line, "\n"))
		case i != base:
			fmt.Fprintf(d.Out, "  %s → %s\n", names[base], names[i])
			d.diff(texts[base], line, style)
			continue
		case alone:
			d.diff("", line, style)
			continue
		default:
			continue // The others are shown beside it.
		}
		fmt.Fprintf(d.Out, "  %-8s  %s\n", names[i], line)
	}
}

// textsOf is what the versions have as people read it, "" for nothing; short: none has more than a line.
func textsOf(versions []*yaml.Node, raw bool) (texts []string, short bool) {
	binary := raw && slices.ContainsFunc(versions, isBinary)
	short = true
	for _, n := range versions {
		text := ""
		switch n = node.Target(n); {
		case n == nil:
		case binary:
			text = fmt.Sprintf("(not a text, %d bytes)", len(n.Value))
		case raw:
			text = printable.Text(n.Value)
		default:
			text = printable.Text(phrase.YAML(phrase.JSON(n)))
		}
		if text != "" && !binary && slices.Contains(texts, text) {
			return phrase.Excerpts(versions...), true // Only how they are spelled tells them apart.
		}
		short = short && !strings.Contains(strings.TrimSuffix(text, "\n"), "\n")
		texts = append(texts, text)
	}
	if short && !raw {
		texts = phrase.Excerpts(versions...)
	}
	return texts, short
}

// diff shows how a text differs from another.
func (d *Dialog) diff(from, to string, come paint.Style) {
	const most = 24
	styles := map[byte]paint.Style{'-': paint.Red, '+': come, '@': paint.Faint}
	all := slices.Collect(strings.Lines(string(diff.Diff("", []byte(from), "", []byte(to)))))
	all = all[min(3, len(all)):] // Without the names of both.
	for i, line := range all {
		if i == most {
			fmt.Fprintln(d.Out, "    "+d.paint(paint.Faint, fmt.Sprintf("… %d more lines", len(all)-most)))
			break
		}
		fmt.Fprintln(d.Out, "    "+d.paint(styles[line[0]], strings.TrimSuffix(line, "\n")))
	}
}

// offer is an answer, and why it cannot be given.
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
		_, all[i].refused = s.taking(q, all[i].choice, nil)
	}
	return all
}

// refusal says why an answer cannot be given.
func (o *offer) refusal() string {
	return o.choice.String() + " is not possible here: " + strings.TrimPrefix(o.refused.Error(), ErrNoAnswer.Error()+": ")
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
	fmt.Fprint(d.Out, strings.Join(names, " ")+" ")
}

// help says what each answer does, or why it cannot be given.
func (d *Dialog) help(all []offer) {
	explain := func(letter, text string) {
		fmt.Fprintln(d.Out, "  "+d.paint(paint.Bold, letter)+"  "+printable.Line(text))
	}
	for _, o := range all {
		text := o.choice.String() + ": " + o.meaning
		if o.refused != nil {
			text = o.refusal()
		}
		explain(text[:1], text)
	}
	explain("…", "yours all, upstream all, both all: so it is with the rest that is like this")
	explain("s", "skip: leave it open")
	explain("p", "previous: take the last answer back, with those that it was for, too, or go back to what was skipped")
	explain("q", "quit: what was answered is written")
	explain("?", "this help")
}

// Dialog goes through questions line by line.
type Dialog struct {
	In  io.Reader
	Out io.Writer
	// Open reads the questions again, and Write writes the files that an answer changes.
	Open  func() (*Session, error)
	Write func([]files.Merged) error
	// Edit lets somebody edit a text.
	Edit func(text []byte) ([]byte, error)
	// Filter names the questions that are asked.
	Filter Filter
	// Colour: what differs is coloured.
	Colour bool

	lines *bufio.Scanner
	// skipped are the questions that were left out; done are the answers and the questions
	// that were skipped, the last one last.
	skipped map[string]bool
	done    []done
	// answered counts the answers.
	answered int
}

// done is an answer to so many questions, with the files as they were before, or a question that was skipped.
type done struct {
	files    []files.Merged
	answered int
	skipped  string
}
