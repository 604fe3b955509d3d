package upstream

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// RefKind is what a ref is the name of.
type RefKind uint8

const (
	Branch RefKind = iota
	Tag
	Commit
)

// refKinds are their names.
var refKinds = enum.Names[RefKind]{"branch", "tag", "commit"}

func (k RefKind) String() string { return refKinds.Of(k) }

// Revision is a version of a repository.
type Revision struct {
	// Commit is its full name; that of the commit where a tag is annotated.
	Commit string
	// Ref is what upstreamLock calls it: a tag with the directory in front where the
	// package has tags of its own, else the ref as it was given.
	Ref  string
	Kind RefKind
	// Shadows: it is a branch, and a tag of the same name is another commit.
	Shadows bool
}

// Resolve finds the commit that a ref is now, as kpt does: a tag of the package's
// directory or one above it, DIR/REF, then a branch, then a tag, then a commit, which may
// be abbreviated. None, or HEAD, is the default branch. Branches and tags cost one question to the repository for all
// locations, a commit is fetched.
func (c *Cache) Resolve(ctx context.Context, at Location) (Revision, error) {
	r, err := c.repository(at.Repo)
	if err != nil {
		return Revision{}, err
	}
	switch {
	case strings.HasPrefix(at.Ref, "-"):
		return Revision{}, r.noRef(at.Ref)
	case isFull(at.Ref):
		return r.commit(ctx, at.Ref)
	}
	if at.Ref == head {
		at.Ref = ""
	}
	l, err := r.listing(ctx, at.Ref == "")
	if err != nil {
		return Revision{}, err
	}
	if at.Ref == "" {
		if l.head == "" || l.heads[l.head] == "" {
			return Revision{}, &Error{Reason: NoRef, Repo: redacted(r.url), Problem: "does not say which branch is its default", Advice: "name a branch or a tag behind an @"}
		}
		at.Ref = l.head
	}
	if v, found := l.find(at); found {
		return v, nil
	}
	if isAbbreviated(at.Ref) {
		return r.commit(ctx, at.Ref)
	}
	missing := r.noRef(at.Ref)
	if l, err := r.listing(ctx, true); err == nil && l.heads[l.head] != "" {
		missing.Advice = "its default branch is " + printable.Line(l.head) + "; " + missing.Advice
	}
	return Revision{}, missing
}

// head is what git calls the default branch of a repository.
const head = "HEAD"

// isFull reports whether a ref is the full name of a commit.
func isFull(ref string) bool { return isHex(ref) && (len(ref) == 40 || len(ref) == 64) }

// isAbbreviated reports whether a ref may be the beginning of the name of a commit.
func isAbbreviated(ref string) bool { return isHex(ref) && 7 <= len(ref) && len(ref) < 64 }

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }

// find looks for a ref among branches and tags.
func (l *listing) find(at Location) (Revision, bool) {
	for _, prefix := range prefixes(at.Directory) {
		if tag := prefix + at.Ref; l.tags[tag] != "" {
			return Revision{Commit: l.tags[tag], Ref: tag, Kind: Tag}, true
		}
	}
	tag := l.tags[strings.TrimPrefix(at.Ref, "refs/tags/")]
	if commit := l.heads[strings.TrimPrefix(at.Ref, "refs/heads/")]; commit != "" {
		return Revision{Commit: commit, Ref: at.Ref, Kind: Branch, Shadows: tag != "" && tag != commit}, true
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
	e := &Error{Reason: NoRef, Repo: redacted(r.url), Problem: "has no branch, tag or commit " + printable.Line(ref)}
	e.Advice = "see which there are: git ls-remote " + shellWord(e.Repo)
	return e
}

// commit finds a commit by its name, which may be abbreviated.
func (r *repository) commit(ctx context.Context, name string) (Revision, error) {
	if !isFull(name) {
		var known []string
		r.mu.Lock()
		for _, s := range r.stores(name) {
			known = append(known, s.commits(ctx)...)
		}
		if r.refs != nil {
			for _, commits := range []map[string]string{r.refs.heads, r.refs.tags} {
				for _, commit := range commits {
					known = append(known, commit)
				}
			}
		}
		r.mu.Unlock()
		known = slices.DeleteFunc(known, func(commit string) bool { return !strings.HasPrefix(commit, name) })
		slices.Sort(known)
		if known = slices.Compact(known); len(known) == 1 {
			return Revision{Commit: known[0], Ref: name, Kind: Commit}, nil
		}
	}
	_, commit, err := r.fetched(ctx, name)
	return Revision{Commit: commit, Ref: name, Kind: Commit}, err
}
