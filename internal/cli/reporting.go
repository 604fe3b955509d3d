package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/phrase"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/merge/files"
)

// telling are the flags for what a command tells, the same for all that report.
type telling struct {
	// forms are those that the command has.
	forms []reports.Format
	// reports are the values of --report.
	reports []string
	// stream is the form on stdout or stderr, where nothing is if it is quiet.
	stream reports.Format
	// files are the reports that go into files.
	files           []reportFile
	quiet, exitCode bool
	stdout, stderr  io.Writer
}

// reportFile is a report that goes into a file.
type reportFile struct {
	form reports.Format
	name string
}

// declare declares the flags for a command that has some forms of report; with --exit-code
// its code tells more, as exits says: "" for no such flag.
func (t *telling) declare(c *cobra.Command, exits string, forms ...reports.Format) {
	t.forms = forms
	c.PreRunE = func(c *cobra.Command, _ []string) error { return t.check(c) }
	f := c.Flags()
	f.StringArrayVar(&t.reports, "report", nil, "write the report as `FORM[=FILE]`: "+t.formNames()+"; with a file besides what is on the screen, where none leaves it empty; repeatable")
	if exits != "" {
		f.BoolVar(&t.exitCode, "exit-code", false, exits)
	}
	names := []string{noReport}
	for _, form := range forms {
		names = append(names, form.String())
	}
	if slices.Contains(forms, reports.Markdown) {
		names = append(names, "md")
	}
	complete(c, "report", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
}

// noReport is the form of no report on the screen.
const noReport = "none"

// formNames lists the forms of report, as people read it.
func (t *telling) formNames() string {
	var names []string
	for _, form := range t.forms {
		name := form.String()
		if form == reports.Markdown {
			name += " (md)"
		}
		names = append(names, name)
	}
	return phrase.InWords(names, "or")
}

// form reads the name of a form that the command has.
func (t *telling) form(name string) (reports.Format, error) {
	form, err := reports.ParseFormat(name)
	if err != nil || !slices.Contains(t.forms, form) {
		return 0, errors.New("unknown form; use " + t.formNames())
	}
	return form, nil
}

// check reads the flags, and refuses those that do not go together.
func (t *telling) check(c *cobra.Command) error {
	t.stdout, t.stderr = stdoutOf(c), c.ErrOrStderr()
	onStream := ""
	for _, value := range t.reports {
		name, file, toFile := strings.Cut(value, "=")
		form, err := t.form(name)
		if value == noReport {
			t.quiet, err = true, nil
		}
		switch {
		case err != nil:
			return fmt.Errorf("--report %s: %w", value, err)
		case toFile:
			if err := checkFile(file); err != nil {
				return fmt.Errorf("--report %s: %w", value, err)
			}
			t.files = append(t.files, reportFile{form, file})
			continue
		}
		if onStream != "" {
			return fmt.Errorf("--report %s: there is --report %s already; write one of them into a file: %s=FILE", value, onStream, name)
		}
		onStream, t.stream = name, form
	}
	return nil
}

// reporting are the flags of commands that merge.
type reporting struct {
	telling
	verbose bool
	// diff is how what changes is shown in place of the result, "" for not at all.
	diff string
}

// What --diff shows.
const diffLines, diffStat = "lines", "stat"

// declare declares the flags; dest is what the help calls the version that changes.
func (r *reporting) declare(c *cobra.Command, dest string) {
	f := c.Flags()
	f.StringVar(&r.diff, "diff", "", "print the changes to "+dest+" to stdout, as `lines` of a unified diff, or (--diff=stat) how many of which files")
	f.Lookup("diff").NoOptDefVal = diffLines
	f.BoolVarP(&r.verbose, "verbose", "v", false, "list what asks for nobody's attention, too: what was added, deleted, moved and changed, and notes")
	complete(c, "diff", cobra.FixedCompletions([]string{diffLines, diffStat}, cobra.ShellCompDirectiveNoFileComp))
	r.telling.declare(c, "exit with 1 if there was any conflict, also one that the settings decided", reports.Formats()...)
	c.PreRunE = func(c *cobra.Command, _ []string) error { return r.check(c) }
}

// check reads the flags, and refuses those that do not go together.
func (r *reporting) check(c *cobra.Command) error {
	if r.diff != "" && r.diff != diffLines && r.diff != diffStat {
		return fmt.Errorf("--diff=%s: use --diff or --diff=stat", r.diff)
	}
	return r.telling.check(c)
}

// checkFile refuses the name of a file that cannot be written, before anything is.
func checkFile(name string) error {
	if name == "" {
		return errors.New("the file is missing; write its name behind =")
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return errors.New("is a directory; name a file in it")
	}
	if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
		return fmt.Errorf("there is no directory %s; make it first", filepath.Dir(name))
	}
	return nil
}

// wants reports whether a report of that form is written anywhere.
func (t *telling) wants(form reports.Format) bool {
	return !t.quiet && t.stream == form || slices.ContainsFunc(t.files, func(f reportFile) bool { return f.form == form })
}

// shows reports whether stdout has what the merge changes in place of its result.
func (r *reporting) shows() bool { return r.diff != "" }

// show prints what the merge changes in dest.
func (r *reporting) show(result *files.Result) error {
	var b bytes.Buffer
	colour, terminal := coloured(r.stdout), isTerminal(r.stdout)
	if r.diff == diffStat {
		reports.WriteStat(&b, result, colour)
	} else {
		reports.WriteDiff(&b, result, colour, terminal)
	}
	_, err := r.stdout.Write(b.Bytes())
	return err
}

// list writes a list in each form that is asked for: onto stdout, and into files. write
// writes one, in colours if the form has them.
func (t *telling) list(write func(w io.Writer, form reports.Format, colour bool) error) error {
	return t.writeTo(t.stdout, write)
}

// writeTo is list with another stream than stdout.
func (t *telling) writeTo(stream io.Writer, write func(w io.Writer, form reports.Format, colour bool) error) error {
	var failed error
	if !t.quiet {
		failed = write(stream, t.stream, coloured(stream))
	}
	for _, f := range t.files {
		var b bytes.Buffer
		err := write(&b, f.form, false)
		if err == nil {
			err = f.save(b.Bytes())
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// write writes the reports: that of the stream to stdout, or to stderr if stdout carries
// anything else, and those into files.
func (r *reporting) write(report *reports.Report, options reports.Options, carries bool) error {
	report.Sort()
	stream := r.stdout
	if carries {
		stream = r.stderr
	}
	if !r.quiet && carries && isTerminal(r.stdout) && isTerminal(stream) {
		fmt.Fprintln(stream) // What was printed ends here.
	}
	return r.writeTo(stream, func(w io.Writer, form reports.Format, colour bool) error {
		options.Format, options.Colour, options.All = form, colour, r.verbose
		return report.Write(w, options)
	})
}

func (f reportFile) save(text []byte) error {
	if err := os.WriteFile(f.name, text, 0o644); err != nil {
		return fmt.Errorf("--report %s=%s: cannot be written: %w", f.form, f.name, journal.Cause(err))
	}
	return nil
}

// fromRoot gives what names of files, as they are seen from the working directory, are
// called from the root of the repository around a directory, which need not be there yet.
// Outside of one, and of files elsewhere, they keep their names.
func fromRoot(dir string) func(name string) string {
	here, root := git.RealPath("."), git.Root(dir)
	return func(name string) string {
		at := name
		if !filepath.IsAbs(at) {
			at = filepath.Join(here, at)
		}
		if rel, err := filepath.Rel(root, at); root != "" && err == nil && filepath.IsLocal(rel) {
			return rel
		}
		return name
	}
}
