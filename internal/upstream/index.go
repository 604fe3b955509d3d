package upstream

import (
	"cmp"
	"context"
	"encoding/json"
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

// alias is a repository that the user has added to helm.
type alias struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// aliases asks helm, once, for the repositories that the user has added. Without helm there are
// none. Addresses have no credentials.
func (c *charts) aliases(ctx context.Context) []alias {
	c.list.Do(func() {
		if out, _, err := c.run(ctx, nil, "repo", "list", "--output=json"); err == nil {
			_ = json.Unmarshal([]byte(out), &c.added)
		}
		for i := range c.added {
			c.added[i].URL = strings.TrimSuffix(withoutCredentials(c.added[i].URL), "/")
		}
	})
	return c.added
}

// chartRepository is what helm calls alias: a registry by its address; a repository over HTTP as the
// configuration of the user does, or one of ours that env names. Its files in the cache, also its index, are in dir.
type chartRepository struct {
	url, alias, dir string
	env             []string
}

// ours is what helm calls a repository that the user has not added.
const ours = "krm-merge"

// repository gives the repository of a chart.
func (c *chart) repository(ctx context.Context) (*chartRepository, error) {
	if c.isOCI() {
		return &chartRepository{alias: c.repo, dir: c.path("registries", nameOf(c.repo+"/"+c.name))}, nil
	}
	r := &chartRepository{url: c.repo, alias: ours}
	name := strings.TrimPrefix(strings.TrimPrefix(c.repo, "alias:"), "@")
	for _, a := range c.aliases(ctx) {
		if a.Name == name || a.URL == c.repo {
			r.url, r.alias = a.URL, a.Name
		}
	}
	if !strings.Contains(r.url, "://") {
		if _, missing := exec.LookPath("helm"); missing != nil {
			return nil, c.unreached("helm repo list", "", missing)
		}
		return nil, c.failed(NoRef, nil, "helm repo list has no repository "+printable.Line(name), "add it with helm repo add, or write the address of the repository")
	}
	r.dir = c.path("repositories", nameOf(r.url))
	r.env = []string{"HELM_REPOSITORY_CACHE=" + r.dir}
	if r.alias == ours {
		r.env = append(r.env, "HELM_REPOSITORY_CONFIG="+filepath.Join(r.dir, "repositories.yaml"))
	}
	return r, nil
}

// indexed are the versions of a chart that its repository lists.
func (c *chart) indexed(ctx context.Context) ([]Version, error) {
	r, err := c.repository(ctx)
	if err != nil {
		return nil, err
	}
	o := &origin{c.Options, withoutCredentials(r.url)}
	listed, err := c.once(o, r.url, func() (listed map[string][]Version, err error) {
		o.progress("asking " + o.shown + " for its charts")
		err = o.locked(ctx, filepath.Join(r.dir, "lock"), func() error {
			listed, err = c.fetchIndex(ctx, o, r)
			return err
		})
		return listed, err
	})
	if err != nil || len(listed[c.name]) > 0 {
		return listed[c.name], err
	}
	advice := ""
	if near := similar.Nearest(c.name, slices.Collect(maps.Keys(listed))); near != "" {
		advice = "there is " + printable.Line(near)
	}
	return nil, o.failed(NoRef, nil, "the repository has no chart "+printable.Line(c.name), advice)
}

// fetchIndex has helm fetch what a repository lists: the versions of each chart.
func (c *charts) fetchIndex(ctx context.Context, o *origin, r *chartRepository) (map[string][]Version, error) {
	args := []string{"repo", "update", r.alias}
	if r.alias == ours {
		args = []string{"repo", "add", ours, r.url, "--force-update"}
	}
	out, said, err := c.run(ctx, r.env, args...)
	// helm 3 may fail without saying so but in its list.
	if _, why, is := strings.Cut(out, "Unable to get an update from"); is {
		err, said = cmp.Or(err, errors.New("failed")), "Unable to get an update from"+strings.ReplaceAll(why, "\n", " ")
	}
	if err != nil {
		return nil, o.unreached("helm "+strings.Join(args[:2], " "), said, err)
	}
	var index struct {
		Entries map[string][]struct{ Version, Digest string }
	}
	data, err := bounded.ReadFile(os.OpenFile, filepath.Join(r.dir, r.alias+"-index.yaml"))
	if err == nil {
		err = yaml.Unmarshal(data, &index)
	}
	if err != nil {
		return nil, o.failed(BadTree, err, "the index of the repository cannot be read: "+printable.Line(err.Error()), "")
	}
	listed := map[string][]Version{}
	for name, all := range index.Entries {
		for _, e := range all {
			listed[name] = append(listed[name], chartVersion(e.Version, strings.TrimPrefix(e.Digest, "sha256:")))
		}
	}
	return listed, nil
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

// newestOf is the newest release of some versions, the newest prerelease where there is none.
func newestOf(all []Version) Version {
	var v Versions
	v.add(all)
	return append(append(v.Releases, v.Prereleases...), Version{})[0]
}
