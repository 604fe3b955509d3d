package helm

import (
	"net"
	"net/url"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/krm-merge/krm-merge/internal/printable"
)

// Chart is one version of a chart.
type Chart struct {
	// Repo is where it is from: https://host/path; oci://registry/path; or what `helm repo
	// list` calls a repository, also with an @ or alias: in front, as in a Chart.yaml.
	Repo string
	// Name is that of the chart. It is the last part of a reference of OCI, behind Repo, or
	// "" where Repo is all of the reference.
	Name string
	// Version is one version, "" for the newest release.
	Version string
	// Digest is the sha256 of its archive in hexadecimal digits, "" if that is not known.
	// What is got is refused if it has another one.
	Digest string
}

func (c Chart) String() string {
	s := c.Repo
	if c.Name != "" {
		s = strings.TrimSuffix(s, "/") + "/" + c.Name
	}
	if c.Version != "" {
		s += "@" + c.Version
	}
	return printable.Line(Redacted(s))
}

// IsOCI reports whether a repository is in a registry of OCI.
func IsOCI(repo string) bool { return strings.HasPrefix(repo, "oci://") }

// IsRange reports whether a version is none but may stand for several, which helm would choose
// from: 1.2, ^1, >=1.2.0, *.
func IsRange(version string) bool {
	bare := strings.TrimPrefix(version, "v")
	core, _, _ := strings.Cut(bare, "-")
	core, _, _ = strings.Cut(core, "+")
	return !semver.IsValid("v"+bare) || strings.Count(core, ".") != 2
}

// reference is the chart in a registry as helm names it.
func (c Chart) reference() string {
	if c.Name == "" {
		return strings.TrimSuffix(c.Repo, "/")
	}
	return strings.TrimSuffix(c.Repo, "/") + "/" + c.Name
}

// Check refuses what helm would take for something else.
func (c Chart) Check() error {
	u, err := url.Parse(c.Repo)
	switch {
	case c.Repo == "" || strings.HasPrefix(c.Repo, "-"):
		return failed(NoChart, c, "not the address of a chart repository", "")
	case strings.Contains(c.Repo, "://") && (err != nil || u.Host == ""):
		return failed(NoChart, c, "not the address of a chart repository", "")
	case err == nil && u.User != nil:
		return failed(NoChart, c, "credentials do not belong into an address", "give them to helm: helm repo add NAME URL --username, or helm registry login")
	case err == nil && u.Scheme != "" && u.Scheme != "https" && u.Scheme != "http" && u.Scheme != "oci" && strings.Contains(c.Repo, "://"):
		return failed(NoChart, c, "charts are had by https:// and oci://, not by "+u.Scheme+"://", "")
	case strings.ContainsAny(c.Name, `/\:@ `) || strings.HasPrefix(c.Name, "-") || c.Name == "" && !IsOCI(c.Repo):
		return failed(NoChart, c, "not the name of a chart", "write the repository and the chart, as in oci://registry.example.com/charts/shop@1.2.3")
	case strings.HasPrefix(c.Version, "-"):
		return failed(NoChart, c, "a version does not begin with a -", "")
	}
	return nil
}

// onLoopback reports whether a registry is on this machine, where helm may talk to it without
// TLS, as container engines do.
func (c Chart) onLoopback() bool {
	u, err := url.Parse(c.Repo)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}
