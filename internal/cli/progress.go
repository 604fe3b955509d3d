package cli

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/cheggaaa/pb/v3"
	"github.com/mattn/go-isatty"
)

// progress shows on a terminal how far a merge of directories is, until it ends.
// Nil shows nothing.
type progress struct {
	bar *pb.ProgressBar

	mu    sync.Mutex // of what follows
	shown bool
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
	bar := pb.New(1).
		SetTemplateString(`{{string . "phase"}} {{bar . "[" "=" ">" " " "]"}} {{percent .}}`).
		SetRefreshRate(100*time.Millisecond).
		SetMaxWidth(72).
		SetWriter(w).
		Set(pb.CleanOnFinish, true)
	p := &progress{bar: bar}
	p.phase("reading")
	time.AfterFunc(after, p.show)
	return p
}

// show draws the bar, and again as things go on.
func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.shown = true
		p.bar.Start()
	}
}

// files says how many files there are. Each is read first and printed last, with the
// merge between.
func (p *progress) files(n int) {
	if p != nil {
		p.bar.SetTotal(int64(2*n + 1))
	}
}

// phase says what is being done.
func (p *progress) phase(name string) {
	if p != nil {
		p.bar.Set("phase", name)
	}
}

// step says that it is done to one more file.
func (p *progress) step() {
	if p != nil {
		p.bar.Increment()
	}
}

// end takes the bar away. It may be called again.
func (p *progress) end() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	if p.shown {
		p.bar.Finish()
	}
}

// isTerminal says that somebody watches, on a screen that can be drawn on.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb"
}
