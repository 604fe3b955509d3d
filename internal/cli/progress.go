package cli

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/schollz/progressbar/v3"
)

// progress shows on a terminal how far a merge of directories is, from a second
// after it began until it ends. Nil shows nothing.
type progress struct {
	bar   *progressbar.ProgressBar
	stop  chan struct{}
	done  sync.WaitGroup
	ended bool
}

// patience is how long people wait without asking themselves what goes on.
const patience = time.Second

// newProgress begins to show a merge on w, if that is a terminal.
func newProgress(w io.Writer) *progress {
	if !isTerminal(w) {
		return nil
	}
	p := &progress{stop: make(chan struct{})}
	p.bar = progressbar.NewOptions(1,
		progressbar.OptionSetWriter(&late{w: w, from: time.Now().Add(patience)}),
		progressbar.OptionSetDescription("reading "),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionUseANSICodes(true),
	)
	p.done.Go(p.keepShowing)
	return p
}

// keepShowing lets the time go on where nothing else does.
func (p *progress) keepShowing() {
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = p.bar.RenderBlank()
		case <-p.stop:
			return
		}
	}
}

// files says how many files there are. Each is read first and printed last, with the
// merge between.
func (p *progress) files(n int) {
	if p != nil {
		p.bar.ChangeMax(2*n + 1)
	}
}

// phase says what is being done.
func (p *progress) phase(name string) {
	if p != nil {
		p.bar.Describe(name)
	}
}

// step says that it is done to one more file.
func (p *progress) step() {
	if p != nil {
		_ = p.bar.Add(1)
	}
}

// end takes the bar away. It may be called again.
func (p *progress) end() {
	if p == nil || p.ended {
		return
	}
	p.ended = true
	close(p.stop)
	p.done.Wait()
	_ = p.bar.Clear()
}

// late writes nothing before a time.
type late struct {
	w    io.Writer
	from time.Time
}

func (l *late) Write(p []byte) (int, error) {
	if time.Now().Before(l.from) {
		return len(p), nil
	}
	return l.w.Write(p)
}

// isTerminal says that somebody watches, on a screen that can be drawn on.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb"
}
