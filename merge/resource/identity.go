package resource

import (
	"path"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/terms"
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

// Identity is the identity that a resource has by its own name. The namespace is not
// part of it if the kind has no namespaces.
func (m *Meta) Identity(file string, kinds *schema.Set) Identity {
	id := Identity{group: m.Group(), kind: m.Kind}
	if m.Kind == "" && m.APIVersion == "" && terms.IsKustomizationFile(file) {
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
