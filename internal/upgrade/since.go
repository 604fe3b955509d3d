package upgrade

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/chartref"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/merge/files"
)

// Since holds the values of the tree against the charts that are other ones than in a commit: those
// that references name, and those that lie in the tree. A chart that cannot be had is an error, and
// stops no other; the result has the questions.
func (r *References) Since(ctx context.Context, charts Charts, commit string, opts files.Options) (result *files.Result, notes []string, err error) {
	repository := git.Repository{Dir: r.Root}
	out, err := repository.Run("diff", "--name-only", "-z", "--no-renames", "--end-of-options", commit)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: is not a commit in this repository; fetch it, or name another", commit)
	}
	was := maps.Clone(r.Files)
	old := map[string][]byte{}
	for _, name := range strings.Split(strings.TrimSuffix(out, "\x00"), "\x00") {
		if name == "" {
			continue
		}
		delete(was, name)
		data, missing := repository.ContentAt(commit, name)
		if missing != nil {
			old[name] = nil
			continue
		}
		if old[name] = data; files.HoldsResources(name) {
			was[name] = data
		}
	}
	held, notes, failed := r.bumped(ctx, charts, chartref.Find(was))
	copied, problem := r.copied(old)
	result, err = r.HoldAll(append(held, copied...), nil, opts)
	return result, notes, errors.Join(err, failed, problem)
}

// bumped are the values of the references that name another version than before.
func (r *References) bumped(ctx context.Context, charts Charts, before []*chartref.Reference) (held []Held, notes []string, failed error) {
	known := map[string][]*chartref.Reference{}
	for _, ref := range before {
		known[ref.Key()] = append(known[ref.Key()], ref)
	}
	for _, is := range r.All {
		same := known[is.Key()]
		if len(same) == 0 {
			continue
		}
		was := same[0]
		known[is.Key()] = same[1:]
		switch {
		case was.Version == is.Version && was.Repo == is.Repo:
		case was.Why != "" || is.Why != "":
			why := is.Why
			if why == "" {
				why = "before, " + was.Why
			}
			notes = append(notes, fmt.Sprintf("%s:%d: %s is not compared: %s", is.File, is.Line, is.Name, why))
		default:
			h, err := Hold(ctx, charts, was, is, was.Version, is.Version)
			if failed = errors.Join(failed, err); err == nil {
				held = append(held, h)
			}
		}
	}
	return held, notes, failed
}

// copied are the values beside the charts in the tree that are other ones than before; old are the
// files that differ, nil for one that was not there.
func (r *References) copied(old map[string][]byte) (held []Held, failed error) {
	var dirs []string
	for name := range r.Files {
		if was, differs := old[name]; path.Base(name) == chart.File && (!differs || was != nil) {
			dirs = append(dirs, path.Dir(name))
		}
	}
	slices.Sort(dirs)
	byDir := map[string][]chartref.Place{}
	for name := range r.Files {
		if dir, is := chart.Beside(name, dirs); is && name != path.Join(dir, chart.Values) {
			byDir[dir] = append(byDir[dir], chartref.Place{File: name})
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(byDir)) {
		changed := false
		for name := range old {
			changed = changed || within(name, dir) && !slices.ContainsFunc(byDir[dir], func(p chartref.Place) bool { return p.File == name })
		}
		if !changed {
			continue
		}
		h := Held{Values: byDir[dir]}
		is, err := files.Read(os.DirFS(filepath.Join(r.Root, filepath.FromSlash(dir))))
		if err == nil {
			now, before := map[string][]byte{}, map[string][]byte{}
			for _, f := range is.Files {
				if f.Mode.IsRegular() {
					now[f.Path], before[f.Path] = f.Data, f.Data
				}
			}
			for name, data := range chart.Below(old, dir) {
				if delete(before, name); data != nil {
					before[name] = data
				}
			}
			if h.Original, err = chart.Of(before); err == nil {
				h.Updated, err = chart.Of(now)
			}
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: the chart cannot be read: %w", dir, err))
			continue
		}
		held = append(held, h)
	}
	return held, failed
}
