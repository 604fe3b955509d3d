// Package cli is the command line: a file for each command or family of commands. In go arguments and
// streams, out come files, reports and an exit code: it reads the versions, has package
// merge/files or fn merge them, and writes what they give; internal/resolve asks and
// answers what is open then. It must not know how anything is merged: no rule and no
// decision by a setting is here.
package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/seal"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge/files"
)

// The exit codes.
const (
	exitMerged = 0
	// exitConflicts: there are conflicts and onConflict is Fail or Ask.
	exitConflicts = 1
	// exitBad: bad usage or bad input; nothing was written.
	exitBad = 2
	// exitEnvironment: upstream could not be fetched, or the disk, git or another run kept
	// something from being done.
	exitEnvironment = 3
)

// About is what the build sets: the program's version and metadata.
type About struct {
	// Version is what the linker set, "" if nothing.
	Version string
	// Metadata is the metadata.yaml that catalogs of functions read.
	Metadata []byte
}

// Main is the program: without arguments the function, or help where nothing but a
// terminal would be read, else the command line. It returns the exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer, about About) (code int) {
	// kyaml logs each label that a selector compares and that is not a number, with the
	// time.
	log.SetOutput(io.Discard)
	switch {
	case len(args) > 0:
	case !isKeyboard(stdin):
		return function(stdin, stdout, stderr)
	case isTerminal(stdout):
		args = []string{"--help"}
	}
	defer func() {
		if r := recover(); r != nil {
			value, stack := parallel.Recovered(r)
			fmt.Fprintf(stderr, "krm-merge: a bug in krm-merge, please report it with the input: %s\n%s", printable.Lines(fmt.Sprint(value)), printable.Text(string(stack)))
			code = exitBad
		}
	}()
	root := rootCommand(about)
	root.SetArgs(args)
	root.SetIn(stdin)
	out := &output{stdout: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	c, err := root.ExecuteC()
	if err == nil {
		err = out.failed
	}
	if err == nil {
		return exitMerged
	}
	said := strings.TrimRight(err.Error(), "\n")
	if foreign := strings.HasPrefix(said, "required flag") || strings.HasPrefix(said, "unknown command"); foreign && !strings.Contains(said, "\n") {
		said += "; " + c.CommandPath() + " --help lists what there is"
	}
	tell(stderr, said)
	return exitCode(err)
}

// exitCode is the code for an error; of several it is the largest.
func exitCode(err error) int {
	if several, is := err.(interface{ Unwrap() []error }); is {
		code := 0
		for _, one := range several.Unwrap() {
			code = max(code, exitCode(one))
		}
		return code
	}
	var coded *codedError
	var fetched *upstream.Error
	switch {
	case errors.As(err, &coded):
		return coded.code
	case errors.As(err, new(*seal.Error)):
		return exitConflicts
	case errors.As(err, new(*git.UnfitError)), errors.As(err, &fetched) && !fetched.IsInput(), errors.Is(err, syscall.ENOSPC):
		return exitEnvironment
	}
	return exitBad
}

// codedError is what a command says with its exit code.
type codedError struct {
	said string
	code int
}

func (e *codedError) Error() string { return e.said }

// unsettled is that something is left to somebody.
func unsettled(format string, args ...any) error {
	return &codedError{fmt.Sprintf(format, args...), exitConflicts}
}

// refused is that a merge was refused because of its conflicts.
func refused(e *files.ConflictsError) error {
	return unsettled("%s and onConflict is %s, so nothing was written. %s", reports.Counted(len(e.Conflicts), "conflict"), e.Conflicts[0].OnConflict, phrase.Unresolved)
}

// left is that the result of a merge asks something, and went where this says: "is written".
func left(r *files.Result, where string) error {
	but := ""
	if n := len(r.Questions); n > 0 {
		but = fmt.Sprintf(", but for %d of them, which %s lists: no file can show them, and yours stands there", n, decisions.FileName)
	}
	if n := len(r.Unmarked); n > 0 {
		but += fmt.Sprintf(", but for %d of them, which no file can show: yours stands there", n)
	}
	return unsettled("%s left to you: the merge %s, with marks where you choose%s. %s", reports.Counted(r.Open(), "conflict"), where, but, phrase.Marked)
}

// decided is that --exit-code was given, and the settings decided so many conflicts.
func decided(conflicts int) error {
	return unsettled("%s, all decided by the settings; --exit-code was given", reports.Counted(conflicts, "conflict"))
}

// questionsOpen is that so many questions are open, each of which is marked.
func questionsOpen(questions int) error {
	return unsettled("%s left open; krm-merge resolve goes through them", reports.Counted(questions, "question"))
}

// output is standard output. It remembers a failure, which printers forget, such as cobra of its help.
type output struct {
	stdout io.Writer
	failed error
}

func (o *output) Write(text []byte) (int, error) {
	n, err := o.stdout.Write(text)
	if err != nil {
		o.failed = fmt.Errorf("stdout: %w", err)
	}
	return n, o.failed
}

// tell says something on stderr; of what has several lines the first names the program.
func tell(stderr io.Writer, said ...string) {
	for _, one := range said {
		fmt.Fprintln(stderr, "krm-merge: "+printable.Lines(one))
	}
}

// versionText is the version the linker set, else what the build knows: the version of the module, which
// names the commit it was built from.
func versionText(linked string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return cmp.Or(linked, strings.Trim(info.Main.Version, "()"), "devel")
	}
	return cmp.Or(linked, "unknown")
}

// function runs the KRM function, with which the process ends.
func function(stdin io.Reader, stdout, stderr io.Writer) (code int) {
	text, err := bounded.ReadText(stdin)
	if err != nil {
		fmt.Fprintf(stderr, "krm-merge: cannot read standard input: %v\n", err)
		return 1
	}
	debug.SetGCPercent(room(len(text)))
	return fn.RunText(text, stdout, stderr)
}

// room is how much memory a run may take before the garbage collector starts,
// in percent of what is alive. A small list just takes the memory that it
// needs, because the process ends soon. Of a large one the text is most of what is
// alive, so that half of it is a lot.
func room(size int) (percent int) {
	const enough = 18 << 20
	return min(max(100*enough/max(size, 1), 50), 400)
}
