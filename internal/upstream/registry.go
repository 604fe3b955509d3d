package upstream

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"golang.org/x/mod/semver"
)

// tagged asks a registry for a version of a chart, or for the newest release. A tag may be written with a
// v in front, or without.
func (c *charts) tagged(ctx context.Context, at Location) (Version, error) {
	newest := func(of string) (Version, error) { return c.newest(ctx, at, of) }
	if at.Ref == "" {
		return newest("*")
	}
	var err error
	if IsExact(at.Ref) {
		for _, spelled := range []string{at.Ref, otherSpelling(at.Ref)} {
			found, failed := newest(spelled)
			if failed == nil {
				return Version{Tag: spelled, Commit: found.Commit}, nil
			}
			if err = cmp.Or(err, failed); !isMissing(failed) {
				return Version{}, failed
			}
		}
	}
	last, failed := newest("*")
	if failed == nil || err == nil && isMissing(failed) {
		return Version{}, c.noVersion(at, []Version{last})
	}
	return Version{}, cmp.Or(err, failed)
}

// found are the versions that helm finds without a list of them: the newest release, the newest of all, and the
// newest with the major and with the minor version of the ref. It finds no tags that begin with a v: why
// says so.
func (c *charts) found(ctx context.Context, at Location) (all []Version, why string, err error) {
	ranges := []string{"*", ">=0.0.0-0"}
	if _, near, is := parseVersion(at.Ref); is {
		ranges = append(ranges, "~"+semver.Major(near.Number)[1:], "~"+semver.MajorMinor(near.Number)[1:])
	}
	has := map[string]bool{}
	for _, of := range ranges {
		found, failed := c.newest(ctx, at, of)
		switch {
		case failed == nil && !has[found.Tag]:
			has[found.Tag] = true
			all = append(all, found)
		case failed != nil && !isMissing(failed):
			return nil, "", failed
		case failed != nil:
			err = cmp.Or(err, failed)
		}
	}
	switch {
	case all != nil:
		return all, "", nil
	case strings.HasPrefix(at.Ref, "v"):
		return nil, "helm lists no tags that begin with a v", nil
	}
	return nil, "", err
}

// newest is the newest version of a range, which has helm pull the chart. Offline it is what
// was found last.
func (c *charts) newest(ctx context.Context, at Location, of string) (Version, error) {
	at.Ref = of
	c.mu.Lock()
	found := c.tags[at]
	if found == nil {
		found = sync.OnceValues(func() (Version, error) { return c.ask(ctx, at) })
		c.tags[at] = found
	}
	c.mu.Unlock()
	return found()
}

func (c *charts) ask(ctx context.Context, at Location) (Version, error) {
	kept, found := c.path("references", nameOf(at.String())+".json"), Version{}
	if c.Offline {
		if !remembered(kept, &found) {
			return found, c.origin(at).offline("what the registry has")
		}
		return chartVersion(found.Tag, found.Commit), nil
	}
	data, err := c.pull(ctx, at, "")
	if err != nil {
		return found, err
	}
	_, version, err := unpacked(data)
	if err != nil {
		return found, c.origin(at).failed(BadTree, err, "its archive "+err.Error(), "")
	}
	found = chartVersion(version, digestOf(data))
	if data, err = json.Marshal(found); err == nil {
		err = c.keep(at, kept, data)
	}
	return found, err
}

// isMissing reports whether an error is that there is no such chart or version.
func isMissing(err error) bool {
	var known *Error
	return errors.As(err, &known) && known.Reason == NoRef
}
