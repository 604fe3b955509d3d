package helm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/semver"
)

// reference is a version, or a range of versions, of a chart in a registry: what helm found
// for it, once.
type reference struct {
	once  sync.Once
	found Version
	err   error
}

// resolved asks a registry for a version of a chart, or for the newest release. A tag may be written with a
// v in front, or without.
func (c *Cache) resolved(ctx context.Context, chart Chart) (Chart, error) {
	asked := chart.Version
	var err error
	switch {
	case asked == "":
		var found Version
		found, err = c.newestOf(ctx, chart, "*")
		chart.Version, chart.Digest = found.Number, found.Digest
		return chart, err
	case !IsRange(asked):
		for _, tag := range []string{asked, otherSpelling(asked)} {
			found, failed := c.newestOf(ctx, chart, tag)
			if failed == nil {
				chart.Version, chart.Digest = tag, found.Digest
				return chart, nil
			}
			if err = cmp.Or(err, failed); !isMissing(failed) {
				return chart, failed
			}
		}
	}
	last, lastErr := c.newestOf(ctx, chart, "*")
	switch {
	case lastErr == nil || err == nil && isMissing(lastErr):
		return chart, noVersion(chart, []string{last.Number})
	case err == nil:
		err = lastErr
	}
	return chart, err
}

// otherSpelling is a version with a v in front, or without one if it has one.
func otherSpelling(version string) string {
	if bare, is := strings.CutPrefix(version, "v"); is {
		return bare
	}
	return "v" + version
}

// found are the versions that helm finds without a list of them.
func (c *Cache) found(ctx context.Context, chart Chart, near string) ([]Version, error) {
	ranges := []string{"*", ">=0.0.0-0"}
	if n := number(near); near != "" && semver.IsValid(n) {
		ranges = append(ranges, "~"+strings.TrimPrefix(semver.Major(n), "v"), "~"+strings.TrimPrefix(semver.MajorMinor(n), "v"))
	}
	var all []Version
	var missing error
	for i, of := range ranges {
		found, err := c.newestOf(ctx, chart, of)
		switch {
		case err == nil:
			all = append(all, found)
		case !isMissing(err):
			return nil, err
		case i < 2:
			missing = err
		}
	}
	if all == nil && !strings.HasPrefix(near, "v") { // helm finds no tags that begin with one.
		return nil, missing
	}
	slices.SortFunc(all, func(a, b Version) int { return strings.Compare(a.Number, b.Number) })
	return slices.Compact(all), nil
}

// newestOf is the newest version of a range, which has helm pull the chart. Offline it is what
// was found last.
func (c *Cache) newestOf(ctx context.Context, chart Chart, of string) (Version, error) {
	key := Chart{Repo: chart.reference(), Version: of}
	c.mu.Lock()
	r := c.references[key]
	if r == nil {
		r = &reference{}
		c.references[key] = r
	}
	c.mu.Unlock()
	r.once.Do(func() {
		kept := c.path("references", nameOf(key.String())+".json")
		if c.options.Offline {
			if !remembered(kept, &r.found) {
				r.err = offline(chart, "what the registry has")
			}
			return
		}
		var data []byte
		if data, r.err = c.pullOCI(ctx, chart, of); r.err != nil {
			return
		}
		a, err := unpacked(data)
		if err != nil {
			r.err = failed(BadChart, chart, "its archive "+err.Error(), "")
			return
		}
		r.found = Version{a.Version, digestOf(data)}
		if data, err = json.Marshal(r.found); err == nil {
			r.err = c.keep(chart, kept, data)
		}
	})
	return r.found, r.err
}

// pullOCI pulls a version, or the newest of a range, from a registry. One on this machine may
// have no TLS.
func (c *Cache) pullOCI(ctx context.Context, chart Chart, version string) ([]byte, error) {
	data, err := c.pull(ctx, chart, nil, chart.reference(), version)
	var known *Error
	if chart.onLoopback() && errors.As(err, &known) && contains(known.Problem, "tls handshake", "http response to https client") {
		data, err = c.pull(ctx, chart, nil, chart.reference(), version, "--plain-http")
	}
	return data, err
}
