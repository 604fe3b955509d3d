package resource

import (
	"path"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/secret"
	"github.com/krm-merge/krm-merge/internal/similar"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// Identity is what makes resources of several versions the same resource. It is
// comparable. The version of the API is not part of it, so that an API upgrade carries
// local edits over.
//
// rule: whole/*, renamed/*
type Identity struct {
	by              identifiedBy
	group, kind     string
	namespace, name string
	// path is the file or directory, where that is what identifies.
	path string
}

type identifiedBy uint8

const (
	// byName: group, kind, namespace and name.
	byName identifiedBy = iota
	// byDirectory: a directory holds one such file, whatever its name.
	byDirectory
	// byFile: documents without a name, by group, kind and file.
	byFile
	// byPosition: documents that are not maps, by file.
	byPosition
	// byGenerateName: resources the API server names.
	byGenerateName
)

// Named reports whether the name of the resource is what identifies it.
func (id Identity) Named() bool { return id.by == byName }

// member is one resource of one version: a document, or an item of a List.
type member struct {
	*Resource
	side merge.Side
	// clusterScoped: resources of its kind have no namespace.
	clusterScoped bool
	// alone: it pairs with no other, because of the subpackage that it lies in.
	alone bool
	meta  *Meta
	id    Identity
	// list is the List it is an item of, nil if it is a document.
	list *wrapper
	// triple is the triple it belongs to, nil until grouped.
	triple *triple
	// next is the source that is applied behind this one to the same dest, nil for none.
	next *member
	// held and hashed are what features and hash gave, zero until asked for; held is
	// released once resources are grouped.
	held   *similar.Features
	hashed uint64
	// secrets are the secret places of its triple, nil where nobody looked, or
	// where another member stands for the triple.
	secrets *secret.Places
}

// triple is one resource in the three versions, nil where a version has none.
type triple [3]*member

func (t *triple) o() *member { return t[merge.Original] }
func (t *triple) u() *member { return t[merge.Updated] }
func (t *triple) d() *member { return t[merge.Dest] }

// Identity is the identity that a resource has by its own name. The namespace is not
// part of it if the kind has no namespaces.
func (m *Meta) Identity(file string, kinds *schema.Set) Identity {
	id := Identity{group: m.Group(), kind: m.Kind}
	if m.Kind == "" && m.APIVersion == "" && schema.IsKustomizationFile(file) {
		id.kind = "Kustomization"
	}
	switch {
	case !m.IsMap:
		return Identity{by: byPosition, path: file}
	case isDirectoryKind(id.group, id.kind):
		id.by, id.path = byDirectory, path.Dir(file)
		if id.group == "" {
			id.group = kustomizeGroup
		}
		return id
	case m.Name != "":
		id.by, id.namespace, id.name = byName, m.Namespace, m.Name
	case m.GenerateName != "":
		id.by, id.namespace, id.name = byGenerateName, m.Namespace, m.GenerateName
	default:
		id.by, id.path = byFile, file
		return id
	}
	id.group = currentGroup(id.group, id.kind)
	if id.namespace != "" && kinds.ClusterScoped(id.group, id.kind) {
		id.namespace = ""
	}
	return id
}

const kustomizeGroup = "kustomize.config.k8s.io"

// isDirectoryKind reports whether a directory holds at most one resource of the kind.
func isDirectoryKind(group, kind string) bool {
	switch kind {
	case "Kustomization", "Component":
		return group == kustomizeGroup || group == ""
	case "Kptfile":
		return group == kptfile.Group
	}
	return decisions.Is(group, kind)
}

// currentGroup is the API group a kind of Kubernetes has moved to.
func currentGroup(group, kind string) string {
	switch group {
	case "extensions":
		switch kind {
		case "DaemonSet", "Deployment", "ReplicaSet":
			return "apps"
		case "Ingress", "NetworkPolicy":
			return "networking.k8s.io"
		case "PodSecurityPolicy":
			return "policy"
		}
	case "":
		if kind == "Event" {
			return "events.k8s.io"
		}
	}
	return group
}
