package upgrade

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/krm-merge/krm-merge/internal/chartref"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/merge/files"
)

// Since holds the values of the tree against the charts that are other ones than in a commit: those
// that references name, and those that lie in the tree. A chart that cannot be had is an error, and
// stops no other; the result has the questions.
func (r *References) Since(ctx context.Context, charts Charts, ref string, opts files.Options) (result *files.Result, notes []string, err error) {
	repository := git.Repository{Dir: r.Root}
	commit, err := repository.Commit(ref)
	if err != nil {
		return nil, nil, err
	}
	tree, err := repository.Tree(commit)
	if err != nil {
		return nil, nil, err
	}
	out, err := repository.Run("diff", "--name-only", "-z", "--no-renames", commit)
	if err != nil {
		return nil, nil, err
	}
	changed := map[string]bool{}
	for _, name := range strings.Split(strings.TrimSuffix(out, "\x00"), "\x00") {
		changed[name] = true
	}
	old, err := repository.Contents(tree, func(name string) bool { return changed[name] })
	if err != nil {
		return nil, nil, err
	}
	was, h := maps.Clone(r.Files), holding{}
	maps.DeleteFunc(was, func(name string, _ []byte) bool { return changed[name] })
	maps.Copy(was, old)
	notes, failed := r.bumped(ctx, charts, chartref.Find(was), &h)
	h.copied(was, r.Files, r.Files, [2]string{ref, "the work tree"})
	result, err = h.hold(r.Root, r.Files, nil, opts)
	return result, notes, errors.Join(err, failed)
}

// bumped holds the values of the references that name another version than before.
func (r *References) bumped(ctx context.Context, charts Charts, before []*chartref.Reference, h *holding) (notes []string, failed error) {
	known := map[string][]*chartref.Reference{}
	for _, ref := range before {
		known[ref.Key()] = append(known[ref.Key()], ref)
	}
	var changes []change
	for _, is := range r.All {
		same := known[is.Key()]
		if len(same) == 0 {
			if is.Name == "" {
				notes = append(notes, is.File+": is not compared: "+is.Why)
			}
			continue
		}
		was := same[0]
		known[is.Key()] = same[1:]
		switch {
		case was.Version == is.Version && was.Repo == is.Repo:
		case was.Why != "" || is.Why != "":
			notes = append(notes, fmt.Sprintf("%s:%d: %s is not compared: %s", is.File, is.Line, is.Name, cmp.Or(is.Why, "before, "+was.Why)))
		default:
			changes = append(changes, change{was: was, is: is})
		}
	}
	errs := make([]error, len(changes))
	parallel.Each(len(changes), func(i int) { errs[i] = changes[i].read(ctx, charts) })
	for i := range changes {
		if errs[i] == nil {
			h.reference(&changes[i])
		}
	}
	return notes, errors.Join(errs...)
}
