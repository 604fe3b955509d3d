package resource

import (
	"cmp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/node"
)

// Meta is the type and metadata of a resource, as far as the merge needs them. Fields
// that the document lacks are empty.
type Meta struct {
	APIVersion, Kind              string
	Name, Namespace, GenerateName string
	claimedNamespace, claimedName string
	// written is what kpt, or somebody in its words, has written on it.
	written bookkeeping
	// claimsDefault: the claim is for no namespace, or for the one called default.
	claimsDefault bool
	IsMap         bool
}

// MetaOf reads a root value of any kind.
func MetaOf(root *yaml.Node) Meta {
	var m Meta
	root = node.Target(root)
	if root == nil || root.Kind != yaml.MappingNode {
		return m
	}
	m.IsMap = true
	m.APIVersion = node.TextAt(root, "apiVersion")
	m.Kind = node.TextAt(root, "kind")
	key, metadata := node.Entry(root, "metadata")
	if key != nil {
		m.Claim(key.LineComment)
	}
	if metadata = node.Target(metadata); metadata == nil || metadata.Kind != yaml.MappingNode {
		return m
	}
	m.Claim(metadata.LineComment)
	m.Name = node.TextAt(metadata, "name")
	m.Namespace = node.TextAt(metadata, "namespace")
	m.GenerateName = node.TextAt(metadata, "generateName")
	m.ClaimNoted(func(name string) string { return annotation.Get(root, name) })
	return m
}

// Claim takes the identity that a resource had under another name from a comment, if that
// holds one.
//
// rule: renamed/comment-*
func (m *Meta) Claim(comment string) {
	if m.written.comment != "" || comment == "" {
		return
	}
	body := strings.TrimSpace(strings.TrimLeft(comment, "# \t"))
	rest, ok := strings.CutPrefix(body, annotation.MergeComment)
	if !ok {
		return
	}
	namespace, name, ok := strings.Cut(strings.TrimSpace(rest), "/")
	if !ok || name == "" {
		return
	}
	m.claimedNamespace, m.claimedName, m.written.comment = namespace, name, strings.TrimSpace(comment)
}

// ClaimNoted takes an identity from what tools noted in annotations: kpt and Porch
// when they took the resource from upstream, kustomize when it renamed it.
func (m *Meta) ClaimNoted(annotated func(name string) string) {
	if m.written.identifier = annotated(annotation.UpstreamIdentifier); m.claims() {
		return
	}
	noted := strings.Split(m.written.identifier, "|")
	if len(noted) == 4 && noted[1] == m.Kind && currentGroup(noted[0], m.Kind) == currentGroup(m.Group(), m.Kind) {
		m.claimAs(noted[2], noted[3])
		return
	}
	namespace, _, _ := strings.Cut(annotated(annotation.PreviousNamespaces), ",")
	name, _, _ := strings.Cut(annotated(annotation.PreviousNames), ",")
	m.claimAs(namespace, name)
}

// claimAs claims an identity as those tools write it: they have a word for having no
// namespace, and write default for a missing one.
func (m *Meta) claimAs(namespace, name string) {
	namespace, name = strings.TrimSpace(namespace), strings.TrimSpace(name)
	if name == "" {
		return
	}
	switch namespace {
	case "default":
		namespace, m.claimsDefault = "", true
	case "_non_namespaceable_", "~C":
		namespace = ""
	}
	m.claimedNamespace, m.claimedName = namespace, name
}

// claims reports whether it says that the resource has, or had, that name elsewhere.
func (m *Meta) claims() bool { return m.claimedName != "" }

// Ref names the resource: by what its name begins with where it has no other.
func (m *Meta) Ref() decisions.Ref {
	return decisions.Ref{APIVersion: m.APIVersion, Kind: m.Kind, Namespace: m.Namespace, Name: cmp.Or(m.Name, m.GenerateName)}
}

// Group is the API group, "" for the core group.
func (m *Meta) Group() string {
	return m.APIVersion[:max(0, strings.IndexByte(m.APIVersion, '/'))]
}

// isDecisions reports whether the resource holds decisions about conflicts.
func (m *Meta) isDecisions() bool { return decisions.Is(m.Group(), m.Kind) }

// isKptfile reports whether the resource describes a package to kpt.
func (m *Meta) isKptfile() bool { return m.Kind == kptfile.Kind && m.Group() == kptfile.Group }

// currentGroup is the API group a kind of Kubernetes has moved to.
func currentGroup(group, kind string) string {
	switch group + "/" + kind {
	case "extensions/DaemonSet", "extensions/Deployment", "extensions/ReplicaSet":
		return "apps"
	case "extensions/Ingress", "extensions/NetworkPolicy":
		return "networking.k8s.io"
	case "extensions/PodSecurityPolicy":
		return "policy"
	case "/Event":
		return "events.k8s.io"
	}
	return group
}

// bookkeeping is what kpt writes on a resource, "" for what is not there.
type bookkeeping struct{ comment, identifier string }

// isNone reports whether there is none of it.
func (b bookkeeping) isNone() bool { return b == bookkeeping{} }
