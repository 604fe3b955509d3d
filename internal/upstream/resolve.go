package upstream

import (
	"context"
	"path"
	"strings"

	"github.com/krm-merge/krm-merge/internal/printable"
)

// RefKind is what a ref is the name of.
type RefKind uint8

const (
	Branch RefKind = iota
	Tag
	Commit
)

// Revision is a version of a package.
type Revision struct {
	// Ref is what upstreamLock calls it: a tag with the directory in front where the
	// package has tags of its own, else the ref as it was given. It is the version of a chart.
	Ref string `json:"ref"`
	// Commit is its full name, "" if it is not known; that of the commit where a tag is annotated. Of a chart it is
	// the digest of its archive.
	Commit string  `json:"commit,omitempty"`
	Kind   RefKind `json:"-"`
}

// String is what is known to be a tag by its name alone, anything else with its commit.
func (v Revision) String() string {
	commit := v.Commit[:min(len(v.Commit), 7)]
	switch {
	case v.Ref == v.Commit || v.Ref == "":
		return commit
	case v.Kind == Tag || v.Commit == "":
		return v.Ref
	}
	return v.Ref + " (" + commit + ")"
}

// resolve finds the commit that a ref is now, as kpt does: a tag of the package's
// directory or one above it, DIR/REF, then a branch, then a tag, then a commit by its whole name. None, or
// HEAD, is the default branch. Branches and tags cost one question to the repository for all
// locations, a commit is fetched.
func (r *repository) resolve(ctx context.Context, at Location) (Revision, error) {
	switch {
	case strings.HasPrefix(at.Ref, "-"):
		return Revision{}, r.noRef(at.Ref)
	case isFull(at.Ref):
		commit, err := r.fetched(ctx, at.Ref)
		return Revision{Commit: commit, Ref: commit, Kind: Commit}, err
	}
	if at.Ref == head {
		at.Ref = ""
	}
	l, err := r.listing(ctx)
	if err != nil {
		return Revision{}, err
	}
	if v, found := l.find(at); found {
		return v, nil
	}
	if at.Ref != "" {
		return Revision{}, r.noRef(at.Ref)
	}
	branch, err := r.defaultBranch(ctx)
	if err == nil && l.Heads[branch] == "" {
		err = r.failed(NoRef, nil, "does not say which branch is its default", "name a branch or a tag behind an @")
	}
	return Revision{Commit: l.Heads[branch], Ref: branch, Kind: Branch}, err
}

// head is what git calls the default branch of a repository.
const head = "HEAD"

// isFull reports whether a ref is the full name of a commit.
func isFull(ref string) bool { return isHex(ref) && (len(ref) == 40 || len(ref) == 64) }

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }

// find looks for a ref among branches and tags.
func (l *listing) find(at Location) (Revision, bool) {
	for _, prefix := range prefixes(at.Directory) {
		if tag := prefix + at.Ref; l.Tags[tag] != "" {
			return Revision{Commit: l.Tags[tag], Ref: tag, Kind: Tag}, true
		}
	}
	tag := l.Tags[strings.TrimPrefix(at.Ref, "refs/tags/")]
	if commit := l.Heads[strings.TrimPrefix(at.Ref, "refs/heads/")]; commit != "" {
		return Revision{Commit: commit, Ref: at.Ref, Kind: Branch}, true
	}
	return Revision{Commit: tag, Ref: at.Ref, Kind: Tag}, tag != ""
}

// prefixes are what tags of a package's own begin with: its directory, and those above.
func prefixes(directory string) []string {
	var all []string
	for dir := relative(directory); dir != "."; dir = path.Dir(dir) {
		all = append(all, dir+"/")
	}
	return all
}

func (r *repository) noRef(ref string) *Error {
	advice := "see which there are: git ls-remote " + printable.Word(r.shown)
	if isHex(ref) && !isFull(ref) {
		advice = "write the whole name of a commit; " + advice
	}
	return r.failed(NoRef, nil, "has no branch, tag or commit "+printable.Line(ref), advice)
}
