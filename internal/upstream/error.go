package upstream

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// Reason is why there is no version of a package.
type Reason int

const (
	// Unreachable: git could not read the repository.
	Unreachable Reason = iota
	// Offline: it is not in the cache, and nothing may be fetched.
	Offline
	// Gone: upstream does not have the commit any more.
	Gone
	// NoCache: the cache cannot be read or written.
	NoCache
	// NoRef: there is no such branch, tag or commit.
	NoRef
	// NoDirectory: the version has no such directory.
	NoDirectory
	// BadTree: the files of the version are not what can be on a disk, or too many.
	BadTree
)

// Error is that a version of a package could not be had.
type Error struct {
	Reason Reason
	// Repo is the repository, without credentials.
	Repo string
	// Problem is what is wrong and Advice what to do, each in one line.
	Problem, Advice string
	// Err is what it comes from, nil for none.
	Err error
}

func (e *Error) Error() string {
	s := e.Problem
	if e.Repo != "" {
		s = printable.Line(e.Repo) + ": " + s
	}
	if e.Advice != "" {
		s += "; " + e.Advice
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

// IsInput reports whether what was asked for is wrong: another ref or directory would
// work.
func (e *Error) IsInput() bool { return e.Reason == NoRef || e.Reason == NoDirectory }

// failed is the error for a run of git that talked to the repository.
func failed(repo string, err error) error {
	e := &Error{Reason: Unreachable, Repo: redacted(repo), Problem: said(repo, err), Err: err}
	e.Advice = "find out with: git ls-remote " + shellWord(e.Repo)
	switch {
	case git.Code(err) == git.BadUsage:
		e.Problem, _, _ = strings.Cut(e.Problem, "; ")
		e.Advice = "krm-merge needs git 2.30 or newer"
	case errors.Is(err, context.DeadlineExceeded):
		e.Advice = "try again, or give it more time with KRM_MERGE_TIMEOUT=30m"
	case errors.Is(err, context.Canceled):
		e.Advice = ""
	case needsCredentials(e.Problem):
		e.Advice = "give git credentials for it: a credential helper, a token or an SSH key; " + e.Advice
	}
	return e
}

// needsCredentials reports whether git was refused because nobody said who asks.
func needsCredentials(said string) bool {
	for _, s := range []string{"could not read Username", "could not read Password", "terminal prompts disabled", "Authentication failed", "Permission denied (", "Host key verification failed", "error: 401", "error: 403"} {
		if strings.Contains(said, s) {
			return true
		}
	}
	return false
}

// said is what git said of a failure, in one line without credentials and phrases.
func said(repo string, err error) string {
	text := err.Error()
	var g *git.Error
	if errors.As(err, &g) {
		var kept []string
		for line := range strings.Lines(g.Said) {
			line = strings.TrimSpace(line)
			switch {
			case line == "", line == "and the repository exists.", strings.HasPrefix(line, "Please make sure"), strings.HasPrefix(line, "warning: redirecting"):
			case line == "fatal: Could not read from remote repository." && len(kept) > 0:
			default:
				kept = append(kept, line)
			}
		}
		text = "git " + g.Command + ": " + cmp.Or(strings.Join(kept, "; "), "failed without a word")
	}
	text = printable.Line(strings.ReplaceAll(text, repo, redacted(repo)))
	const most = 500
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// shellWord is a text as a word of a shell.
func shellWord(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:/._@-+") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
