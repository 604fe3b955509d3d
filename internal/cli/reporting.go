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

	"github.com/krm-merge/krm-merge/internal/journal"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/merge/files"
)

// reporting are the flags for what a command tells, the same for all that merge.
type reporting struct {
	// reports are the values of --report.
	reports []string
	// stream is the form on stdout or stderr, none for nothing there.
	stream reports.Format
	none   bool
	// files are the reports that go into files.
	files          []reportFile
	diff, stat     bool
	quiet, verbose bool
	exitCode       bool
	colour         string
	stdout, stderr io.Writer
}

// reportFile is a report that goes into a file.
type reportFile struct {
	form reports.Format
	name string
}

// Colours, as --color names them.
const (
	autoColour   = "auto"
	alwaysColour = "always"
	neverColour  = "never"
)

// noReport is the form of a report that nobody wants.
const noReport = "none"

// declare declares the flags; dest is what the help calls the version that changes.
func (r *reporting) declare(c *cobra.Command, dest string) {
	f := c.Flags()
	f.BoolVar(&r.diff, "diff", false, "print the changes to "+dest+" as a unified diff to stdout")
	f.BoolVar(&r.stat, "stat", false, "print how many lines of which files change to stdout")
	f.StringArrayVar(&r.reports, "report", nil, "write the report as `FORM[=FILE]`: text, json, sarif, markdown (md), html or none; with a file besides what is on the screen; repeatable")
	f.BoolVar(&r.exitCode, "exit-code", false, "exit with 1 if there was any conflict, also one that the settings decided")
	f.BoolVarP(&r.quiet, "quiet", "q", false, "print no report but those into files; errors are printed")
	f.BoolVarP(&r.verbose, "verbose", "v", false, "report every resource that changed, too")
	f.StringVar(&r.colour, "color", autoColour, "colour for the report and the diff: auto (on terminals, if NO_COLOR is not set), always or never")
	complete(c, "report", cobra.FixedCompletions(append(formNames(), "md", noReport), cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
	complete(c, "color", cobra.FixedCompletions([]string{autoColour, alwaysColour, neverColour}, cobra.ShellCompDirectiveNoFileComp))
}

func formNames() (names []string) {
	for _, f := range reports.Formats() {
		names = append(names, f.String())
	}
	return names
}

// check reads the flags, and refuses those that do not go together.
func (r *reporting) check(c *cobra.Command) error {
	r.stdout, r.stderr = stdoutOf(c), c.ErrOrStderr()
	if !slices.Contains([]string{autoColour, alwaysColour, neverColour}, r.colour) {
		return fmt.Errorf("--color %s: use auto, always or never", r.colour)
	}
	if r.quiet && r.verbose {
		return errors.New("--quiet and --verbose exclude each other; leave one of them out")
	}
	onStream := ""
	for _, value := range r.reports {
		form, name, toFile := strings.Cut(value, "=")
		format, err := reports.ParseFormat(form)
		switch {
		case form == noReport && !toFile:
			r.none = true
		case err != nil:
			return fmt.Errorf("--report %s: %w", value, err)
		case toFile:
			if err := checkFile(name); err != nil {
				return fmt.Errorf("--report %s: %w", value, err)
			}
			r.files = append(r.files, reportFile{format, name})
			continue
		}
		if onStream != "" {
			return fmt.Errorf("--report %s: there is --report %s already; write one of them into a file: %s=FILE", value, onStream, form)
		}
		onStream, r.stream = form, format
	}
	r.none = r.none || r.quiet
	return nil
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
func (r *reporting) wants(form reports.Format) bool {
	return !r.none && r.stream == form || slices.ContainsFunc(r.files, func(f reportFile) bool { return f.form == form })
}

// shows reports whether stdout has what the merge changes in place of its result.
func (r *reporting) shows() bool { return r.diff || r.stat }

// show prints what the merge changes in dest, through a pager on a terminal.
func (r *reporting) show(result *files.Result) error {
	var b bytes.Buffer
	colour, terminal := r.coloured(r.stdout), isTerminal(r.stdout)
	if r.stat {
		if err := reports.WriteStat(&b, result, columns(r.stdout), colour); err != nil {
			return err
		}
	}
	if r.stat && r.diff && b.Len() > 0 {
		b.WriteByte('\n')
	}
	if r.diff {
		writeDiff(&b, result, colour, terminal)
	}
	return throughPager(r.stdout, b.Bytes())
}

// columns is how wide a terminal is, 80 columns for anything else.
func columns(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}

// coloured reports whether colours go to w.
func (r *reporting) coloured(w io.Writer) bool {
	switch r.colour {
	case alwaysColour:
		return true
	case neverColour:
		return false
	}
	return isTerminal(w) && os.Getenv("NO_COLOR") == ""
}

// write writes the reports: that of the stream to stdout, or to stderr if stdout carries
// anything else, and those into files.
func (r *reporting) write(report *reports.Report, options reports.Options, carries bool) error {
	report.Sort()
	w := r.stdout
	if carries {
		w = r.stderr
	}
	var failed error
	if !r.none {
		if carries && isTerminal(r.stdout) && isTerminal(w) {
			// What was printed ends here.
			fmt.Fprintln(w)
		}
		options.Format, options.Colour, options.Summary, options.Verbose = r.stream, r.coloured(w), !report.Refused, r.verbose
		failed = report.Write(w, options)
	}
	options.Colour = false
	for _, f := range r.files {
		options.Format = f.form
		failed = errors.Join(failed, f.write(report, options))
	}
	return failed
}

func (f reportFile) write(report *reports.Report, options reports.Options) error {
	var b bytes.Buffer
	if err := report.Write(&b, options); err != nil {
		return err
	}
	return f.save(b.Bytes())
}

func (f reportFile) save(text []byte) error {
	if err := os.WriteFile(f.name, text, 0o644); err != nil {
		return fmt.Errorf("--report %s=%s: cannot be written: %w", f.form, f.name, journal.Cause(err))
	}
	return nil
}
