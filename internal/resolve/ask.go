package resolve

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/marks"
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

	lines *bufio.Scanner
	// skipped are the questions that were left out; done is what was written, the last
	// answer last.
	skipped map[string]bool
	done    [][]before
	// answered counts the answers.
	answered int
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
	next
	quit
)

const help = `  m  mine: what you have stays
  t  theirs: upstream's is taken
  n  newest: the higher one of two versions
  b  both: the elements of both lists
  e  edit: write the value in your editor
  a  always mine: pins the place with a comment, so that no later merge asks
  s  skip: leave it open
  u  undo the last answer
  q  quit: what was answered is written
  ?  this help
`

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
	for {
		s, err := d.Open()
		if err != nil {
			return 0, err
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
		q := waiting[0]
		at := d.answered + len(d.skipped) + 1
		d.show(q, at, at+len(waiting)-1)
		for what := again; what == again; {
			if what, err = d.ask(s, q); err != nil {
				return left, err
			}
			if what == quit {
				fmt.Fprintf(d.Out, "%d answered, %d left\n", d.answered, left)
				return left, nil
			}
		}
	}
}

// id is a question in every session.
func (q *Question) id() string {
	if q.block != nil {
		return q.in.file.path + "\x00" + q.block.key
	}
	return strings.Join([]string{q.in.file.path, fmt.Sprint(q.in.index), q.File, q.Resource.Kind, q.Resource.Namespace, q.Resource.Name, q.Path, q.Conflict}, "\x00")
}

// show tells where a question is, and what each version has.
func (d *Dialog) show(q *Question, at, of int) {
	fmt.Fprintf(d.Out, "\n%d of %d  %s\n%s\n", at, of, q.Subject(), printable.Line(q.title()))
	if q.Secret {
		fmt.Fprintln(d.Out, "  (the values of a secret are not shown)")
		return
	}
	if q.unknown() {
		for line := range strings.Lines(string(q.block.shown())) {
			fmt.Fprintf(d.Out, "  %s\n", printable.Line(strings.TrimRight(line, "\r\n")))
		}
		return
	}
	values := phrase.Excerpts(q.Original, q.Answered(), q.Dest)
	for i, name := range []string{phrase.Original, phrase.Updated, phrase.Dest} {
		fmt.Fprintf(d.Out, "  %-8s  %s\n", name, cmp.Or(values[i], "(nothing)"))
	}
}

// choiceOf gives the answer that a word or its first letter stands for.
func choiceOf(word string) (choice Choice, known bool) {
	switch word {
	case "m", "mine":
		return Mine, true
	case "t", "theirs":
		return Theirs, true
	case "n", "newest":
		return Newest, true
	case "b", "both":
		return Both, true
	case "e", "edit":
		return Edit, true
	case "a", "always", "always mine":
		return Pin, true
	}
	return choice, false
}

// ask asks once.
func (d *Dialog) ask(s *Session, q *Question) (step, error) {
	fmt.Fprint(d.Out, "mine, theirs, newest, both, edit, always mine, skip, undo, quit, ? ")
	if !d.lines.Scan() {
		fmt.Fprintln(d.Out)
		return quit, d.lines.Err()
	}
	word := strings.ToLower(strings.TrimSpace(d.lines.Text()))
	switch word {
	case "q", "quit":
		return quit, nil
	case "s", "skip":
		d.skipped[q.id()] = true
		return next, nil
	case "u", "undo":
		return d.undo()
	case "?", "h", "help":
		fmt.Fprint(d.Out, help)
		return again, nil
	}
	choice, known := choiceOf(word)
	if !known {
		fmt.Fprintf(d.Out, "there is no answer %q; ? lists them\n", printable.Line(word))
		return again, nil
	}
	var value *yaml.Node
	if choice == Edit {
		var err error
		if value, err = d.edited(q); err != nil {
			fmt.Fprintln(d.Out, printable.Line(err.Error()))
			return again, nil
		}
	}
	return d.answer(s, q, choice, value)
}

// answer answers, and writes the files.
func (d *Dialog) answer(s *Session, q *Question, choice Choice, value *yaml.Node) (step, error) {
	err := s.Answer(q, choice, value)
	switch {
	case errors.Is(err, ErrNoAnswer):
		fmt.Fprintln(d.Out, printable.Line(err.Error()))
		return again, nil
	case err != nil:
		fmt.Fprintln(d.Out, printable.Line(err.Error()))
		d.skipped[q.id()] = true
		return next, nil
	}
	changed, err := s.Changed()
	if err != nil {
		fmt.Fprintln(d.Out, printable.Line(err.Error()))
		if errors.Is(err, ErrChanged) {
			return next, nil
		}
		d.skipped[q.id()] = true
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
		fmt.Fprintln(d.Out, printable.Line(line))
	}
	d.done = append(d.done, was)
	d.answered++
	return next, nil
}

// undo writes the files as they were before the last answer.
func (d *Dialog) undo() (step, error) {
	last := len(d.done) - 1
	if last < 0 {
		fmt.Fprintln(d.Out, "nothing was answered yet")
		return again, nil
	}
	s, err := d.Open()
	if err != nil {
		return quit, err
	}
	var old []files.Merged
	for _, b := range d.done[last] {
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
	d.done = d.done[:last]
	d.answered--
	return next, nil
}

// edited lets somebody edit the value of a question, and reads it.
func (d *Dialog) edited(q *Question) (*yaml.Node, error) {
	if q.Secret || q.block != nil && q.in.file.lined.secret {
		return nil, errors.New("the values of a secret are not written down; edit the file, and answer with resolve --accept")
	}
	if q.block != nil {
		return d.editedLines(q)
	}
	text, err := d.Edit(q.text())
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
