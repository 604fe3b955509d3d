package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/files/write"
)

// target is where the result goes.
type target struct {
	// dir: it is a directory, because dest is one.
	dir bool
	// name is the file or directory, links to it resolved; "" for stdout.
	name string
	// all files go there, not only those that change.
	all bool
}

// target finds where the result goes and whether it may go there.
func (m *merging) target(trees []*files.Tree) (target, error) {
	t := target{dir: !trees[m.dest()].Single, name: m.output, all: true}
	if m.inPlace {
		t.name, t.all = m.arguments[m.dest()].name, false
	} else if m.output != "" {
		if err := m.checkOutput(trees, t.dir); err != nil {
			return t, err
		}
	}
	if t.name == "" || isDevice(t.name) {
		return t, nil
	}
	// A link that the user named is followed and stays a link.
	name, err := filepath.EvalSymlinks(t.name)
	switch {
	case err == nil:
		t.name = name
	case !errors.Is(err, fs.ErrNotExist):
		return t, fmt.Errorf("%s: %w", t.name, journal.Cause(err))
	}
	return t, nil
}

// checkOutput refuses an --output that no file, or directory, can be written to; dir: it is to be a directory.
func (m *merging) checkOutput(trees []*files.Tree, dir bool) error {
	for i, v := range m.arguments {
		if dir && !trees[i].Single && inside(m.output, v.name) {
			return fmt.Errorf("--output %s lies inside %s %s, which would hold its own merge; name a directory outside", m.output, v, v.name)
		}
	}
	info, err := os.Stat(m.output)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case missing && dir:
		return nil
	case missing:
		err = checkAbove(m.output)
	case err != nil:
	case dir && !info.IsDir():
		return fmt.Errorf("--output %s is a file, but dest is a directory; name a new directory", m.output)
	case !dir && info.IsDir():
		return fmt.Errorf("--output %s is a directory, but dest is a file; name a file in it", m.output)
	case dir:
		var entries []fs.DirEntry
		if entries, err = os.ReadDir(m.output); len(entries) > 0 {
			return fmt.Errorf("--output %s is not empty; name a new directory, or use --in-place to write to dest", m.output)
		}
	}
	if err != nil {
		err = fmt.Errorf("--output %s: %w", m.output, journal.Cause(err))
	}
	return err
}

// checkAbove refuses the name of a file in a directory that is not there.
func checkAbove(name string) error {
	above := filepath.Dir(name)
	if info, err := os.Stat(above); err != nil || !info.IsDir() {
		return fmt.Errorf("there is no directory %s; make it first", above)
	}
	return nil
}

// isDevice reports whether a name is that of a device, or of a file that is open such as /dev/stdout, which
// is written into. What lies below /dev/shm is neither.
func isDevice(name string) bool {
	return strings.HasPrefix(name, "/dev/") && !strings.HasPrefix(name, "/dev/shm/")
}

// write writes the result: all of it or, if a file cannot be written, or was changed since it
// was read as the version dest, nothing.
func (t target) write(result *files.Result) error {
	info, missing := os.Stat(t.name)
	if !t.dir && (missing == nil && !info.Mode().IsRegular() || isDevice(t.name)) {
		return t.writeInto(result.Files)
	}
	ctx, stop := signal.NotifyContext(context.Background(), interruptions()...)
	defer stop()
	if !t.all {
		return write.Result(ctx, t.name, result)
	}
	all := slices.DeleteFunc(slices.Clone(result.Files), func(f files.Merged) bool { return f.Status == files.Deleted })
	for i := range all {
		// Also what is new keeps its mode, and none of the versions was read there.
		all[i].Status, all[i].Versions = files.Changed, nil
	}
	if t.dir && missing != nil {
		return journal.New(ctx, t.name, all)
	}
	w := journal.Writer{Results: all}
	if err := w.At(t.name); err != nil {
		return err
	}
	defer w.Root.Close()
	return w.Write(ctx)
}

// interruptions are the signals that ask a program to end, except those that it ignores
// from its start, as under nohup.
func interruptions() []os.Signal {
	signals := []os.Signal{syscall.SIGTERM}
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signals = append(signals, s)
		}
	}
	return signals
}

// writeInto writes the result into a pipe or device, which no file may replace.
func (t target) writeInto(results []files.Merged) error {
	f, err := os.OpenFile(t.name, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("%s: cannot be written to: %w", t.name, journal.Cause(err))
	}
	for _, r := range results {
		_, err = f.Write(r.Data)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("%s: cannot be written to: %w", t.name, journal.Cause(err))
	}
	return nil
}

// writeStream writes the resources of a directory as one YAML stream. Each
// file begins with a comment that names it, in the form helm template has.
func writeStream(w io.Writer, results []files.Merged) error {
	// A directive such as %YAML stands behind comments and blank lines alone.
	directive, marker := regexp.MustCompile(`\A([ \t]*(#.*)?\r?\n)*[ \t]*%`), regexp.MustCompile(`\A---[ \t\r]*(\n|\z)`)
	var b bytes.Buffer
	for i := range results {
		r := &results[i]
		if r.Whole || r.Status == files.Deleted {
			continue
		}
		text := bytes.TrimPrefix(r.Data, []byte("\xef\xbb\xbf"))
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		if directive.Match(text) {
			// A directive belongs to the document that follows, which the
			// end of the last one has to make clear.
			if b.Len() > 0 {
				b.WriteString("...\n")
			}
			b.WriteString("# Source: " + printable.Line(r.Path) + "\n")
		} else {
			b.WriteString("---\n# Source: " + printable.Line(r.Path) + "\n")
			text = text[len(marker.Find(text)):] // The stream has one already.
		}
		b.Write(text)
		if text := b.Bytes(); text[len(text)-1] != '\n' {
			b.WriteByte('\n')
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}
