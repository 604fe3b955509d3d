package upstream

import (
	"cmp"
	"context"
	"errors"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/program"
)

// Reason is why there is no version of a package.
type Reason int

const (
	// Unavailable: it cannot be read, fetched or kept, whatever there is.
	Unavailable Reason = iota
	// Gone: upstream does not have the commit any more.
	Gone
	// NoRef: there is no such branch, tag or commit.
	NoRef
	// NoDirectory: the version has no such directory.
	NoDirectory
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

// ReasonOf is the reason of an error, Unavailable for what is not one of these.
func ReasonOf(err error) Reason {
	if known, is := errors.AsType[*Error](err); is {
		return known.Reason
	}
	return Unavailable
}

func (o *origin) failed(why Reason, err error, problem, advice string) *Error {
	return &Error{Reason: why, Repo: o.shown, Problem: problem, Advice: advice, Err: err}
}

// moreTime is what to do where a run of git or helm takes too long.
const moreTime = "try again, or give it more time with KRM_MERGE_TIMEOUT=30m"

// unreachable is the error for a run of git that talked to the repository.
func (r *repository) unreachable(err error) error {
	problem, advice := r.said(err), "find out with: git ls-remote "+printable.Word(r.shown)
	switch {
	case git.Code(err) == git.BadUsage:
		problem, _, _ = strings.Cut(problem, "; ")
		advice = "krm-merge needs git 2.30 or newer, and 2.36 for servers that give no single commits"
	case says(problem, "could not read username", "could not read password", "terminal prompts disabled", "authentication failed", "permission denied (", "host key verification failed", "error: 401", "error: 403"):
		advice = "give git credentials for it: a credential helper, a token or an SSH key; " + advice
	}
	return r.unrun(err, problem, advice)
}

// unreached is the error for a run of helm that failed.
func (o *origin) unreached(err error) error {
	advice := ""
	if says(saidOf(err), "401", "403", "unauthorized", "denied", "authentication required") {
		advice = "give helm credentials for it: helm registry login, or helm repo add with --username"
	}
	return o.unrun(err, o.said(err), advice)
}

// unrun is the error for a program that failed, or was not there, or was ended.
func (o *origin) unrun(err error, problem, advice string) error {
	switch {
	case errors.Is(err, exec.ErrNotFound):
		advice = "git is needed for repositories, helm 3 or 4 for charts: https://helm.sh/docs/intro/install"
	case errors.Is(err, context.DeadlineExceeded):
		advice = moreTime
	case errors.Is(err, context.Canceled):
		advice = ""
	}
	return o.failed(Unavailable, err, problem, advice)
}

// unwritable is the error for a cache that cannot be written.
func (o *origin) unwritable(err error) error {
	return o.failed(Unavailable, err, "the cache cannot be written: "+err.Error(), "set XDG_CACHE_HOME to a directory that can be written")
}

// unreadable is the error for a run of git in the cache alone.
func (r *repository) unreadable(err error) error {
	if known := (*Error)(nil); err == nil || errors.As(err, &known) {
		return err
	}
	return r.failed(Unavailable, err, "the cache cannot be read: "+r.said(err), "delete "+r.name+"* and try again")
}

// offline is the error for what is not in the cache.
func (o *origin) offline(what string) error {
	return o.failed(Unavailable, nil, what+" is not in the cache", "run once without --offline")
}

func (r *repository) gone(commit string) error {
	return r.failed(Gone, nil, "does not have commit "+commit+" any more", "its history was rewritten; name a directory that has this version with --original DIR")
}

// badTree is the error for a directory that is no package.
func (r *repository) badTree(problem string) error {
	return r.failed(Unavailable, nil, problem, "name the directory of one package")
}

// said is what git or helm said of a failure, behind what it was told to do.
func (o *origin) said(err error) string {
	if failed, is := errors.AsType[*program.Error](err); is && failed.Err == nil {
		return failed.Called + ": " + spoken(failed.Said)
	}
	return spoken(err.Error())
}

// saidOf is what a program wrote of its failure, "" for nothing.
func saidOf(err error) string {
	if failed, is := errors.AsType[*program.Error](err); is {
		return failed.Said
	}
	return ""
}

// spoken is what a program said of a failure, in one line that is not too long, without credentials and phrases.
func spoken(said string) string {
	phrase := regexp.MustCompile(`^(Please make sure|and the repository exists\.|warning: redirecting|WARNING:|level=|$)`)
	var kept []string
	for line := range strings.Lines(said) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "Error: ")
		ends := line == "fatal: Could not read from remote repository." && len(kept) > 0
		if !ends && !phrase.MatchString(line) {
			kept = append(kept, line)
		}
	}
	text := printable.Line(withoutCredentials(strings.Join(kept, "; ")))
	const most = 500
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return cmp.Or(text, "failed without a word")
}

// says reports whether a program said one of some things.
func says(said string, some ...string) bool {
	said = strings.ToLower(said)
	return slices.ContainsFunc(some, func(s string) bool { return strings.Contains(said, s) })
}

// withoutCredentials is a text without the credentials of the addresses in it: those in front of a host, where only
// ssh has a name that is none, and what signs a request.
func withoutCredentials(text string) string {
	text = regexp.MustCompile(`[\w+.-]*://[^/\s"@]*@`).ReplaceAllStringFunc(text, func(address string) string {
		scheme, user, _ := strings.Cut(address, "://")
		if strings.Contains(scheme, "ssh") && !strings.Contains(user, ":") {
			return address
		}
		return scheme + "://"
	})
	return regexp.MustCompile(`(://[^\s"?]*)\?[^\s"]*`).ReplaceAllString(text, "$1")
}
