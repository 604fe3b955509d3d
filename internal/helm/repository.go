package helm

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
	"golang.org/x/mod/semver"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/similar"
)

// repository is one with an index, over HTTP.
type repository struct {
	mu sync.Mutex
	// url is its address. helm calls it alias, in the configuration of the user or in one of
	// ours that env names, and keeps its index in dir.
	url, alias, dir string
	env             []string
	// entries are the versions of each chart; nil as long as nobody asked.
	entries map[string][]Version
}

// Version is one of a chart.
type Version struct {
	// Number is how it is written.
	Number string `yaml:"version" json:"version"`
	// Digest is that of its archive, "" where an index has none.
	Digest string `yaml:"digest" json:"digest,omitempty"`
}

// listed is a repository that the user has added to helm.
type listed struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// Address is the address of a repository by the name that `helm repo list` has for it, without
// credentials. It reports whether there is one.
func (c *Cache) Address(ctx context.Context, alias string) (string, bool) {
	for _, l := range c.list(ctx) {
		if l.Name == alias {
			return Redacted(l.URL), true
		}
	}
	return "", false
}

// list asks helm, once, for the repositories that the user has added. Without helm there are
// none.
func (c *Cache) list(ctx context.Context) []listed {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.listed {
		c.listed = true
		if out, _, err := c.run(ctx, nil, "repo", "list", "--output=json"); err == nil {
			_ = json.Unmarshal([]byte(out), &c.known)
		}
	}
	return c.known
}

// ours is what helm calls a repository that the user has not added.
const ours = "krm-merge"

// repository gives the repository of a chart, the same for the same address.
func (c *Cache) repository(ctx context.Context, chart Chart) (*repository, error) {
	r := &repository{url: strings.TrimSuffix(chart.Repo, "/"), alias: ours}
	if !strings.Contains(r.url, "://") {
		alias := strings.TrimPrefix(strings.TrimPrefix(r.url, "alias:"), "@")
		url, known := c.Address(ctx, alias)
		if _, missing := exec.LookPath("helm"); !known && missing != nil {
			return nil, unreachable(chart, "helm repo list", "", missing)
		} else if !known {
			return nil, failed(NoChart, chart, "helm repo list has no repository "+printable.Line(alias), "add it with helm repo add, or write the address of the repository")
		}
		r.url = strings.TrimSuffix(url, "/")
	}
	for _, l := range c.list(ctx) {
		if strings.TrimSuffix(Redacted(l.URL), "/") == r.url {
			r.alias = l.Name
		}
	}
	r.dir = c.path("repositories", nameOf(r.url))
	r.env = []string{"HELM_REPOSITORY_CACHE=" + r.dir}
	if r.alias == ours {
		r.env = append(r.env, "HELM_REPOSITORY_CONFIG="+filepath.Join(r.dir, "repositories.yaml"))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.repositories[r.url] == nil {
		c.repositories[r.url] = r
	}
	return c.repositories[r.url], nil
}

// index gives the repository of a chart with what it lists, which it is asked once.
func (c *Cache) index(ctx context.Context, chart Chart) (*repository, error) {
	r, err := c.repository(ctx, chart)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	kept := filepath.Join(r.dir, "versions.json")
	switch {
	case r.entries != nil:
		return r, nil
	case c.options.Offline:
		if !remembered(kept, &r.entries) {
			return nil, offline(chart, "what charts the repository has")
		}
		return r, nil
	}
	c.progress("asking " + printable.Line(Redacted(r.url)) + " for its charts")
	err = c.locked(ctx, chart, r.dir, func() error {
		var data []byte
		if r.entries, err = c.ask(ctx, chart, r); err == nil {
			data, err = json.Marshal(r.entries)
		}
		if err != nil {
			return err
		}
		return c.keep(chart, kept, data)
	})
	return r, err
}

// ask has helm fetch the index of a repository, and reads it.
func (c *Cache) ask(ctx context.Context, chart Chart, r *repository) (map[string][]Version, error) {
	args := []string{"repo", "update", r.alias}
	if r.alias == ours {
		args = []string{"repo", "add", ours, r.url, "--force-update"}
	}
	file := filepath.Join(r.dir, r.alias+"-index.yaml")
	_ = os.Remove(file) // helm 3 may fail without saying so.
	out, said, err := c.run(ctx, r.env, args...)
	_, missing := os.Stat(file)
	if err != nil || missing != nil {
		// helm repo update tells the reason in its list.
		if _, why, is := strings.Cut(out, "Unable to get an update from"); is {
			said = "Unable to get an update from" + strings.ReplaceAll(why, "\n", " ")
		}
		return nil, unreachable(chart, "helm "+strings.Join(args[:2], " "), said, err)
	}
	data, err := bounded.ReadFile(os.OpenFile, file)
	var index struct {
		Entries map[string][]Version `yaml:"entries"`
	}
	if err == nil {
		err = yaml.Unmarshal(data, &index)
	}
	if err != nil {
		return nil, &Error{BadChart, chart, "the index of the repository cannot be read: " + printable.Line(err.Error()), "", err}
	}
	if index.Entries == nil {
		index.Entries = map[string][]Version{}
	}
	for _, all := range index.Entries {
		for i := range all {
			all[i].Digest = strings.TrimPrefix(all[i].Digest, "sha256:")
		}
	}
	return index.Entries, nil
}

// find gives a chart as the index has it.
func (r *repository) find(chart Chart) (Chart, error) {
	all := r.entries[chart.Name]
	if len(all) == 0 {
		return chart, r.noChart(chart)
	}
	versions := make([]string, len(all))
	for i, e := range all {
		versions[i] = e.Number
	}
	if i := slices.IndexFunc(all, func(v Version) bool { return v.Digest != "" && v.Digest == chart.Digest }); i >= 0 {
		chart.Version = all[i].Number
		return chart, nil
	}
	want := chart.Version
	if want == "" {
		want = newest(versions)
	}
	for _, spelled := range []string{want, "v" + want, strings.TrimPrefix(want, "v")} {
		if i := slices.Index(versions, spelled); i >= 0 && spelled != "" {
			chart.Version, chart.Digest = all[i].Number, all[i].Digest
			return chart, nil
		}
	}
	return chart, noVersion(chart, versions)
}

// noVersion is the error for a version that is not among those of a chart.
func noVersion(chart Chart, versions []string) error {
	last := newest(versions)
	advice := "the newest is " + printable.Line(last)
	if last == "" {
		advice = "it has no release"
	}
	if chart.Version != "" && IsRange(chart.Version) {
		return failed(NoChart, chart, printable.Line(chart.Version)+" is a range, not one version", "name one; "+advice)
	}
	if near := similar.Nearest(chart.Version, versions); near != "" && near != last {
		advice = "there is " + printable.Line(near) + "; " + advice
	}
	return failed(NoChart, chart, "there is no such version", advice)
}

// noChart is the error for a name that the index does not have.
func (r *repository) noChart(chart Chart) error {
	names := make([]string, 0, len(r.entries))
	for name := range r.entries {
		names = append(names, name)
	}
	advice := ""
	if near := similar.Nearest(chart.Name, names); near != "" {
		advice = "there is " + printable.Line(near)
	}
	return failed(NoChart, chart, "the repository has no chart "+printable.Line(chart.Name), advice)
}

// newest is the newest release of some versions, the newest prerelease where there is none, ""
// for neither.
func newest(versions []string) (found string) {
	for _, pre := range []bool{false, true} {
		for _, v := range versions {
			number := number(v)
			if semver.IsValid(number) && (semver.Prerelease(number) != "") == pre && (found == "" || semver.Compare(number, "v"+strings.TrimPrefix(found, "v")) > 0) {
				found = v
			}
		}
		if found != "" {
			return found
		}
	}
	return ""
}

func number(version string) string { return "v" + strings.TrimPrefix(version, "v") }

// download has helm fetch a chart that Resolve gave.
func (c *Cache) download(ctx context.Context, chart Chart) ([]byte, error) {
	if c.options.Offline {
		return nil, offline(chart, "the chart")
	}
	if IsOCI(chart.Repo) {
		return c.pullOCI(ctx, chart, chart.Version)
	}
	r, err := c.index(ctx, chart)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var data []byte
	err = c.locked(ctx, chart, r.dir, func() error {
		data, err = c.pull(ctx, chart, r.env, r.alias+"/"+chart.Name, chart.Version)
		return err
	})
	if err == nil && chart.Digest != "" && digestOf(data) != chart.Digest {
		err = changed(chart, chart.Digest, digestOf(data))
	}
	return data, err
}
