package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/krm-merge/krm-merge/merge/files"
)

// progress shows on a terminal how far a merge of directories is, until it ends.
// Nil shows nothing.
type progress struct {
	screen *os.File

	mu          sync.Mutex // of what follows
	next        *time.Timer
	name        string
	done, total int
	// width is that of the bar on the screen, 0 if there is none yet.
	width int
	ended bool
}

// patience is how long people wait without asking themselves what goes on.
const patience = time.Second

// newProgress begins to show a merge on w, if that is a terminal, once so much
// time has passed.
func newProgress(w io.Writer, after time.Duration) *progress {
	if !isTerminal(w) {
		return nil
	}
	p := &progress{screen: w.(*os.File), name: files.Reading.String(), total: 1}
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
	columns, _, err := term.GetSize(int(p.screen.Fd()))
	if err != nil || columns == 0 {
		columns = 80
	}
	p.width = min(columns-1, 72)
	room := max(p.width-len(p.name)-len(" [>] 100%"), 0)
	bar := strings.Repeat("=", room*p.done/p.total) + ">"
	fmt.Fprintf(p.screen, "\r%s [%-*s] %3d%%", p.name, room+1, bar, 100*p.done/p.total)
	p.next.Reset(100 * time.Millisecond)
}

// Begin shows what is being done. Each file is read first and printed last, with the
// merge between.
func (p *progress) Begin(phase files.Phase, n int) {
	p.set(func() {
		p.name, p.total = phase.String(), 2*n+1
		p.done = min(p.done, p.total)
	})
}

// Step shows that it is done to one more file.
func (p *progress) Step() { p.set(func() { p.done = min(p.done+1, p.total) }) }

// end takes the bar away. It may be called again.
func (p *progress) end() {
	p.set(func() {
		if p.ended = true; p.width > 0 {
			fmt.Fprintf(p.screen, "\r%*s\r", p.width, "")
			p.width = 0
		}
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
