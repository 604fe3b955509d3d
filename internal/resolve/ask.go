package resolve

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// step is what the dialog does next.
type step uint8

const (
	again step = iota
	// next reads the questions again, as files may have changed.
	next
	quit
)

// Confirm asks a question whose answer is yes or no.
func (d *Dialog) Confirm(question string) bool {
	fmt.Fprint(d.Out, printable.Line(question))
	word, _ := d.read()
	return word == "y" || word == "yes"
}

// read reads a line; more is false where the input ends.
func (d *Dialog) read() (line string, more bool) {
	if d.lines == nil {
		d.lines = bufio.NewScanner(d.In)
	}
	if more = d.lines.Scan(); !more {
		fmt.Fprintln(d.Out)
	}
	return strings.ToLower(strings.TrimSpace(d.lines.Text())), more
}

// Run asks until no question is left, or somebody quits, or the input ends: every answer
// is written at once. It gives how many questions are left.
func (d *Dialog) Run() (left int, err error) {
	d.skipped = map[string]bool{}
	for {
		s, err := d.Open()
		if err != nil {
			return 0, err
		}
		waiting := slices.DeleteFunc(d.Filter.Of(s.Questions()), func(q *Question) bool { return d.skipped[q.id()] })
		left = len(s.Questions())
		what := quit
		if len(waiting) > 0 {
			what, err = d.question(s, waiting)
		}
		if err != nil {
			return left, err
		}
		if what == quit {
			fmt.Fprintf(d.Out, "%d answered, %d left\n", d.answered, left)
			return left, nil
		}
	}
}

// question shows the first of the questions that wait, and asks until there is an answer.
func (d *Dialog) question(s *Session, waiting []*Question) (what step, err error) {
	q, alike := waiting[0], alike(waiting)
	at := d.answered + len(d.skipped) + 1
	d.show(q, at, at+len(waiting)-1)
	if before := s.before(q); before != "" {
		d.says("  ", before)
	}
	offers := s.offers(q)
	if len(alike) > 0 {
		d.says("  ", fmt.Sprintf("%d more like this; to answer them, too: yours all", len(alike)))
	}
	for what == again && err == nil {
		what, err = d.ask(s, q, alike, offers)
	}
	return what, err
}

// alike are the questions behind the first in which the same happened at a place of the
// same kind, whatever the resource and the elements on the way.
func alike(waiting []*Question) (all []*Question) {
	elements := regexp.MustCompile(`\[[^\]]*\]`)
	like := func(q *Question) string {
		return fmt.Sprint(q.Conflict, q.unknown(), elements.ReplaceAllString(q.Path, "[]"))
	}
	for _, q := range waiting[1:] {
		if like(q) == like(waiting[0]) {
			all = append(all, q)
		}
	}
	return all
}

// offered is the answer that a word or its first letter stands for, nil for none.
func offered(offers []offer, word string) *offer {
	for i := range offers {
		if name := offers[i].choice.String(); word == name || word == name[:1] {
			return &offers[i]
		}
	}
	return nil
}

// ask asks once; the answer may be for those that are alike, too.
func (d *Dialog) ask(s *Session, q *Question, alike []*Question, offers []offer) (step, error) {
	d.prompt(offers)
	word, more := d.read()
	if !more {
		return quit, d.lines.Err()
	}
	switch word {
	case "q", "quit":
		return quit, nil
	case "s", "skip":
		d.skipped[q.id()] = true
		d.done = append(d.done, done{skipped: q.id()})
		return next, nil
	case "p", "previous":
		return d.undo(), nil
	case "?", "h", "help":
		d.help(offers)
		return again, nil
	}
	word, all := strings.CutSuffix(word, " all")
	answer := offered(offers, word)
	switch {
	case answer == nil:
		fmt.Fprintf(d.Out, "there is no answer %q; ? lists them\n", printable.Line(word))
		return again, nil
	case answer.refused != nil:
		d.says("", answer.refusal())
		return again, nil
	}
	if !all || answer.choice == Edit {
		alike = nil
	}
	var value *yaml.Node
	if answer.choice == Edit {
		var err error
		if value, err = d.edited(q); err != nil {
			d.says("", err.Error())
			return again, nil
		}
	}
	return d.answer(s, q, alike, answer.choice, value), nil
}

// answer answers a question, and those alike that can have the answer, and writes the files.
func (d *Dialog) answer(s *Session, q *Question, alike []*Question, choice Choice, value *yaml.Node) step {
	made := done{}
	for _, one := range append([]*Question{q}, alike...) {
		if !slices.Contains(s.questions, one) {
			continue // One answer may be that to several.
		}
		switch err := s.Answer(one, choice, value); {
		case err == nil:
			made.answered++
		case !errors.Is(err, ErrNoAnswer):
			d.says("", err.Error())
			return next
		case one == q:
			d.says("", err.Error())
			return again
		}
	}
	changed, err := s.Changed()
	if err == nil {
		err = d.Write(changed)
	}
	if err != nil {
		d.says("", err.Error())
		return next
	}
	for _, now := range changed {
		f := s.files[now.Path]
		made.files = append(made.files, f.changed(now.Data, f.data))
	}
	for _, line := range s.Unremembered {
		d.says("", line)
	}
	d.done = append(d.done, made)
	d.answered += made.answered
	return next
}

// undo writes the files as they were before the last answer, or goes back to the question that was skipped last.
func (d *Dialog) undo() step {
	if len(d.done) == 0 {
		fmt.Fprintln(d.Out, "nothing was answered yet")
		return again
	}
	last := d.done[len(d.done)-1]
	if last.skipped == "" {
		if err := d.Write(last.files); err != nil {
			d.says("", err.Error()+"; the answer stays")
			return again
		}
	}
	delete(d.skipped, last.skipped)
	d.answered -= last.answered
	d.done = d.done[:len(d.done)-1]
	return next
}

// edited lets somebody edit the value of a question, or the lines of one between marks, which have
// to go. Who leaves it as it is decides nothing.
func (d *Dialog) edited(q *Question) (value *yaml.Node, err error) {
	was := q.text()
	text, err := d.Edit(was)
	switch {
	case err != nil:
	case q.block != nil:
		value, err = node.String(string(text)), marks.Refuse(text)
	case bytes.Equal(text, was):
		err = errors.New("you changed nothing; to keep what you have, answer yours")
	case q.ofFile():
		value = node.String(string(text))
	default:
		value, err = readValue(text)
	}
	if err != nil {
		return nil, fmt.Errorf("nothing is taken: %w", err)
	}
	return value, nil
}

// readValue reads a value that somebody wrote.
func readValue(text []byte) (*yaml.Node, error) {
	docs, err := source.Parse(text)
	if err != nil {
		return nil, source.Refused(text, err)
	}
	if len(docs) != 1 || node.Root(docs[0]) == nil {
		return nil, fmt.Errorf("there are %d values; write one", len(docs))
	}
	return node.Root(docs[0]), merge.Check(docs[0])
}

// text is what somebody edits: the lines of a block, a file, or the local value, below it in comments the other ones.
func (q *Question) text() []byte {
	own := cmp.Or(q.Dest, q.Answered())
	switch {
	case q.block != nil:
		return q.block.text()
	case q.ofFile() && own == nil:
		return nil
	case q.ofFile():
		return []byte(own.Value)
	}
	value := func(n *yaml.Node) string {
		if n == nil {
			return "(nothing)"
		}
		text, _ := yaml.Marshal(n) // What was read can be.
		return strings.TrimSuffix(string(text), "\n")
	}
	text := fmt.Sprintf("%s\n# %s\n", value(own), q.Subject())
	for i, name := range []string{phrase.Original, phrase.Updated} {
		text += fmt.Sprintf("# %s:\n#   %s\n", name, strings.ReplaceAll(value(q.sides()[i]), "\n", "\n#   "))
	}
	return []byte(text)
}
