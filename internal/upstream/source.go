package upstream

import (
	"context"
	"maps"
	"slices"

	"github.com/krm-merge/krm-merge/internal/kptfile"
)

// source is a place that packages are from. Nothing outside of this package asks which it is.
type source interface {
	resolve(ctx context.Context, at Location) (Revision, error)
	versions(ctx context.Context, at Location) (Versions, error)
	files(ctx context.Context, at Location, commit string) (*Files, error)
	// objects are what files of a version hold, or names for that, by their paths.
	objects(ctx context.Context, at Location, commit string) (map[string]string, error)
}

// source gives the source of a location.
func (c *Cache) source(at Location) (source, error) {
	if kptfile.IsChart(at.Repo) {
		return c.chart(at)
	}
	return c.repository(at.Repo)
}

// ask asks the source of a location.
func ask[T any](c *Cache, at Location, question func(source) (T, error)) (answer T, err error) {
	s, err := c.source(at)
	if err != nil {
		return answer, err
	}
	return question(s)
}

// Resolve finds the version that a ref is now: a branch, a tag or a commit, or the version of a
// chart. None is the default branch, or the newest release of a chart.
func (c *Cache) Resolve(ctx context.Context, at Location) (Revision, error) {
	return ask(c, at, func(s source) (Revision, error) { return s.resolve(ctx, at) })
}

// Versions lists the versions of a package, as far as they can be known.
func (c *Cache) Versions(ctx context.Context, at Location) (Versions, error) {
	return ask(c, at, func(s source) (Versions, error) { return s.versions(ctx, at) })
}

// Tree reads a version of a package, which Resolve gave for the ref. The cost is linear in
// its files.
func (c *Cache) Tree(ctx context.Context, at Location, v Revision) (*Files, error) {
	at.Ref = v.Ref
	return ask(c, at, func(s source) (*Files, error) { return s.files(ctx, at, v.Commit) })
}

// Changed lists the files of a package that differ between two versions.
func (c *Cache) Changed(ctx context.Context, at Location, from, to Revision) ([]string, error) {
	differs := map[string]string{}
	for _, v := range []Revision{from, to} {
		at.Ref = v.Ref
		all, err := ask(c, at, func(s source) (map[string]string, error) { return s.objects(ctx, at, v.Commit) })
		if err != nil {
			return nil, err
		}
		for name, object := range all {
			if was, is := differs[name]; is && was == object {
				delete(differs, name)
			} else {
				differs[name] = object
			}
		}
	}
	return slices.Sorted(maps.Keys(differs)), nil
}
