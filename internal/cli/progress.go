package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

// progress shows on a terminal how far a merge of directories is, or work on packages,
// until it ends. Nil shows nothing.
type progress struct {
	screen *os.File

	mu          sync.Mutex // of what follows
	next        *time.Timer
	name        string
	done, total int
	// width is that of the bar on the screen, 0 if there is none.
	width int
	// stale: it is further than the screen shows. Nothing is drawn else, so that it does not
	// write over git where that asks for a password.
	stale, ended bool
}

// patience is how long people wait without asking themselves what goes on.
const patience = time.Second

// newProgress begins to show a merge on w, if that is a terminal, once so much
// time has passed.
func newProgress(w io.Writer, after time.Duration) *progress {
	if !isTerminal(w) {
		return nil
	}
	p := &progress{screen: w.(*os.File), name: "reading", total: 1}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next = time.AfterFunc(after, p.show)
	return p
}

// show draws the bar, again and again while the merge goes on.
func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	defer p.next.Reset(100 * time.Millisecond)
	if !p.stale {
		return
	}
	p.stale = false
	columns, _, err := term.GetSize(int(p.screen.Fd()))
	if err != nil || columns == 0 {
		columns = 80
	}
	p.width = min(columns-1, 72)
	room := max(p.width-len(p.name)-len(" [>] 100%"), 0)
	bar := strings.Repeat("=", room*p.done/p.total) + ">"
	fmt.Fprintf(p.screen, "\r%s [%-*s] %3d%%", p.name, room+1, bar, 100*p.done/p.total)
}

// progress begins to show how many of so many packages a command is done with, nil if there
// is only one, or nothing is to be shown.
func (t *telling) progress(name string, packages int) *progress {
	if t.quiet || packages < 2 {
		return nil
	}
	p := newProgress(t.stderr, patience)
	p.set(func() { p.name, p.total = name, packages })
	return p
}

// above prints something where the bar is, which comes again below when there is more done.
func (p *progress) above(show func()) {
	if p == nil {
		show()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	show()
}

// clear takes the bar away.
func (p *progress) clear() {
	if p.width > 0 {
		fmt.Fprintf(p.screen, "\r%*s\r", p.width, "")
		p.width = 0
	}
}

// Begin shows what is being done. Each file is read first and printed last, with the
// merge between.
func (p *progress) Begin(phase string, n int) {
	p.set(func() {
		p.name, p.total, p.stale = phase, 2*n+1, true
		p.done = min(p.done, p.total)
	})
}

// Step shows that it is done to one more file.
func (p *progress) Step() {
	p.set(func() { p.done, p.stale = min(p.done+1, p.total), true })
}

// end takes the bar away for good. It may be called again.
func (p *progress) end() {
	p.set(func() {
		p.ended = true
		p.clear()
	})
}

func (p *progress) set(change func()) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
}

// isTerminal reports whether somebody watches, on a screen that can be drawn on.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// isKeyboard reports whether what is read is typed.
func isKeyboard(r io.Reader) bool {
	f, ok := r.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
