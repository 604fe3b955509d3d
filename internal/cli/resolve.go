package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/resolve"
)

const resolveShort = "Answer the questions that a merge left"

const resolveLong = resolveShort + `.

A merge under onConflict: Ask leaves each conflict as a question: between git's marks, which name the resource and the
place, or, where no marks can stand and with marks: {form: Decisions}, in merge-decisions.yaml, and your value stands. Marks
that git itself left are questions, too. resolve takes the questions of the
files and directories that are named, or of the package or repository around the working directory. In the middle of a
merge, rebase or cherry-pick it merges what git left unmerged again, by structure, from the versions in git's index, unless
somebody has edited the file since: then it asks first. git add stays yours.

  --take     answers them: yours keeps what you have, upstream takes upstream's. file takes what the file has, as the answer to a
             question in merge-decisions.yaml: edit the file first. Of marks that somebody deleted nothing is asked
  --forget   drops remembered decisions, so that these conflicts are asked about again
  --resource and --path name the questions or decisions that are meant: KIND/NAME or FILE, and a place with all below it
On a terminal, without these, it goes through them one by one, with the answers that can stand; every answer is written at
once. Of long values it shows what differs. Where there is no terminal it lists them, and writes nothing.

A file without questions left can be read and repeats no key; answers that would not give that are refused.

Each answer is remembered in merge-decisions.yaml, beside the nearest Kptfile or at the root of the repository, so that
the same conflict is not asked again (of marks between lines if they show what original has); --forget drops it.
Values of Secrets are neither shown nor written down.

Exit code: 0 no question is left; 1 some are; 2 bad usage or bad input, and nothing is written.`

const resolveExamples = `  krm-merge resolve
  krm-merge resolve --take upstream --path 'spec.template.spec.containers[*].image'
  krm-merge resolve --take yours --resource Deployment/web my-package
  krm-merge resolve --take file deploy.yaml`

// resolving is a run of resolve.
type resolving struct {
	drop           bool
	take           string
	filter         resolve.Filter
	stdout, stderr io.Writer
}

// resolveCommand answers open questions.
func resolveCommand() *cobra.Command {
	r := resolving{}
	c := &cobra.Command{
		Use:     "resolve [--take CHOICE | --forget] [FILE|DIR…]",
		Short:   resolveShort,
		Long:    resolveLong,
		Example: resolveExamples,
		RunE: func(c *cobra.Command, args []string) error {
			r.stdout, r.stderr = c.OutOrStdout(), c.ErrOrStderr()
			return r.run(c, args)
		},
	}
	f := c.Flags()
	f.StringVar(&r.take, "take", "", "answer: yours, upstream, or file for what the file has")
	f.BoolVar(&r.drop, "forget", false, "drop remembered decisions")
	f.StringVar((*string)(&r.filter.Resource), "resource", "", "only questions about this resource: KIND/NAME, NAMESPACE/NAME or FILE")
	f.StringVar(&r.filter.Path, "path", "", "only questions about this place and what is below it")
	c.MarkFlagsMutuallyExclusive("take", "forget")
	complete(c, "take", cobra.FixedCompletions([]string{resolve.Yours.String(), resolve.Upstream.String(), resolve.Accept.String()}, cobra.ShellCompDirectiveNoFileComp))
	return c
}

func (r *resolving) run(c *cobra.Command, args []string) error {
	choice, batch, err := r.choice()
	if err != nil {
		return err
	}
	w, err := openWorkspace(args)
	if err != nil {
		return err
	}
	defer w.root.Close()
	if r.drop {
		return r.forget(w)
	}
	d := r.dialog(c, w)
	said, err := w.mergeAgain(r.permits(d, batch))
	if err != nil {
		return err
	}
	for _, line := range said {
		fmt.Fprintln(r.stderr, printable.Lines(line))
	}
	s, err := r.open(w)
	if err != nil {
		return err
	}
	left := unsealed(w.dir, slices.DeleteFunc(s.Unsealed, func(name string) bool { return w.versions[name] != nil }))
	if batch {
		return errors.Join(r.answer(w, s, choice), left)
	}
	return errors.Join(r.interactive(d, w, s), left)
}

// open finds the questions.
func (r *resolving) open(w *workspace) (*resolve.Session, error) {
	s, err := w.session()
	if err == nil {
		s.Remember, s.Today = true, time.Now().Format(time.DateOnly)
	}
	return s, err
}

// choice is what --take answers; batch reports whether it is given.
func (r *resolving) choice() (choice resolve.Choice, batch bool, err error) {
	if r.take == "" {
		return 0, false, nil
	}
	if err = choice.UnmarshalText([]byte(r.take)); err != nil || choice != resolve.Yours && choice != resolve.Upstream && choice != resolve.Accept {
		return 0, false, fmt.Errorf("--take %s: use yours, upstream or file", r.take)
	}
	return choice, true, nil
}

// meant are the questions that are named. It says if none of those that are open is.
func (r *resolving) meant(s *resolve.Session) []*resolve.Question {
	meant := r.filter.Of(s.Questions())
	if len(meant) == 0 && len(s.Questions()) > 0 {
		fmt.Fprintln(r.stderr, "krm-merge: no open question is the one that --resource and --path name; krm-merge check shows them all")
	}
	return meant
}

// list lists the questions that are meant, with their files as they are seen from here.
func (r *resolving) list(w *workspace, s *resolve.Session) error {
	for _, q := range r.meant(s) {
		if _, err := fmt.Fprintln(r.stdout, q.In(shown(w.dir, q.File))); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w; there is no terminal to ask at, so nothing was written: answer with --take", asked(len(s.Questions())))
}

// answer answers all questions that are meant, and writes the files.
func (r *resolving) answer(w *workspace, s *resolve.Session, choice resolve.Choice) error {
	answered := 0
	for _, q := range r.meant(s) {
		switch err := s.Answer(q, choice, nil); {
		case errors.Is(err, resolve.ErrNoAnswer):
			fmt.Fprintf(r.stderr, "%s: %v\n", q.Subject(), err)
		case err != nil:
			return err
		default:
			answered++
		}
	}
	err := w.save(s)
	if err != nil {
		return err
	}
	for _, line := range s.Unremembered {
		fmt.Fprintln(r.stderr, line)
	}
	// What was taken may ask, too.
	if s, err = r.open(w); err != nil {
		return err
	}
	fmt.Fprintf(r.stdout, "%d answered, %d left\n", answered, len(s.Questions()))
	return r.end(w, len(s.Questions()))
}

// end tells what is left.
func (r *resolving) end(w *workspace, left int) error {
	if left > 0 {
		return asked(left)
	}
	if len(w.unmerged) > 0 {
		names := make([]string, len(w.unmerged))
		for i, name := range w.unmerged {
			names[i] = shown(w.dir, name)
		}
		fmt.Fprintln(r.stderr, printable.Line("git add tells git what is merged: "+strings.Join(names, " ")))
	}
	return nil
}
