package kptfile

import (
	"cmp"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// ChartName is the file that says where a chart is from: that of the settings, under
// spec.upstream.helm. The repository of such an upstream is an address of OCI, or has OverHTTP in
// front; its directory is the name of the chart, and its ref the version. Of its lock the ref is what
// was taken, which the version may be edited from, and the commit the digest of the archive.
const ChartName = "krm-merge.yaml"

// OverHTTP begins the address of a chart repository that would look like one of git, and what helm calls
// one: helm+@name.
const OverHTTP = "helm+"

// IsChart reports whether a repository holds charts: at an address, or one that helm knows by a name.
func IsChart(repo string) bool {
	return strings.HasPrefix(repo, "oci://") || strings.HasPrefix(repo, OverHTTP)
}

// Names are the files that may say where a package is from. The first that does so counts.
func Names() []string { return []string{Name, ChartName} }

// NameFor is the file that says that a package is from a repository.
func NameFor(repo string) string {
	if IsChart(repo) {
		return ChartName
	}
	return Name
}

// sha256 begins a digest.
const sha256 = "sha256:"

// BeginChart is how a krm-merge.yaml begins. Argo CD would send it to a cluster without the comment.
const BeginChart = `# +argocd:skip-file-rendering
apiVersion: fn.kpt.dev/v1alpha1
kind: Merge
metadata:
  name: krm-merge
  annotations:
    config.kubernetes.io/local-config: "true"
`

// Name is its name in the package.
func (k *Kptfile) Name() string { return filepath.Base(k.File) }

// isChart reports whether it is a krm-merge.yaml.
func (k *Kptfile) isChart() bool { return k.Name() == ChartName }

// readChart reads what a krm-merge.yaml says.
func (k *Kptfile) readChart(root *yaml.Node) error {
	from := node.FieldAt(root, "spec", FieldUpstream)
	if from == nil {
		return nil
	}
	helm := node.FieldAt(from, "helm")
	at := Upstream{Repo: node.TextAt(helm, "repo"), Directory: node.TextAt(helm, "chart"), Ref: node.TextAt(helm, "version")}
	if !strings.HasPrefix(at.Repo, "oci://") {
		at.Repo = OverHTTP + at.Repo
	}
	if at.Repo == OverHTTP || at.Directory == "" {
		return k.wrong(cmp.Or(helm, from), "spec.upstream.helm has no repo or no chart; write the address of the repository, https://… or oci://…, and the name of the chart")
	}
	k.Upstream = &at
	if digest := node.TextAt(helm, "digest"); digest != "" {
		k.Lock = &Lock{at, strings.TrimPrefix(digest, sha256)}
		k.Lock.Ref = cmp.Or(node.TextAt(helm, "taken"), at.Ref)
	}
	return nil
}
