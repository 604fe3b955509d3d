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
	}
	if t.name == "" {
		return t, nil
	}
	for i, v := range m.arguments {
		if t.all && t.dir && !trees[i].Single && inside(t.name, v.name) {
			return t, fmt.Errorf("--output %s lies inside %s %s, which would hold its own merge; name a directory outside", t.name, v, v.name)
		}
	}
	if err := t.check(); err != nil {
		return t, fmt.Errorf("%s: %w", t.name, journal.Cause(err))
	}
	// A link that the user named is followed and stays a link.
	if name, err := filepath.EvalSymlinks(t.name); err == nil {
		t.name = name
	}
	return t, nil
}

// check refuses what no result can be written to.
func (t target) check() error {
	info, err := os.Stat(t.name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && t.dir:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return checkAbove(t.name)
	case err != nil:
		return err
	case t.dir && !info.IsDir():
		return errors.New("is a file, but dest is a directory; name a new directory")
	case !t.dir && !info.Mode().IsRegular():
		return errors.New("is a directory or device, but dest is a file; name a file")
	case t.dir && t.all:
		entries, err := os.ReadDir(t.name)
		if len(entries) > 0 {
			err = errors.New("is not empty; name a new directory, or use --in-place to write to dest")
		}
		return err
	}
	return nil
}

// checkAbove refuses the name of a file in a directory that is not there.
func checkAbove(name string) error {
	above := filepath.Dir(name)
	if info, err := os.Stat(above); err != nil || !info.IsDir() {
		return fmt.Errorf("there is no directory %s; make it first", above)
	}
	return nil
}

// write writes the result: all of it or, if a file cannot be written, or was changed since it
// was read as the version dest, nothing.
func (t target) write(result *files.Result) error {
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
	if _, missing := os.Stat(t.name); t.dir && missing != nil {
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
