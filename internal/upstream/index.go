package upstream

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/similar"
)

// chartRepository is one over HTTP.
type chartRepository struct {
	// url is its address. helm calls it alias, in the configuration of the user or in one of
	// ours that env names, and keeps its index in dir.
	url, alias, dir string
	env             []string
}

// ours is what helm calls a repository that the user has not added.
const ours = "krm-merge"

// repository gives the repository of a chart.
func (c *charts) repository(ctx context.Context, at Location) (*chartRepository, error) {
	r := &chartRepository{url: address(at), alias: ours}
	added := c.aliases(ctx)
	if !strings.Contains(r.url, "://") {
		name := strings.TrimPrefix(strings.TrimPrefix(r.url, "alias:"), "@")
		i := slices.IndexFunc(added, func(a alias) bool { return a.Name == name })
		if _, missing := exec.LookPath("helm"); i < 0 && missing != nil {
			return nil, c.origin(at).unreached("helm repo list", "", missing)
		} else if i < 0 {
			return nil, c.origin(at).failed(NoRef, nil, "helm repo list has no repository "+printable.Line(name), "add it with helm repo add, or write the address of the repository")
		}
		r.url = added[i].URL
	}
	for _, a := range added {
		if a.URL == r.url {
			r.alias = a.Name
		}
	}
	r.dir = c.path("repositories", nameOf(r.url))
	r.env = []string{"HELM_REPOSITORY_CACHE=" + r.dir}
	if r.alias == ours {
		r.env = append(r.env, "HELM_REPOSITORY_CONFIG="+filepath.Join(r.dir, "repositories.yaml"))
	}
	return r, nil
}

// fetchIndex has helm fetch what a repository lists: the versions of each chart. Offline that is what it listed
// last.
func (c *charts) fetchIndex(ctx context.Context, r *chartRepository) (charts map[string][]Version, err error) {
	o := &origin{c.Options, withoutCredentials(r.url)}
	if c.Offline {
		kept, _ := filepath.Glob(filepath.Join(r.dir, "*-index.yaml"))
		if len(kept) == 0 {
			return nil, o.offline("what charts the repository has")
		}
		return readIndex(o, kept[0])
	}
	o.progress("asking " + o.shown + " for its charts")
	err = o.locked(ctx, filepath.Join(r.dir, "lock"), func() error {
		args := []string{"repo", "update", r.alias}
		if r.alias == ours {
			args = []string{"repo", "add", ours, r.url, "--force-update"}
		}
		out, said, failed := c.run(ctx, r.env, args...)
		// helm 3 may fail without saying so but in its list.
		if _, why, is := strings.Cut(out, "Unable to get an update from"); is {
			failed, said = cmp.Or(failed, errors.New("failed")), "Unable to get an update from"+strings.ReplaceAll(why, "\n", " ")
		}
		if failed != nil {
			return o.unreached("helm "+strings.Join(args[:2], " "), said, failed)
		}
		charts, err = readIndex(o, filepath.Join(r.dir, r.alias+"-index.yaml"))
		return err
	})
	return charts, err
}

// readIndex reads an index that helm has fetched.
func readIndex(o *origin, file string) (map[string][]Version, error) {
	data, err := bounded.ReadFile(os.OpenFile, file)
	var said struct {
		Entries map[string][]struct{ Version, Digest string }
	}
	if err == nil {
		err = yaml.Unmarshal(data, &said)
	}
	if err != nil {
		return nil, o.failed(BadTree, err, "the index of the repository cannot be read: "+printable.Line(err.Error()), "")
	}
	charts := map[string][]Version{}
	for name, all := range said.Entries {
		for _, e := range all {
			charts[name] = append(charts[name], chartVersion(e.Version, strings.TrimPrefix(e.Digest, "sha256:")))
		}
	}
	return charts, nil
}

// chartVersion is a version of a chart; one that is no semantic version has no number.
func chartVersion(written, digest string) Version {
	prefix, v, _ := parseVersion(written)
	if prefix != "" {
		v = Version{}
	}
	v.Tag, v.Commit = written, digest
	return v
}

// all are the versions of a chart in a repository over HTTP.
func (c *charts) all(ctx context.Context, at Location) ([]Version, error) {
	at.Ref = "" // It is about all of them.
	r, err := c.repository(ctx, at)
	if err != nil {
		return nil, err
	}
	listed, err := c.once(Location{Repo: r.url}, func() (map[string][]Version, error) { return c.fetchIndex(ctx, r) })
	name := nameIn(at)
	if err != nil || len(listed[name]) > 0 {
		return listed[name], err
	}
	advice := ""
	if near := similar.Nearest(name, slices.Collect(maps.Keys(listed))); near != "" {
		advice = "there is " + printable.Line(near)
	}
	return nil, c.origin(at).failed(NoRef, nil, "the repository has no chart "+printable.Line(name), advice)
}

// newestOf is the newest release of some versions, the newest prerelease where there is none.
func newestOf(all []Version) Version {
	var v Versions
	v.add(all)
	for _, some := range [][]Version{v.Releases, v.Prereleases} {
		if len(some) > 0 {
			return some[0]
		}
	}
	return Version{}
}
