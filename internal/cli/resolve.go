package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/printable"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/resolve"
)

const resolveShort = "Answer the questions that a merge left"

const resolveLong = resolveShort + `.

A merge under onConflict: Ask leaves each conflict as a question: between git's marks, which name the resource and the
place, or, where no marks can stand and with marks: {form: Decisions}, in merge-decisions.yaml, and your value stands. Marks
that git itself left are questions, too. resolve takes the questions of the
files and directories that are named, or of the package or repository around the working directory. In the middle of a
merge, rebase or cherry-pick it merges what git left unmerged again, by structure, from the versions in git's index, unless
somebody has edited the file since: then it asks first, or --remerge permits it. --list only reads what stands in the files, but
for --list --remerge, which lists what answering would ask. git add stays yours.

  --list     shows them, as text or (--report json) as JSON
  --take     answers them: yours keeps what you have, upstream takes upstream's
  --accept   what stands there is the answer to a question in merge-decisions.yaml: edit the file first, then accept. Of marks
             that somebody deleted nothing is asked
  --forget   drops remembered decisions, so that these conflicts are asked about again
  --resource and --path name the questions or decisions that are meant: KIND/NAME or FILE, and a place with all below it
On a terminal, without these, it goes through them one by one, with the answers that can stand; every answer is written at
once. Of long values it shows what differs.

A file without questions left can be read and repeats no key; answers that would not give that are refused.

Each answer is remembered in merge-decisions.yaml, beside the nearest Kptfile or at the root of the repository, so that
the same conflict is not asked again (of marks between lines if they show what original has); --forget drops it.
Values of Secrets are neither shown nor written down.

Exit code: 0 no question is left; 1 some are; 2 bad usage or bad input, and nothing is written.`

const resolveExamples = `  krm-merge resolve --list
  krm-merge resolve --take upstream --path 'spec.template.spec.containers[*].image'
  krm-merge resolve --take yours --resource Deployment/web my-package
  krm-merge resolve --accept deploy.yaml`

// resolving is a run of resolve.
type resolving struct {
	list, accept, noRemember, drop bool
	// remerge: what git left unmerged is merged again though somebody edited it.
	remerge        bool
	take, format   string
	colour         colouring
	filter         resolve.Filter
	stdout, stderr io.Writer
}

// resolveCommand answers open questions.
func resolveCommand() *cobra.Command {
	r := resolving{}
	c := &cobra.Command{
		Use:     "resolve [--list | --take CHOICE | --accept | --forget] [FILE|DIR…]",
		Short:   resolveShort,
		Long:    resolveLong,
		Example: resolveExamples,
		RunE: func(c *cobra.Command, args []string) error {
			r.stdout, r.stderr = c.OutOrStdout(), c.ErrOrStderr()
			return r.run(c, args)
		},
	}
	f := c.Flags()
	f.BoolVar(&r.list, "list", false, "show the open questions")
	f.StringVar(&r.format, "report", "text", "form of --list: text or json")
	f.StringVar(&r.take, "take", "", "answer: yours or upstream")
	f.BoolVar(&r.accept, "accept", false, "answer with what stands there")
	f.BoolVar(&r.drop, "forget", false, "drop remembered decisions")
	f.StringVar((*string)(&r.filter.Resource), "resource", "", "only questions about this resource: KIND/NAME, NAMESPACE/NAME or FILE")
	f.StringVar(&r.filter.Path, "path", "", "only questions about this place and what is below it")
	f.BoolVar(&r.remerge, "remerge", false, "merge files again that git left unmerged, though somebody edited them since")
	f.BoolVar(&r.noRemember, "no-remember", false, "do not remember the answers")
	r.colour.declare(c, "the questions on a terminal")
	complete(c, "report", cobra.FixedCompletions([]string{"text", "json"}, cobra.ShellCompDirectiveNoFileComp))
	complete(c, "take", cobra.FixedCompletions([]string{resolve.Yours.String(), resolve.Upstream.String()}, cobra.ShellCompDirectiveNoFileComp))
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
	if !r.list || r.remerge {
		var said []string
		if said, err = w.mergeAgain(r.permits(d, batch)); err != nil {
			return err
		}
		for _, line := range said {
			fmt.Fprintln(r.stderr, printable.Lines(line))
		}
	}
	s, err := r.open(w)
	if err != nil {
		return err
	}
	switch {
	case r.list:
		return r.show(w, r.meant(s))
	case batch:
		return r.answer(w, s, choice)
	}
	return r.interactive(d, w, s)
}

// open finds the questions.
func (r *resolving) open(w *workspace) (*resolve.Session, error) {
	s, err := w.session()
	if err == nil {
		s.Remember, s.Today = !r.noRemember, time.Now().Format(time.DateOnly)
	}
	return s, err
}

// choice is what --take or --accept answers; batch reports whether one of them is given.
func (r *resolving) choice() (choice resolve.Choice, batch bool, err error) {
	given := 0
	for _, is := range []bool{r.list, r.take != "", r.accept, r.drop} {
		if is {
			given++
		}
	}
	switch err = r.colour.check(); {
	case err != nil:
		return 0, false, err
	case given > 1:
		return 0, false, errors.New("--list, --take, --accept and --forget exclude each other; give one of them")
	case r.format != "text" && r.format != "json":
		return 0, false, fmt.Errorf("--report %s: use text or json", r.format)
	case r.format == "json" && !r.list:
		return 0, false, errors.New("--report json is a form of --list; give that, too")
	case r.accept:
		return resolve.Accept, true, nil
	case r.take == "":
		return 0, false, nil
	}
	if err = choice.UnmarshalText([]byte(r.take)); err != nil || choice > resolve.Upstream {
		return 0, false, fmt.Errorf("--take %s: use yours or upstream", r.take)
	}
	return choice, true, nil
}

// meant are the questions that are named. It says if none of those that are open is.
func (r *resolving) meant(s *resolve.Session) []*resolve.Question {
	meant := r.filter.Of(s.Questions())
	if len(meant) == 0 && len(s.Questions()) > 0 {
		fmt.Fprintln(r.stderr, "krm-merge: no open question is the one that --resource and --path name; krm-merge resolve --list shows them all")
	}
	return meant
}

// show lists questions, in text with their files as they are seen from here.
func (r *resolving) show(w *workspace, questions []*resolve.Question) error {
	if r.format == "json" {
		listed := make([]resolve.Listed, len(questions))
		for i, q := range questions {
			listed[i] = q.Listed()
		}
		return reports.WriteJSON(r.stdout, listed)
	}
	for _, q := range questions {
		if _, err := fmt.Fprintln(r.stdout, q.In(shown(w.dir, q.File))); err != nil {
			return err
		}
	}
	return nil
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
		return &questionsError{left}
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
