package upstream

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/semver"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/program"
	"github.com/krm-merge/krm-merge/internal/similar"
)

// charts are those that the user's own helm fetches, 3 or 4, so that logins, proxies, certificates and
// plug-ins are those of everything else. The directory of a location is the name of the chart, its ref the
// version. Archives stay in the cache, by their digests.
type charts struct {
	Options
	mu sync.Mutex
	// lists are what repositories list, and what registries have, by what they were asked for: versions by the
	// names of charts. Each is asked once, also one that fails.
	lists map[Location]func() (map[string][]Version, error)
	// added are the repositories that the user has added to helm, which lists them once.
	added []alias
	list  sync.Once
}

// isOCI reports whether a chart is in a registry of OCI.
func isOCI(at Location) bool { return strings.HasPrefix(at.Repo, "oci://") }

// nameIn is the name of a chart, "" where the repository is all of its reference.
func nameIn(at Location) string {
	if name := relative(at.Directory); name != "." {
		return name
	}
	return ""
}

// address is that of the repository of a chart as helm knows it: https://host/path; oci://registry/path; or
// what helm repo list calls it, also with an @ or alias: in front, as in a Chart.yaml.
func address(at Location) string {
	return strings.TrimSuffix(strings.TrimPrefix(at.Repo, kptfile.OverHTTP), "/")
}

// origin is a chart as errors call it.
func (c *charts) origin(at Location) *origin {
	return &origin{c.Options, strings.TrimPrefix(at.String(), kptfile.OverHTTP)}
}

// checkChart refuses what helm would take for something else.
func checkChart(at Location) error {
	repo, name := address(at), nameIn(at)
	u, err := url.Parse(repo)
	problem, advice := "", ""
	switch remote := strings.Contains(repo, "://"); {
	case repo == "" || repo[0] == '-' || remote && (err != nil || u.Host == ""):
		problem = "not the address of a chart repository"
	case err == nil && u.User != nil:
		problem, advice = "credentials do not belong into an address", "give them to helm: helm repo add NAME URL --username, or helm registry login"
	case remote && u.Scheme != "https" && u.Scheme != "http" && u.Scheme != "oci":
		problem = "charts are had by https:// and oci://, not by " + u.Scheme + "://"
	case strings.ContainsAny(name, `/\:@ `) || strings.HasPrefix(name, "-") || name == "" && !isOCI(at):
		problem, advice = "not the name of a chart", "write the repository and the chart, as in oci://registry.example.com/charts/shop@1.2.3"
	case strings.HasPrefix(at.Ref, "-"):
		problem = "a version does not begin with a -"
	default:
		return nil
	}
	return (&charts{}).origin(at).failed(NoRef, nil, problem, advice)
}

func (c *charts) resolve(ctx context.Context, at Location) (Revision, error) {
	found, err := c.find(ctx, at)
	if err == nil && found.Commit == "" { // An index may have no digests.
		var data []byte
		at.Ref = found.Tag
		data, err = c.pull(ctx, at, "")
		found.Commit = digestOf(data)
	}
	return Revision{Commit: found.Commit, Ref: found.Tag, Kind: Tag}, err
}

// find finds a version, which may be written with a v in front of it, or without; none is the newest release.
func (c *charts) find(ctx context.Context, at Location) (Version, error) {
	var all []Version
	var missing error
	spelled := []string{anyVersion}
	if bare := strings.TrimPrefix(at.Ref, "v"); IsExact(at.Ref) {
		spelled = []string{at.Ref, bare, "v" + bare, anyVersion}
	}
	for _, of := range spelled {
		listed, err := c.listed(ctx, at, of)
		if missing = cmp.Or(missing, err); err != nil && !isMissing(err) {
			return Version{}, err
		}
		if i := slices.IndexFunc(listed, func(v Version) bool { return v.Tag == of }); i >= 0 {
			return listed[i], nil
		}
		all = listed
	}
	switch {
	case len(all) == 0:
		return Version{}, missing
	case at.Ref == "":
		return newestOf(all), nil
	}
	return Version{}, c.noVersion(at, all)
}

// versions are all of a repository with an index, and of a registry those that helm finds without a list of
// them: the newest release, the newest of all, and the newest with the major and with the minor version of the
// ref. It finds no tags that begin with a v.
func (c *charts) versions(ctx context.Context, at Location) (v Versions, err error) {
	ranges := []string{anyVersion, ">=0.0.0-0"}
	_, current, is := parseVersion(at.Ref)
	if is {
		ranges = append(ranges, "~"+semver.Major(current.Number)[1:], "~"+semver.MajorMinor(current.Number)[1:])
	}
	all, err := c.listed(ctx, at, ranges...)
	if isOCI(at) && isMissing(err) && strings.HasPrefix(at.Ref, "v") {
		v.Why, err = "helm lists no tags that begin with a v", nil
	}
	v.add(all)
	return v, err
}

// anyVersion is the range of all releases.
const anyVersion = "*"

// listed are the versions of a chart: all of a repository with an index, and of a registry the newest in each of
// some ranges. The error is the first one where there is none.
func (c *charts) listed(ctx context.Context, at Location, ranges ...string) (all []Version, err error) {
	if !isOCI(at) {
		return c.all(ctx, at)
	}
	for _, at.Ref = range ranges {
		found, failed := c.once(at, func() (map[string][]Version, error) {
			newest, why := c.newest(ctx, at)
			return map[string][]Version{"": {newest}}, why
		})
		switch {
		case failed == nil:
			all = append(all, found[""]...)
		case !isMissing(failed):
			return nil, failed
		default:
			err = cmp.Or(err, failed)
		}
	}
	if all != nil {
		err = nil
	}
	return all, err
}

// once asks for a list that nobody has asked for yet.
func (c *charts) once(of Location, ask func() (map[string][]Version, error)) (map[string][]Version, error) {
	c.mu.Lock()
	asked := c.lists[of]
	if asked == nil {
		asked = sync.OnceValues(ask)
		c.lists[of] = asked
	}
	c.mu.Unlock()
	return asked()
}

func (c *charts) files(ctx context.Context, at Location, digest string) (*Files, error) {
	data := c.archive(digest)
	if data == nil {
		found, err := c.resolve(ctx, at)
		switch {
		case err != nil:
			return nil, err
		case digest != "" && digest != found.Commit:
			return nil, c.origin(at).republished(digest, found.Commit)
		}
		at.Ref = found.Ref
		if data = c.archive(found.Commit); data == nil {
			if data, err = c.pull(ctx, at, found.Commit); err != nil {
				return nil, err
			}
		}
	}
	files, _, err := unpacked(data)
	if err != nil {
		return nil, c.origin(at).failed(BadTree, err, "its archive "+err.Error(), "")
	}
	return files, nil
}

func (c *charts) objects(ctx context.Context, at Location, of Revision) (map[string]string, error) {
	at.Ref = of.Ref
	version, err := c.files(ctx, at, of.Commit)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, f := range version.All {
		all[f.Path] = string(f.Data)
	}
	return all, nil
}

// republished is the error for an archive that is not the one that it must be.
func (o *origin) republished(want, got string) error {
	return o.failed(Gone, nil, fmt.Sprintf("is not what it must be: its archive has the digest sha256:%.12s…, not sha256:%.12s…", got, want),
		"the version was published again, or somebody else answers for the repository; if you trust what is there now, take it anew with krm-merge get")
}

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// archive is that of a digest, nil if the cache does not have it.
func (c *charts) archive(digest string) []byte {
	if len(digest) != 2*sha256.Size || !isHex(digest) {
		return nil
	}
	data, err := bounded.ReadFile(os.OpenFile, c.path("charts", digest+".tgz"))
	if err != nil || digestOf(data) != digest {
		return nil
	}
	return data
}

func (c *charts) path(names ...string) string {
	return filepath.Join(append([]string{c.Dir}, names...)...)
}

// keep writes a file of the cache.
func (c *charts) keep(at Location, file string, data []byte) error {
	err := os.MkdirAll(filepath.Dir(file), 0o700)
	if err == nil {
		err = git.WriteFile(file, data, 0o600)
	}
	if err != nil {
		return c.origin(at).unwritable(err)
	}
	return nil
}

// run runs helm with variables besides those of this process.
func (c *charts) run(ctx context.Context, env []string, args ...string) (out, said string, err error) {
	// With HELM_DEBUG what it writes besides would be taken for the reason of a failure.
	env = slices.Concat(os.Environ(), []string{"HELM_DEBUG=false"}, env)
	const most = 16 << 20
	return program.Command{Name: "helm", Args: args, Dir: os.TempDir(), Env: env, Timeout: c.Timeout, Most: most}.Run(ctx)
}

// pull has helm fetch the archive of a version, or of the newest of a range; want is its digest, "" for
// any.
func (c *charts) pull(ctx context.Context, at Location, want string) (data []byte, err error) {
	o := c.origin(at)
	if c.Offline {
		return nil, o.offline("the chart")
	}
	if isOCI(at) {
		ref := strings.TrimSuffix(address(at)+"/"+nameIn(at), "/")
		data, err = c.pullAs(ctx, at, nil, ref)
		var known *Error
		// A registry on this machine may have no TLS, as for container engines.
		if onLoopback(at) && errors.As(err, &known) && says(known.Problem, "tls handshake", "http response to https client") {
			data, err = c.pullAs(ctx, at, nil, ref, "--plain-http")
		}
	} else {
		r, unknown := c.repository(ctx, at)
		if unknown != nil {
			return nil, unknown
		}
		err = o.locked(ctx, filepath.Join(r.dir, "lock"), func() error {
			if data = c.archive(want); data != nil {
				return nil // Somebody else has fetched it meanwhile.
			}
			data, err = c.pullAs(ctx, at, r.env, r.alias+"/"+nameIn(at))
			return err
		})
	}
	if got := digestOf(data); err == nil && want != "" && got != want {
		err = o.republished(want, got)
	}
	return data, err
}

func onLoopback(at Location) bool {
	u, err := url.Parse(at.Repo)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// pullAs has helm fetch what it knows by a reference.
func (c *charts) pullAs(ctx context.Context, at Location, env []string, ref string, flags ...string) ([]byte, error) {
	o := c.origin(at)
	dir, err := os.MkdirTemp("", "krm-merge-helm-*")
	if err != nil {
		return nil, o.failed(NoCache, err, "no directory for what helm fetches: "+err.Error(), "")
	}
	defer func() { _ = os.RemoveAll(dir) }()
	o.progress("fetching " + o.shown)
	_, said, err := c.run(ctx, env, append([]string{"pull", ref, "--version=" + at.Ref, "--destination=" + dir}, flags...)...)
	switch noTags := says(said, "unable to locate any tags"); {
	case err == nil:
	case noTags:
		return nil, o.failed(NoRef, err, "is not there: helm pull: "+spoken(said), "if its tags begin with a v, which helm does not list, name the version")
	case says(said, "not found", "no chart version found", "could not locate a version") && !says(said, "no such host"):
		return nil, o.failed(NoRef, err, "is not there: helm pull: "+spoken(said), "")
	default:
		return nil, o.unreached("helm pull", said, err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(names) != 1 {
		return nil, o.failed(Unreachable, err, fmt.Sprintf("helm pull gave %d files", len(names)), "")
	}
	data, err := bounded.ReadFile(os.OpenFile, names[0])
	if err != nil {
		return nil, o.failed(BadTree, err, "its archive cannot be read: "+err.Error(), "")
	}
	return data, c.keep(at, c.path("charts", digestOf(data)+".tgz"), data)
}

// unreached is the error for a run of helm that failed.
func (o *origin) unreached(what, said string, err error) error {
	if said == "" && err != nil {
		said = err.Error()
	}
	var ended *program.EndedError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return o.failed(Unreachable, err, "helm is not installed, or not in the path", "install helm 3 or 4, which fetches charts: https://helm.sh/docs/intro/install")
	case errors.As(err, &ended) && ended.After > 0:
		return o.failed(Unreachable, err, what+" "+ended.Error(), moreTime)
	case ended != nil:
		return o.failed(Unreachable, err, what+" "+ended.Error(), "")
	case says(said, "401", "403", "unauthorized", "denied", "authentication required"):
		return o.failed(Unreachable, err, what+": "+spoken(said), "give helm credentials for it: helm registry login, or helm repo add with --username")
	}
	return o.failed(Unreachable, err, what+": "+spoken(said), "")
}

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

// noVersion is the error for a version that is not among those of a chart.
func (c *charts) noVersion(at Location, all []Version) error {
	last := printable.Line(newestOf(all).Tag)
	advice := "the newest is " + last
	if last == "" {
		advice = "it has no release"
	}
	if at.Ref != "" && !IsExact(at.Ref) {
		return c.origin(at).failed(NoRef, nil, printable.Line(at.Ref)+" is a range, not one version", "name one; "+advice)
	}
	var tags []string
	for _, v := range all {
		tags = append(tags, v.Tag)
	}
	if near := printable.Line(similar.Nearest(at.Ref, tags)); near != "" && near != last {
		advice = "there is " + near + "; " + advice
	}
	return c.origin(at).failed(NoRef, nil, "there is no such version", advice)
}
