package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/merge/files"
)

// resolving is a run of resolve.
type resolving struct {
	drop, batch    bool
	choice         resolve.Choice
	answers        string
	filter         resolve.Filter
	stdout, stderr io.Writer
}

// resolveCommand answers open questions.
func resolveCommand() *cobra.Command {
	r := resolving{}
	c := &cobra.Command{
		Use: "resolve",
		RunE: func(c *cobra.Command, args []string) error {
			r.stdout, r.stderr = c.OutOrStdout(), c.ErrOrStderr()
			return r.run(c, args)
		},
	}
	f := c.Flags()
	f.Func("take", "answer: yours, upstream, or file for what the file has", r.take)
	f.StringVar(&r.answers, "answers", "", "answer as this `FILE` in JSON says, - for stdin")
	f.BoolVar(&r.drop, "forget", false, "drop remembered decisions")
	f.StringVar(&r.filter.Resource, "resource", "", "only questions about this resource: KIND/NAME, NAMESPACE/NAME or FILE")
	f.StringVar(&r.filter.Path, "path", "", "only questions about this place and what is below it")
	c.MarkFlagsMutuallyExclusive("take", "answers", "forget")
	c.MarkFlagsMutuallyExclusive("answers", "resource")
	c.MarkFlagsMutuallyExclusive("answers", "path")
	return c
}

func (r *resolving) run(c *cobra.Command, args []string) error {
	given, err := r.given(c.InOrStdin())
	if err != nil {
		return fmt.Errorf("--answers %s: %w", r.answers, err)
	}
	w, err := openWorkspace(args, nil)
	if err != nil {
		return err
	}
	defer w.root.Close()
	if r.drop {
		return r.forget(w)
	}
	d := r.dialog(c, w)
	said, err := w.mergeAgain(r.permits(d, r.batch || r.answers != ""))
	if err != nil {
		return err
	}
	for _, line := range said {
		fmt.Fprintln(r.stderr, printable.Lines(line))
	}
	if r.answers != "" {
		// It is about the questions that stand there: only what waits to be sealed is pending.
		maps.DeleteFunc(w.pending, func(_ string, f files.Merged) bool { return !bytes.Equal(f.Data, f.Versions[0][0].Data) })
	}
	s, err := w.session()
	if err != nil {
		return err
	}
	left := unsealed(w.dir, slices.DeleteFunc(s.Unsealed, func(name string) bool { return w.versions[name] != nil }))
	switch {
	case r.answers != "":
		answered, err := s.Give(given)
		if err != nil {
			return fmt.Errorf("--answers %s: nothing was written: %w", r.answers, err)
		}
		return errors.Join(r.save(w, s, answered), left)
	case r.batch:
		return errors.Join(r.answer(w, s), left)
	}
	return errors.Join(r.interactive(d, w, s), left)
}

// take takes over the value of --take.
func (r *resolving) take(text string) error {
	if r.batch = true; r.choice.UnmarshalText([]byte(text)) != nil || r.choice == resolve.Both || r.choice == resolve.Edit {
		return errors.New("use yours, upstream or file")
	}
	return nil
}

// given are the answers of --answers.
func (r *resolving) given(stdin io.Reader) ([]resolve.Given, error) {
	if r.answers == "" {
		return nil, nil
	}
	text, err := readFile(&bounded.Input{}, r.answers, stdin)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", journal.Cause(err))
	}
	return resolve.ReadGiven(text)
}

// meant are the questions that are named. It says if none of those that are open is.
func (r *resolving) meant(s *resolve.Session) []*resolve.Question {
	meant := r.filter.Of(s.Questions())
	if len(meant) == 0 && len(s.Questions()) > 0 {
		tell(r.stderr, "no open question is the one that --resource and --path name; krm-merge check shows them all")
	}
	return meant
}

// list lists the questions that are meant, with their files as they are seen from here.
func (r *resolving) list(s *resolve.Session) error {
	for _, q := range r.meant(s) {
		if _, err := fmt.Fprintln(r.stdout, q); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w; there is no terminal to ask at, so nothing was written: answer with --take", questionsOpen(len(s.Questions())))
}

// answer answers all questions that are meant, and writes the files.
func (r *resolving) answer(w *workspace, s *resolve.Session) error {
	answered := 0
	for _, q := range r.meant(s) {
		switch err := s.Answer(q, r.choice, nil); {
		case errors.Is(err, resolve.ErrNoAnswer):
			fmt.Fprintf(r.stderr, "%s: %v\n", q.Subject(), err)
		case err != nil:
			return err
		default:
			answered++
		}
	}
	return r.save(w, s, answered)
}

// save writes the files with so many answers, and tells what is left.
func (r *resolving) save(w *workspace, s *resolve.Session, answered int) error {
	err := w.save(s)
	if err != nil {
		return err
	}
	for _, line := range s.Unremembered {
		fmt.Fprintln(r.stderr, printable.Line(line))
	}
	// What was taken may ask, too.
	if s, err = w.session(); err != nil {
		return err
	}
	fmt.Fprintf(r.stdout, "%d answered, %d left\n", answered, len(s.Questions()))
	return r.end(w, answered, len(s.Questions()))
}

// end tells what is left, and what to do next.
func (r *resolving) end(w *workspace, answered, left int) error {
	switch {
	case left > 0:
		return questionsOpen(left)
	case len(w.unmerged) > 0:
		names := make([]string, len(w.unmerged))
		for i, name := range w.unmerged {
			names[i] = printable.Word(displayPath(w.dir, name))
		}
		fmt.Fprintln(r.stderr, printable.Line("next: git add "+strings.Join(names, " ")+", which tells git that it is merged; then git status says how to go on"))
	case answered > 0:
		fmt.Fprintln(r.stderr, "next: look at the files, and commit them, with merge-decisions.yaml if there is one")
	}
	return nil
}

// forget drops the remembered decisions that are named.
func (r *resolving) forget(w *workspace) error {
	s, err := w.session()
	if err != nil {
		return err
	}
	dropped := s.Forget(r.filter)
	if len(dropped) == 0 {
		return fmt.Errorf("no decision that --resource and --path name is remembered in %s; merge-decisions.yaml lists them", w.dir)
	}
	if err = w.save(s); err != nil {
		return err
	}
	for _, d := range dropped {
		fmt.Fprintln(r.stdout, printable.Line("forgot "+d))
	}
	return nil
}
