package upgrade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/upstream"
)

// State is how the version of a package stands to the newest one.
type State string

const (
	// Current: there is nothing newer.
	Current State = "current"
	// Behind: there is.
	Behind State = "behind"
	// Unknown: versions cannot be compared; a note says why.
	Unknown State = "unknown"
)

// Status is how a package stands to its upstream.
type Status struct {
	Upstream upstream.Location
	// Taken is the version that was taken, Newest the newest there is, nil if there is
	// none: of a branch its tip, else the tag with the highest version.
	Taken  upstream.Revision
	Newest *upstream.Revision
	// Minor and Patch are the newest that upgrade --latest=minor and patch take, nil if that is
	// none or the one that was taken.
	Minor, Patch *upstream.Revision
	State        State
	// Changed is how many files of the package differ between them, and of a chart that a file names how
	// many values that are set for it the change concerns; below 0 if nobody knows.
	Changed int
	Notes   []string
}

func (s *Status) note(format string, args ...any) {
	s.Notes = append(s.Notes, fmt.Sprintf(format, args...))
}

// StatusOf finds out how the package in a directory stands. The error names the package. The cost is that of one question to the
// repository for all its packages, and of fetching two commits without the files.
func StatusOf(ctx context.Context, cache *upstream.Cache, dir string) (*Status, error) {
	k, err := readKptfile(dir)
	if err != nil {
		return nil, err
	}
	s := &Status{Upstream: locationOf(dir, *k.Upstream), Taken: upstream.Revision{Ref: k.Upstream.Ref}, State: Unknown, Changed: -1}
	if k.Lock != nil {
		s.Taken = takenFrom(k)
	} else {
		s.note("its %s does not say which version was taken; krm-merge adopt writes it there", k.Name())
	}
	err = s.find(ctx, cache)
	if k.Lock == nil {
		s.State = Unknown
	} else if err == nil {
		err = s.count(ctx, cache)
	}
	return s, named(dir, err)
}

// find finds the newest version.
func (s *Status) find(ctx context.Context, cache *upstream.Cache) error {
	// The lock tells what is taken; the ref may have been edited since.
	at := s.Upstream
	at.Ref = s.Taken.Ref
	tracked, err := cache.Resolve(ctx, at)
	switch reason := upstream.ReasonOf(err); {
	case err == nil:
	case reason == upstream.NoRef || reason == upstream.Gone:
		s.note("upstream does not have %s any more", s.Taken)
		tracked.Kind = upstream.Commit
	default:
		return err
	}
	if s.Taken.Kind = tracked.Kind; s.Taken.Kind == upstream.Branch {
		s.Newest = &tracked
		s.judge(tracked.Commit != s.Taken.Commit)
		return nil
	}
	versions, err := cache.Versions(ctx, at)
	if err != nil {
		return err
	}
	s.compare(versions, tracked, upstream.Major)
	return nil
}

// judge says whether the package is behind.
func (s *Status) judge(behind bool) {
	if s.State = Current; behind {
		s.State = Behind
	}
}

// compare finds the newest of the versions that upstream has, at a step. tracked is what the ref that
// was taken is now.
func (s *Status) compare(versions upstream.Versions, tracked upstream.Revision, step upstream.Step) {
	newest, found := versions.Newest(step, s.Taken.Ref)
	if !found {
		s.note("%s", unclear(versions, step, s.Taken.Ref))
		return
	}
	s.Newest = &newest
	ref := s.Taken.Ref
	moved := tracked.Kind == upstream.Tag && tracked.Commit != s.Taken.Commit && s.Taken.Commit != ""
	isTaken := newest.Commit == s.Taken.Commit && s.Taken.Commit != ""
	switch {
	case isTaken:
		s.judge(false)
	case moved:
		s.note("%s is not what was taken any more: it was moved upstream, or published again", s.Taken.Ref)
		s.judge(true)
	case !upstream.IsVersion(ref):
		s.note("%s is not a version, so nobody knows whether %s is newer", s.Taken, newest.Ref)
	default:
		s.judge(upstream.Older(ref, newest.Ref))
	}
	if s.State == Current && !isTaken {
		// A prerelease that was taken is newer than all that count.
		s.Newest = new(s.Taken)
	}
	if s.State == Behind {
		s.findNear(versions, ref)
	}
}

// findNear finds the newest versions that are nearer to a ref than the newest of all.
func (s *Status) findNear(versions upstream.Versions, ref string) {
	for step, to := range map[upstream.Step]**upstream.Revision{upstream.Minor: &s.Minor, upstream.Patch: &s.Patch} {
		if near, found := versions.Newest(step, ref); found && upstream.Older(ref, near.Ref) {
			*to = &near
		}
	}
	if s.Minor != nil && s.Minor.Ref != s.Newest.Ref {
		s.note("%s is the newest of the same major version; upgrade --latest=minor takes it", s.Minor.Ref)
	}
}

// unclear is why nobody knows a newest release at a step from a ref, and what to do.
func unclear(v upstream.Versions, step upstream.Step, ref string) string {
	switch {
	case v.Why != "":
		return v.Why + "; name one with --to"
	case len(v.All) > 0:
		return fmt.Sprintf("no release is a %s step from %s, the newest version is %s; upgrade --to takes one by its name", step, ref, v.All[0].Ref)
	}
	return "no tag of upstream is clearly a version of the package; upgrade --to takes a branch, tag or commit"
}

// count counts the files that differ.
func (s *Status) count(ctx context.Context, cache *upstream.Cache) error {
	switch {
	case s.Newest == nil:
		return nil
	case s.Newest.Commit == s.Taken.Commit:
		s.Changed = 0
		return nil
	}
	changed, err := cache.Changed(ctx, s.Upstream, s.Taken, *s.Newest)
	failed, is := errors.AsType[*upstream.Error](err)
	switch {
	case err == nil:
		s.Changed = len(changed)
		if s.Newest.Kind == upstream.Branch && s.Changed == 0 {
			// Commits to other directories.
			s.State = Current
		}
	case is && (failed.Reason == upstream.Gone || failed.Reason == upstream.NoDirectory):
		s.note("what changed is not known: %s", failed.Problem)
	default:
		return err
	}
	return nil
}

// locationOf is where the package in a directory is from.
func locationOf(dir string, u kptfile.Upstream) upstream.Location {
	return upstream.Location(u).From(dir)
}

// takenFrom is the version of a package that was taken, as its lock says.
func takenFrom(k *kptfile.Kptfile) upstream.Revision {
	return upstream.Revision{Ref: k.Lock.Ref, Commit: k.Lock.Commit}
}

// readKptfile reads the file of a package, by the name that the user gave that, which says where it is from.
func readKptfile(dir string) (*kptfile.Kptfile, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; name the directory of a package", dir, journal.Cause(err))
	}
	defer func() { _ = root.Close() }()
	k, err := loadKptfile(root, dir)
	if k == nil && err == nil {
		err = fmt.Errorf("%s: has no Kptfile that says where the package is from; name the directory of one, or all in it with krm-merge upgrade --all %[2]s, or say it with krm-merge adopt %[2]s REPO/DIR@REF", dir, printable.Word(dir))
	}
	return k, err
}

// loadKptfile is readKptfile, nil where nothing says where the package is from.
func loadKptfile(root *os.Root, dir string) (*kptfile.Kptfile, error) {
	for _, file := range kptfile.Names() {
		name := filepath.Join(dir, file)
		text, err := bounded.ReadFile(root.OpenFile, file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: cannot be read: %w", name, journal.Cause(err))
		}
		if k, err := kptfile.Read(text, name); err != nil || k.Upstream != nil {
			return k, err
		}
	}
	return nil, nil
}
