package upstream

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/program"
)

// askAdded asks helm for the repositories that the user has added.
func (c *Cache) askAdded() (added []struct{ Name, URL string }) {
	if out, err := c.runHelm(context.Background(), nil, "repo list", "--output=json"); err == nil {
		_ = json.Unmarshal([]byte(out), &added)
	}
	for i := range added {
		added[i].URL = strings.TrimSuffix(withoutCredentials(added[i].URL), "/")
	}
	return added
}

// ours is what helm calls a repository that the user has not added.
const ours = "krm-merge"

// findRepository finds out what helm calls the repository of the chart.
func (c *chart) findRepository() error {
	if c.alias = ours; c.isOCI() {
		c.alias, c.dir = c.url, filepath.Join(c.helm, "registries", nameOf(c.url+"/"+c.name))
		return nil
	}
	repo := strings.TrimPrefix(strings.TrimPrefix(c.url, "alias:"), "@")
	for _, a := range c.added() {
		if a.Name == repo || a.URL == repo {
			c.url, c.alias = a.URL, a.Name
		}
	}
	if !strings.Contains(c.url, "://") {
		if _, missing := exec.LookPath("helm"); missing != nil {
			return c.unreached(&program.Error{Called: "helm", Err: missing})
		}
		return c.failed(NoRef, nil, "helm repo list has no repository "+printable.Line(repo), "add it with helm repo add, or write the address of the repository")
	}
	c.dir = filepath.Join(c.helm, "repositories", nameOf(c.url))
	c.env = []string{"HELM_REPOSITORY_CACHE=" + c.dir}
	if c.alias == ours {
		c.env = append(c.env, "HELM_REPOSITORY_CONFIG="+filepath.Join(c.dir, "repositories.yaml"))
	}
	return nil
}

// listed are the versions that are known of the chart: all that its repository lists, and of a registry the newest
// of a range, or one version, which has helm pull the chart.
func (c *chart) listed(ctx context.Context, of string) ([]Revision, error) {
	kept := func(address string) string { return filepath.Join(c.helm, "versions", nameOf(address)+".json") }
	if c.isOCI() {
		return asked(&c.origin, kept(c.url+"/"+c.name+"@"+of), whichVersions, func() ([]Revision, error) {
			data, err := c.pull(ctx, of, "")
			if err != nil {
				return nil, err
			}
			_, version, err := c.unpacked(data)
			if IsExact(of) {
				version = of // The tag may be written in another way.
			}
			return []Revision{{Ref: version, Commit: digestOf(data)}}, err
		})
	}
	o := &origin{c.Cache, withoutCredentials(c.url)}
	all, err := asked(o, kept(c.url), whichVersions, func() (listed map[string][]Revision, err error) {
		o.progress("asking " + o.shown + " for its charts")
		err = o.locked(ctx, filepath.Join(c.dir, "lock"), func() error {
			listed, err = c.fetchIndex(ctx, o)
			return err
		})
		return listed, err
	})
	if err == nil && len(all[c.name]) == 0 {
		err = o.failed(NoRef, nil, "the repository has no chart "+printable.Line(c.name), "")
	}
	return all[c.name], err
}

// whichVersions is what nobody says offline who was not asked before.
const whichVersions = "which versions there are"

// fetchIndex has helm fetch what the repository lists: the versions of each chart.
func (c *chart) fetchIndex(ctx context.Context, o *origin) (map[string][]Revision, error) {
	command, args := "repo update", []string{c.alias}
	if c.alias == ours {
		command, args = "repo add", []string{ours, c.url, "--force-update"}
	}
	out, err := c.runHelm(ctx, c.env, command, args...)
	// helm 3 may fail without saying so but in its list.
	if _, why, is := strings.Cut(out, "Unable to get an update from"); is {
		err = &program.Error{Called: "helm " + command, Said: "Unable to get an update from" + strings.ReplaceAll(why, "\n", " ")}
	}
	if err != nil {
		return nil, o.unreached(err)
	}
	var index struct {
		Entries map[string][]struct{ Version, Digest string }
	}
	data, err := bounded.ReadFile(os.OpenFile, filepath.Join(c.dir, c.alias+"-index.yaml"))
	if err == nil {
		err = yaml.Unmarshal(data, &index)
	}
	if err != nil {
		return nil, o.failed(Unavailable, err, "the index of the repository cannot be read: "+printable.Line(err.Error()), "")
	}
	listed := map[string][]Revision{}
	for name, all := range index.Entries {
		for _, e := range all {
			listed[name] = append(listed[name], Revision{Ref: e.Version, Commit: strings.TrimPrefix(e.Digest, "sha256:")})
		}
	}
	return listed, nil
}
