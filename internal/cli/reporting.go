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
	"golang.org/x/term"

	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/phrase"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/merge/files"
)

// reporting are the flags for what a command tells, the same for all that report.
type reporting struct {
	command *cobra.Command
	// forms are those that the command has, formNames lists them.
	forms     []reports.Format
	formNames string
	// screen is the form on stdout or stderr, where nothing is if it is quiet.
	screen reports.Format
	// files are the reports that go into files.
	files                    []reportFile
	quiet, verbose, exitCode bool
	// diff is how what changes is shown in place of the result, "" for not at all.
	diff string
}

// reportFile is a report that goes into a file.
type reportFile struct {
	form reports.Format
	name string
}

// What --diff shows.
const diffLines, diffStat = "lines", "stat"

// declare declares the flags for a command that has some forms of report; with --exit-code
// its code tells more, as exits says: "" for no such flag.
func (r *reporting) declare(c *cobra.Command, exits string, forms ...reports.Format) {
	r.command, r.forms = c, forms
	f := c.Flags()
	var names []string
	for _, form := range forms {
		names = append(names, form.String())
	}
	r.formNames = strings.Replace(phrase.InWords(names, "or"), "markdown", "markdown (md)", 1)
	f.Func("report", "write the report as `FORM[=FILE]`: "+r.formNames+"; with a file besides what is on the screen, where none leaves it empty; repeatable", r.take)
	if exits != "" {
		f.BoolVar(&r.exitCode, "exit-code", false, exits)
	}
}

// declareMerging declares the flags of a command that merges; dest is what the help calls the version that changes.
func (r *reporting) declareMerging(c *cobra.Command, dest string) {
	f := c.Flags()
	f.Func("diff", "print the changes to "+dest+" to stdout, as `lines` of a unified diff, or (--diff=stat) how many of which files", r.takeDiff)
	f.Lookup("diff").NoOptDefVal = diffLines
	f.BoolVarP(&r.verbose, "verbose", "v", false, "list what asks for nobody's attention, too: what was added, deleted, moved and changed, and notes")
	r.declare(c, "exit with 1 if there was any conflict, also one that the settings decided", reports.Formats()...)
}

// noReport is the form of no report on the screen.
const noReport = "none"

// take takes over a value of --report. Of several on the screen it is the last one.
func (r *reporting) take(value string) error {
	name, file, toFile := strings.Cut(value, "=")
	form, err := reports.ParseFormat(name)
	switch {
	case value == noReport:
	case err != nil || !slices.Contains(r.forms, form) || toFile && file == "":
		return errors.New("unknown form; use " + r.formNames + ", or with =FILE behind it")
	case toFile:
		r.files = append(r.files, reportFile{form, file})
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			return errors.New("is a directory; name a file in it")
		}
		return checkAbove(file)
	}
	r.screen, r.quiet = form, value == noReport
	return nil
}

// takeDiff takes over the value of --diff.
func (r *reporting) takeDiff(value string) error {
	if r.diff = value; value != diffLines && value != diffStat {
		return errors.New("use --diff or --diff=stat")
	}
	return nil
}

func (r *reporting) stdout() io.Writer { return r.command.OutOrStdout() }
func (r *reporting) stderr() io.Writer { return r.command.ErrOrStderr() }

// wants reports whether a report of that form is written anywhere.
func (r *reporting) wants(form reports.Format) bool {
	return !r.quiet && r.screen == form || slices.ContainsFunc(r.files, func(f reportFile) bool { return f.form == form })
}

// shows reports whether stdout has what the merge changes in place of its result.
func (r *reporting) shows() bool { return r.diff != "" }

// changes is what the merge changes in dest, as it is printed.
func (r *reporting) changes(result *files.Result) []byte {
	var b bytes.Buffer
	colour, terminal := coloured(r.stdout()), isTerminal(r.stdout())
	if r.diff == diffStat {
		reports.WriteStat(&b, result, colour)
	} else {
		reports.WriteDiff(&b, result, colour, terminal)
	}
	return b.Bytes()
}

// list writes something in each form that is asked for: on the screen, which is stderr if stdout carries anything
// else, and into files.
func (r *reporting) list(carries bool, write func(w io.Writer, o reports.Options) error) (failed error) {
	screen, o := r.stdout(), reports.Options{All: r.verbose, Program: versionText("")}
	if carries {
		screen = r.stderr()
	}
	if !r.quiet {
		if carries && isTerminal(r.stdout()) && isTerminal(screen) {
			fmt.Fprintln(screen) // What was printed ends here.
		}
		o.Format, o.Colour = r.screen, coloured(screen)
		failed = write(screen, o)
	}
	o.Colour = false
	for _, f := range r.files {
		var b bytes.Buffer
		o.Format = f.form
		err := write(&b, o)
		if err == nil {
			err = os.WriteFile(f.name, b.Bytes(), 0o644)
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("--report %s=%s: cannot be written: %w", f.form, f.name, journal.Cause(err)))
		}
	}
	return failed
}

// write writes a report in each form, with the names of files that rooted gives.
func (r *reporting) write(report *reports.Report, rooted func(name string) string, carries bool) error {
	report.Sort()
	return r.list(carries, func(w io.Writer, o reports.Options) error {
		o.Rooted = rooted
		return report.Write(w, o)
	})
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

// coloured reports whether colours go to a stream: to terminals, as NO_COLOR and CLICOLOR_FORCE say
// for all programs.
func coloured(stream any) bool {
	if os.Getenv("NO_COLOR") != "" {
		return false
	}
	force := os.Getenv("CLICOLOR_FORCE")
	return force != "" && force != "0" || isTerminal(stream)
}

// isTerminal reports whether somebody watches, on a screen that can be drawn on.
func isTerminal(stream any) bool { return isKeyboard(stream) && os.Getenv("TERM") != "dumb" }

// isKeyboard reports whether what is read is typed.
func isKeyboard(stream any) bool {
	if o, is := stream.(*output); is {
		stream = o.stdout
	}
	f, is := stream.(*os.File)
	return is && term.IsTerminal(int(f.Fd()))
}
