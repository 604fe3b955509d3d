package upstream

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/helm"
	"github.com/krm-merge/krm-merge/internal/kptfile"
)

// charts are those that helm knows. The directory of a location is the name of the chart, its
// ref the version.
type charts struct{ *helm.Cache }

func chartOf(at Location) helm.Chart {
	name := relative(at.Directory)
	if name == "." {
		name = ""
	}
	return helm.Chart{Repo: strings.TrimPrefix(at.Repo, kptfile.OverHTTP), Name: name, Version: at.Ref}
}

func (c charts) resolve(ctx context.Context, at Location) (Revision, error) {
	found, err := c.Resolve(ctx, chartOf(at))
	if err == nil && found.Digest == "" {
		var archive *helm.Archive
		if archive, err = c.Pull(ctx, found); err == nil {
			found.Digest = archive.Digest
		}
	}
	return Revision{Commit: found.Digest, Ref: found.Version, Kind: Tag}, failedChart(err)
}

func (c charts) versions(ctx context.Context, at Location) (Versions, error) {
	chart := chartOf(at)
	listed, err := c.Versions(ctx, chart.Repo, chart.Name, chart.Version)
	var all []Version
	for _, l := range listed {
		if prefix, v, is := parseVersion(l.Number); is && prefix == "" {
			v.Commit = l.Digest
			all = append(all, v)
		}
	}
	var v Versions
	if listed == nil && err == nil {
		v.Other = []string{"v"}
	}
	_, current, _ := parseVersion(at.Ref)
	v.add(all, current)
	return v, failedChart(err)
}

func (c charts) files(ctx context.Context, at Location, digest string) (*Files, error) {
	chart := chartOf(at)
	chart.Digest = digest
	archive, err := c.Pull(ctx, chart)
	if err != nil {
		return nil, failedChart(err)
	}
	files := &Files{}
	for _, f := range archive.Files {
		files.All = append(files.All, File{f.Path, 0o644, f.Data})
	}
	return files, nil
}

func (c charts) changed(ctx context.Context, at Location, from, to Revision) ([]string, error) {
	differs := map[string]string{}
	for _, v := range []Revision{from, to} {
		at.Ref = v.Ref
		version, err := c.files(ctx, at, v.Commit)
		if err != nil {
			return nil, err
		}
		for _, f := range version.All {
			if was, is := differs[f.Path]; is && was == string(f.Data) {
				delete(differs, f.Path)
			} else {
				differs[f.Path] = string(f.Data)
			}
		}
	}
	return slices.Sorted(maps.Keys(differs)), nil
}

// failedChart is an error of helm's as one of this package.
func failedChart(err error) error {
	var e *helm.Error
	if !errors.As(err, &e) {
		return err
	}
	reasons := map[helm.Reason]Reason{helm.Offline: Offline, helm.NoCache: NoCache, helm.NoChart: NoRef, helm.Changed: Gone, helm.BadChart: BadTree}
	return &Error{Reason: reasons[e.Reason], Repo: e.Chart.String(), Problem: e.Problem, Advice: e.Advice, Err: e.Err}
}
