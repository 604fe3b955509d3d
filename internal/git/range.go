package git

import (
	"cmp"
	"fmt"
	"strings"
)

// Range is two commits that are to be merged: the branch that a pull request goes into, and
// the one that it is from.
type Range struct {
	// Base and Head are what somebody calls them, BaseCommit and HeadCommit their names.
	Base, Head             string
	BaseCommit, HeadCommit string
	// Why is what the base is, if nobody named it.
	Why string
	// Bases are the merge bases: one at least.
	Bases []string
}

// UnfitError is that what is around keeps something from being done: this clone or this git, which lacks what
// is needed, the disk, another run.
type UnfitError struct{ Err error }

func (e *UnfitError) Error() string { return e.Err.Error() }

// Unwrap gives what is the matter.
func (e *UnfitError) Unwrap() error { return e.Err }

// Range reads BASE..HEAD or BASE...HEAD, where a name that is left out is HEAD. Without any
// the base is the upstream branch of the branch that is checked out, or, if that is only
// where the branch is pushed to, the default branch of the remote. What is lacking here is an
// *UnfitError.
func (r Repository) Range(text string) (found *Range, err error) {
	if _, err = r.Run("rev-parse", "--git-dir"); err != nil {
		if Code(err) < 0 {
			err = &UnfitError{err}
		}
		return nil, err
	}
	found = &Range{Head: head}
	if text == "" {
		found.Base, found.Why, err = r.target()
	} else {
		err = found.parse(text)
	}
	if err == nil {
		found.BaseCommit, err = r.Commit(found.Base)
	}
	if err == nil {
		found.HeadCommit, err = r.Commit(found.Head)
	}
	if err == nil {
		err = r.findBases(found)
	}
	return found, err
}

const head = "HEAD"

// parse reads BASE..HEAD or BASE...HEAD.
func (of *Range) parse(text string) error {
	base, tip, is := strings.Cut(text, "..")
	if !is {
		return fmt.Errorf("%s: is one name; write BASE..HEAD: %s..HEAD is what is checked out, to be merged into %s", text, text, text)
	}
	of.Base, of.Head = cmp.Or(base, head), cmp.Or(strings.TrimPrefix(tip, "."), head)
	return nil
}

// target finds what the branch that is checked out is to be merged into.
func (r Repository) target() (name, why string, err error) {
	remote := "origin"
	if branch, detached := r.Line("symbolic-ref", "--quiet", "--short", head); detached == nil {
		own, _, _ := r.Config("branch." + branch + ".remote")
		pushed, _, _ := r.Config("branch." + branch + ".merge")
		name, err = r.Line("rev-parse", "--abbrev-ref", branch+"@{upstream}")
		if err == nil && pushed != "refs/heads/"+branch {
			return name, "the upstream branch of " + branch, nil
		}
		remote = cmp.Or(own, remote)
	}
	if name, err = r.Line("symbolic-ref", "--quiet", "--short", "refs/remotes/"+remote+"/HEAD"); err == nil {
		return name, "the default branch of " + remote, nil
	}
	return "", "", fmt.Errorf("what HEAD is to be merged into is not known here, as git was not told the default branch of %s; name the branch: krm-merge git check %s/main..HEAD, or main..HEAD without a remote", remote, remote)
}

// Commit is the commit that a name stands for. What is lacking here is an *UnfitError.
func (r Repository) Commit(name string) (string, error) {
	if commit := r.object(name + "^{commit}"); commit != "" {
		return commit, nil
	}
	if r.isShallow() {
		return "", &UnfitError{fmt.Errorf("%s: is not in this clone, which lacks a part of the history; %s", name, deepen)}
	}
	if of, second := strings.CutSuffix(name, "^2"); second && r.object(of) != "" {
		return "", fmt.Errorf("%s: %s is not a merge commit, so it has no second parent; check out the merge of the pull request (in GitHub's action a run on pull_request, and actions/checkout without ref), or name the branches, such as origin/main..HEAD", name, of)
	}
	return "", fmt.Errorf("%s: is not a commit in this repository; fetch it, or name another", name)
}

// object is what a name stands for, "" if that is not here.
func (r Repository) object(name string) string {
	if strings.HasPrefix(name, "-") {
		return ""
	}
	object, _ := r.Line("rev-parse", "--verify", "--quiet", name) // It says nothing of any other.
	return object
}

// deepen is what to do with a shallow clone.
const deepen = "fetch it with all its history: git fetch --unshallow; in CI, fetch-depth: 0 of actions/checkout, GIT_DEPTH: 0 of GitLab"

// isShallow reports whether the repository lacks a part of its history.
func (r Repository) isShallow() bool {
	is, err := r.Line("rev-parse", "--is-shallow-repository")
	return err == nil && is == "true"
}

// findBases finds the merge bases.
func (r Repository) findBases(of *Range) error {
	out, err := r.Run("merge-base", "--all", of.BaseCommit, of.HeadCommit)
	of.Bases = strings.Fields(out)
	switch {
	case Code(err) > 1 || Code(err) < 0:
		return err
	case len(of.Bases) > 0:
		return nil
	case r.isShallow():
		return &UnfitError{fmt.Errorf("the merge base of %s and %s is not in this clone, which lacks a part of the history; %s", of.Base, of.Head, deepen)}
	}
	return fmt.Errorf("%s and %s have no commit in common, and git does not merge them; name branches of one history", of.Base, of.Head)
}
