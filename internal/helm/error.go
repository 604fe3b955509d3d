package helm

import (
	"errors"
	"os/exec"
	"regexp"
	"strings"

	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/program"
)

// Reason is why there is no chart.
type Reason int

const (
	// Unreachable: helm could not read the repository, or there is no helm.
	Unreachable Reason = iota
	// Offline: it is not in the cache, and nothing may be fetched.
	Offline
	// NoCache: the cache cannot be read or written.
	NoCache
	// NoChart: there is no such chart or version.
	NoChart
	// Changed: what was got has another digest than it must have.
	Changed
	// BadChart: the archive is no chart, or cannot be on a disk.
	BadChart
)

// Error is that a chart could not be had.
type Error struct {
	Reason Reason
	// Chart is what was asked for.
	Chart Chart
	// Problem is what is wrong and Advice what to do, each in one line.
	Problem, Advice string
	// Err is what it comes from, nil for none.
	Err error
}

func (e *Error) Error() string {
	s := e.Chart.String() + ": " + e.Problem
	if e.Advice != "" {
		s += "; " + e.Advice
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

// IsInput reports whether what was asked for is wrong: another chart or version would work.
func (e *Error) IsInput() bool { return e.Reason == NoChart }

func failed(why Reason, c Chart, problem, advice string) *Error {
	return &Error{Reason: why, Chart: c, Problem: problem, Advice: advice}
}

// unreachable is the error for a run of helm that failed.
func unreachable(c Chart, what, said string, err error) *Error {
	if said == "" && err != nil {
		said = err.Error()
	}
	e := &Error{Chart: c, Err: err, Problem: what + ": " + shortened(said)}
	var ended *program.EndedError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		e.Problem, e.Advice = "helm is not installed, or not in the path", "install helm 3 or 4, which fetches charts: https://helm.sh/docs/intro/install"
	case errors.As(err, &ended):
		e.Problem = what + " " + ended.Error()
		if ended.After > 0 {
			e.Advice = "try again, or give it more time with KRM_MERGE_TIMEOUT=30m"
		}
	case contains(said, "401", "403", "unauthorized", "denied", "authentication required"):
		e.Advice = "give helm credentials for it: helm registry login, or helm repo add with --username"
	}
	return e
}

// contains reports whether helm said one of some things.
func contains(said string, some ...string) bool {
	said = strings.ToLower(said)
	for _, s := range some {
		if strings.Contains(said, s) {
			return true
		}
	}
	return false
}

// Redacted is a text without the credentials of the addresses in it: those in front of a host,
// and what signs a request.
func Redacted(text string) string {
	text = regexp.MustCompile(`://[^/\s"@]*@`).ReplaceAllString(text, "://")
	return regexp.MustCompile(`(://[^\s"?]*)\?[^\s"]*`).ReplaceAllString(text, "$1")
}

// shortened is what helm said, in one line without credentials.
func shortened(said string) string {
	var kept []string
	for line := range strings.Lines(said) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "Error: ")
		if line != "" && !strings.HasPrefix(line, "WARNING:") && !strings.HasPrefix(line, "level=") {
			kept = append(kept, line)
		}
	}
	text := printable.Line(Redacted(strings.Join(kept, "; ")))
	const most = 500
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	if text == "" {
		text = "failed without a word"
	}
	return text
}
