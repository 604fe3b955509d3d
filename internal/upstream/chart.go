package upstream

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/program"
)

// chart is one in a repository or registry, at a version. The user's own helm fetches it, 3 or 4, so that logins,
// proxies, certificates and plug-ins are those of everything else.
type chart struct {
	origin
	// url is the address of its repository or registry, and alias what helm calls that: a registry by its address;
	// a repository as the configuration of the user does, or one of ours that env names. Its files in the cache,
	// also its index, are in dir. name is "" where the address is all of its reference.
	url, alias, dir string
	env             []string
	name, version   string
}

// chart is the chart of a location, whose repository is one as helm knows that: https://host/path;
// oci://registry/path; or what helm repo list calls it, also with an @ or alias: in front, as in a Chart.yaml.
// What helm would take for something else is refused.
func (c *Cache) chart(at Location) (*chart, error) {
	repo, name := strings.TrimSuffix(strings.TrimPrefix(at.Repo, kptfile.OverHTTP), "/"), strings.TrimPrefix(relative(at.Directory), ".")
	of := &chart{origin: origin{c, strings.TrimPrefix(at.String(), kptfile.OverHTTP)}, url: repo, name: name, version: at.Ref}
	u, err := url.Parse(repo)
	switch remote := strings.Contains(repo, "://"); {
	case err == nil && (u.User != nil || u.RawQuery != ""): // A query signs a request.
		return nil, of.failed(NoRef, nil, "credentials do not belong into an address", "give them to helm: helm repo add NAME URL --username, or helm registry login")
	case repo == "" || repo[0] == '-' || remote && (err != nil || u.Host == "" || !slices.Contains([]string{"https", "http", "oci"}, u.Scheme)),
		strings.ContainsAny(name, `/\:@ `) || strings.HasPrefix(name, "-") || name == "" && !of.isOCI():
		return nil, of.failed(NoRef, nil, "not the address of a chart", "write the repository, by https:// or oci://, and the chart, as in oci://registry.example.com/charts/shop@1.2.3")
	}
	return of, of.findRepository()
}

// isOCI reports whether a chart is in a registry of OCI.
func (c *chart) isOCI() bool { return strings.HasPrefix(c.url, "oci://") }

// onLoopback reports whether a chart is in a registry on this machine, which may have no TLS, as for container
// engines.
func (c *chart) onLoopback() bool {
	u, err := url.Parse(c.url)
	return c.isOCI() && err == nil && (u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback())
}

func (c *chart) resolve(ctx context.Context, _ Location) (Revision, error) {
	found, err := c.find(ctx)
	if err == nil && found.Commit == "" { // An index may have no digests.
		var data []byte
		data, err = c.pull(ctx, found.Ref, "")
		found.Commit = digestOf(data)
	}
	found.Kind = Tag
	return found, err
}

// find finds the version; none is the newest release, or prerelease where there is no other. In a repository that lists them it may be written with a v in
// front, or without.
func (c *chart) find(ctx context.Context) (Revision, error) {
	asked := c.version
	if !IsExact(asked) {
		asked = anyVersion
	}
	all, err := c.listed(ctx, asked)
	if err != nil {
		return Revision{}, err
	}
	known := Versions{All: newestFirst(all)}
	release, _ := known.Newest(Major, "")
	newest := cmp.Or(release, append(known.All, all...)[0])
	bare := func(version string) string { return strings.TrimPrefix(version, "v") }
	switch i := slices.IndexFunc(all, func(v Revision) bool { return bare(v.Ref) == bare(c.version) }); {
	case i >= 0:
		return all[i], nil
	case c.version == "":
		return newest, nil
	}
	return Revision{}, c.failed(NoRef, nil, "there is no such version", "the newest is "+printable.Line(newest.Ref))
}

// versions are all of a repository with an index, and of a registry those that helm finds without a list of
// them: the newest release, the newest of all, and the newest with the major and with the minor version of the
// ref. It finds no tags that begin with a v.
func (c *chart) versions(ctx context.Context, _ Location) (v Versions, missing error) {
	ranges := []string{anyVersion}
	if c.isOCI() {
		ranges = append(ranges, ">=0.0.0-0")
		if _, current, is := parseVersion(c.version); is {
			ranges = append(ranges, "~"+semver.Major(current)[1:], "~"+semver.MajorMinor(current)[1:])
		}
	}
	var all []Revision
	for _, of := range ranges {
		listed, err := c.listed(ctx, of)
		if err != nil && ReasonOf(err) != NoRef {
			return v, err
		}
		missing, all = cmp.Or(missing, err), append(all, listed...)
	}
	v.All = newestFirst(all)
	switch {
	case len(all) > 0:
		missing = nil
	case c.isOCI() && strings.HasPrefix(c.version, "v"):
		v.Why, missing = "helm lists no tags that begin with a v", nil
	}
	return v, missing
}

// anyVersion is the range of all releases.
const anyVersion = "*"

func (c *chart) files(ctx context.Context, _ Location, digest string) (*Files, error) {
	data, err := c.pull(ctx, c.version, digest)
	if got := digestOf(data); err == nil && got != digest {
		err = c.failed(Gone, nil, fmt.Sprintf("is not what it must be: its archive has the digest sha256:%.12s…, not sha256:%.12s…", got, digest),
			"the version was published again, or somebody else answers for the repository; if you trust what is there now, take it anew with krm-merge get")
	}
	if err != nil {
		return nil, err
	}
	files, _, err := c.unpacked(data)
	return files, err
}

func (c *chart) objects(ctx context.Context, at Location, digest string) (map[string]string, error) {
	version, err := c.files(ctx, at, digest)
	all := map[string]string{}
	if err == nil {
		for _, f := range version.All {
			all[f.Path] = string(f.Data)
		}
	}
	return all, err
}

// archive is that of a digest, nil if the cache does not have it.
func (c *Cache) archive(digest string) []byte {
	data, err := bounded.ReadFile(os.OpenFile, filepath.Join(c.helm, "charts", digest+".tgz"))
	if err != nil || digestOf(data) != digest {
		return nil
	}
	return data
}

// runHelm runs a command of helm with variables besides those of this process.
func (c *Cache) runHelm(ctx context.Context, env []string, command string, args ...string) (string, error) {
	// With HELM_DEBUG what it writes besides would be taken for the reason of a failure.
	env = slices.Concat(os.Environ(), []string{"HELM_DEBUG=false"}, env)
	const most = 16 << 20
	args = append(strings.Fields(command), args...)
	return program.Command{Name: "helm", Called: "helm " + command, Args: args, Dir: os.TempDir(), Env: env, Timeout: c.Timeout, Most: most}.Run(ctx)
}

// pull has helm fetch the archive of a version, or of the newest of a range, that the cache does not have; want
// is its digest, "" where nobody knows.
func (c *chart) pull(ctx context.Context, version, want string) (data []byte, err error) {
	if data = c.archive(want); data != nil {
		return data, nil
	}
	if c.Offline {
		return nil, c.offline("the chart")
	}
	err = c.locked(ctx, filepath.Join(c.dir, "lock"), func() (err error) {
		if data = c.archive(want); data == nil { // Else somebody has fetched it meanwhile.
			data, err = c.fetch(ctx, version)
		}
		return err
	})
	return data, err
}

// fetch has helm fetch an archive.
func (c *chart) fetch(ctx context.Context, version string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "krm-merge-helm-*")
	if err != nil {
		return nil, c.failed(Unavailable, err, "no directory for what helm fetches: "+err.Error(), "")
	}
	defer func() { _ = os.RemoveAll(dir) }()
	c.progress("fetching " + c.shown)
	args := []string{strings.TrimSuffix(c.alias+"/"+c.name, "/"), "--version=" + version, "--destination=" + dir}
	_, err = c.runHelm(ctx, c.env, "pull", args...)
	if c.onLoopback() && says(saidOf(err), "tls handshake", "http response to https client") {
		_, err = c.runHelm(ctx, c.env, "pull", append(args, "--plain-http")...)
	}
	switch said := saidOf(err); {
	case err == nil:
	case says(said, "unable to locate any tags", "not found", "no chart version found", "could not locate a version") && !says(said, "no such host"):
		return nil, c.failed(NoRef, err, "is not there: "+c.said(err), "")
	default:
		return nil, c.unreached(err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(names) != 1 {
		return nil, c.failed(Unavailable, err, fmt.Sprintf("helm pull gave %d files", len(names)), "")
	}
	data, err := bounded.ReadFile(os.OpenFile, names[0])
	if err != nil {
		return nil, c.failed(Unavailable, err, "its archive cannot be read: "+err.Error(), "")
	}
	return data, c.keep(filepath.Join(c.helm, "charts", digestOf(data)+".tgz"), data)
}
