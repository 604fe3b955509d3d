package resolve

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
)

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
	// Shown is a file as it is called where somebody asks, nil for its name.
	Shown func(name string) string
	// Colour: what differs is coloured. Columns is how wide the terminal is, nil or 0 for
	// one that breaks lines by itself.
	Colour  bool
	Columns func() int

	lines *bufio.Scanner
	// skipped are the questions that were left out; done are the answers and the questions
	// that were skipped, the last one last.
	skipped map[string]bool
	done    []done
	// answered counts the answers.
	answered int
}

// done is an answer to so many questions, which changed some files, or a question that was
// skipped.
type done struct {
	files    []before
	answered int
	skipped  string
}

// before is a file as it was before an answer.
type before struct {
	file files.Merged
	data []byte
}

// step is what the dialog does next.
type step uint8

const (
	again step = iota
	// next reads the questions again, as files may have changed; later does not.
	next
	later
	quit
)

// Confirm asks a question whose answer is yes or no.
func (d *Dialog) Confirm(question string) bool {
	d.begin()
	fmt.Fprint(d.Out, printable.Line(question))
	if !d.lines.Scan() {
		fmt.Fprintln(d.Out)
		return false
	}
	word := strings.ToLower(strings.TrimSpace(d.lines.Text()))
	return word == "y" || word == "yes"
}

// begin begins to read the input.
func (d *Dialog) begin() {
	if d.lines == nil {
		d.lines = bufio.NewScanner(d.In)
	}
}

// Run asks until no question is left, or somebody quits, or the input ends: every answer
// is written at once. It gives how many questions are left.
func (d *Dialog) Run() (left int, err error) {
	d.begin()
	d.skipped = map[string]bool{}
	var s *Session
	for what := next; ; {
		if what == next {
			if s, err = d.Open(); err != nil {
				return 0, err
			}
		}
		var waiting []*Question
		for _, q := range d.Filter.Of(s.Questions()) {
			if !d.skipped[q.id()] {
				waiting = append(waiting, q)
			}
		}
		left = len(s.Questions())
		if len(waiting) == 0 {
			fmt.Fprintf(d.Out, "%d answered, %d left\n", d.answered, left)
			return left, nil
		}
		q, alike := waiting[0], alike(waiting)
		at := d.answered + len(d.skipped) + 1
		d.show(q, at, at+len(waiting)-1)
		if before := s.before(q); before != "" {
			d.says("  ", before)
		}
		offers := s.offers(q)
		d.warn(q, offers)
		if len(alike) > 0 {
			d.says("  ", fmt.Sprintf("%d more like this; to answer them, too: yours all", len(alike)))
		}
		for what = again; what == again; {
			if what, err = d.ask(s, q, alike, offers); err != nil {
				return left, err
			}
			if what == quit {
				fmt.Fprintf(d.Out, "%d answered, %d left\n", d.answered, left)
				return left, nil
			}
		}
	}
}

// alike are the questions behind the first in which the same happened at a place of the
// same kind, whatever the resource and the elements on the way.
func alike(waiting []*Question) (all []*Question) {
	elements := regexp.MustCompile(`\[[^\]]*\]`)
	like := func(q *Question) string { return q.Kind() + " " + elements.ReplaceAllString(q.Path, "[]") }
	for _, q := range waiting[1:] {
		if like(q) == like(waiting[0]) && q.unknown() == waiting[0].unknown() {
			all = append(all, q)
		}
	}
	return all
}

// id is a question in every session.
func (q *Question) id() string {
	if q.block != nil {
		return q.File + "\x00" + q.block.key
	}
	return strings.Join([]string{q.in.file.path, fmt.Sprint(q.in.index), q.File, q.Resource.Kind, q.Resource.Namespace, q.Resource.Name, q.Path, q.Conflict}, "\x00")
}

// choiceOf gives the answer that a word or its first letter stands for.
func choiceOf(word string) (choice Choice, known bool) {
	for _, choice := range []Choice{Yours, Upstream, Both, Edit} {
		if name := choice.String(); word == name || word == name[:1] {
			return choice, true
		}
	}
	return choice, false
}

// ask asks once; the answer may be for those that are alike, too.
func (d *Dialog) ask(s *Session, q *Question, alike []*Question, offers []offer) (step, error) {
	d.prompt(offers)
	if !d.lines.Scan() {
		fmt.Fprintln(d.Out)
		return quit, d.lines.Err()
	}
	word := strings.ToLower(strings.TrimSpace(d.lines.Text()))
	switch word {
	case "q", "quit":
		return quit, nil
	case "s", "skip":
		d.skip(q)
		return later, nil
	case "p", "previous":
		return d.undo()
	case "?", "h", "help":
		d.help(q, offers)
		return again, nil
	}
	word, all := strings.CutSuffix(word, " all")
	choice, known := choiceOf(word)
	if !all || choice == Edit {
		alike = nil
	}
	switch {
	case word == "":
		d.says("", "type an answer or its first letter; ? lists them")
		return again, nil
	case !known:
		fmt.Fprintf(d.Out, "there is no answer %q; ? lists them\n", printable.Line(word))
		return again, nil
	case d.refuses(q, choice, offers):
		return again, nil
	}
	var value *yaml.Node
	if choice == Edit {
		var err error
		if value, err = d.edited(q); err != nil {
			d.says("", err.Error())
			return again, nil
		}
	}
	return d.answer(s, q, alike, choice, value)
}

// skip leaves a question open.
func (d *Dialog) skip(q *Question) {
	d.skipped[q.id()] = true
	d.done = append(d.done, done{skipped: q.id()})
}

// answer answers a question, and those alike that can have the answer, and writes the files.
func (d *Dialog) answer(s *Session, q *Question, alike []*Question, choice Choice, value *yaml.Node) (step, error) {
	err := s.Answer(q, choice, value)
	switch {
	case errors.Is(err, ErrNoAnswer):
		d.says("", err.Error())
		return again, nil
	case err != nil:
		d.says("", err.Error())
		d.skip(q)
		return next, nil
	}
	answered := 1
	for _, q := range alike {
		if s.Stands(q, choice) == nil && s.Answer(q, choice, nil) == nil {
			answered++
		}
	}
	changed, err := s.Changed()
	if err != nil {
		d.says("", err.Error())
		if !errors.Is(err, ErrChanged) {
			d.skip(q)
		}
		return next, nil
	}
	var was []before
	for _, f := range changed {
		was = append(was, before{f, s.files[f.Path].data})
	}
	if err = d.Write(changed); err != nil {
		return quit, err
	}
	for _, line := range s.Unremembered {
		d.says("", line)
	}
	d.done = append(d.done, done{files: was, answered: answered})
	d.answered += answered
	return next, nil
}

// undo writes the files as they were before the last answer, or goes back to the question
// that was skipped last.
func (d *Dialog) undo() (step, error) {
	last := len(d.done) - 1
	if last < 0 {
		fmt.Fprintln(d.Out, "nothing was answered yet")
		return again, nil
	}
	if id := d.done[last].skipped; id != "" {
		delete(d.skipped, id)
		d.done = d.done[:last]
		return later, nil
	}
	s, err := d.Open()
	if err != nil {
		return quit, err
	}
	var old []files.Merged
	for _, b := range d.done[last].files {
		f, missing := s.file(b.file.Path)
		if missing != nil {
			return quit, missing
		}
		if !bytes.Equal(f.data, b.file.Data) {
			fmt.Fprintf(d.Out, "%s: somebody changed it meanwhile; the answer stays\n", printable.Line(f.path))
			return again, nil
		}
		m := b.file
		m.Data, m.Status, m.Versions = b.data, files.Changed, readAs(f.path, f.data)
		if b.data == nil {
			m.Status = files.Deleted
		}
		old = append(old, m)
	}
	if err = d.Write(old); err != nil {
		return quit, err
	}
	d.answered -= d.done[last].answered
	d.done = d.done[:last]
	return next, nil
}

// edited lets somebody edit the value of a question, and reads it.
func (d *Dialog) edited(q *Question) (*yaml.Node, error) {
	switch {
	case q.block != nil:
		return d.editedLines(q)
	case q.ofFile():
		return d.editedFile(q)
	}
	text, err := d.changed(q.text())
	if err != nil {
		return nil, fmt.Errorf("nothing is taken: %w", err)
	}
	docs, err := source.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("nothing is taken: %w", source.Refused(text, err))
	}
	if len(docs) != 1 || node.Root(docs[0]) == nil {
		return nil, fmt.Errorf("nothing is taken: there are %d values; write one", len(docs))
	}
	if err = merge.Check(docs[0]); err != nil {
		return nil, fmt.Errorf("nothing is taken: %w", err)
	}
	return node.Root(docs[0]), nil
}

// changed lets somebody edit a text; who leaves it as it is decides nothing.
func (d *Dialog) changed(text []byte) ([]byte, error) {
	edited, err := d.Edit(text)
	if err == nil && bytes.Equal(edited, text) {
		err = errors.New("you changed nothing; to keep what you have, answer yours")
	}
	return edited, err
}

// editedLines lets somebody edit the lines of a block with its marks, which have to go.
func (d *Dialog) editedLines(q *Question) (*yaml.Node, error) {
	text, err := d.Edit(q.block.shown())
	if err == nil {
		err = marks.Refuse(text)
	}
	if err != nil {
		return nil, fmt.Errorf("nothing is taken: %w", err)
	}
	return node.String(string(text)), nil
}

// editedFile lets somebody edit a file that is merged whole.
func (d *Dialog) editedFile(q *Question) (*yaml.Node, error) {
	old := ""
	for _, n := range []*yaml.Node{q.Answered(), q.Dest} {
		if n = node.Target(n); n != nil {
			old = n.Value
		}
	}
	text, err := d.changed([]byte(old))
	if err != nil {
		return nil, fmt.Errorf("nothing is taken: %w", err)
	}
	return node.String(string(text)), nil
}

// text is what somebody edits: the local value, below it in comments the other ones.
func (q *Question) text() []byte {
	var b bytes.Buffer
	value := func(n *yaml.Node) string {
		if n == nil {
			return ""
		}
		text, err := yaml.Marshal(n)
		if err != nil {
			return ""
		}
		return string(text)
	}
	b.WriteString(cmp.Or(value(q.Dest), value(q.Answered())))
	fmt.Fprintf(&b, "# %s\n", q.Subject())
	for _, v := range []struct {
		name  string
		value *yaml.Node
	}{{phrase.Original, q.Original}, {phrase.Updated, q.Answered()}} {
		text := cmp.Or(value(v.value), "(nothing)\n")
		fmt.Fprintf(&b, "# %s:\n#   %s\n", v.name, strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n#   "))
	}
	return b.Bytes()
}
